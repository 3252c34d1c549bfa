package linalg

import (
	"fmt"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// This file is how an operation stands in a traced graph, and what a runtime needs to run it.

// Family is the name of this package's operations in graphs and runtimes.
const Family = "linalg"

// op is one operation. Its kernel has the operation's name.
type op struct {
	name string
	params
}

// params are the choices of an operation. They are plain data: their text tells operations apart.
type params struct {
	Full    bool     // all singular vectors, a square Q
	Gauge   bool     // fixed signs and phases
	Lower   bool     // which triangle is read
	Unit    bool     // ones on the diagonal
	Adjoint bool     // of the matrix, where a system is solved
	Rank    int      // at most so many singular values, 0 for all
	Tol     float64  // a tolerance, negative for the default
	Kind    NormKind // which norm
	P       float64  // of a vector norm
}

// Family implements trace.Op.
func (*op) Family() string { return Family }

// Name implements trace.Op.
func (o *op) Name() string { return o.name }

// Kernel implements compiler.KernelOp.
func (o *op) Kernel() string { return o.name }

// Attrs implements trace.Op.
func (o *op) Attrs() string { return fmt.Sprintf("%+v", o.params) }

// Results implements trace.MultiOp.
func (o *op) Results() int { return routines[o.name].results }

// argument is the place that operand i has among the arguments of the exported function. LUSolve's permutation comes first
// there and third here, where operand 0 says what the dtype and the batch are.
func (o *op) argument(i int) int {
	if o.name == "lusolve" && i <= 2 {
		return (i + 1) % 3
	}
	return i
}

// Infer implements trace.Op.
func (o *op) Infer(in []trace.Type) ([]trace.Type, error) {
	r := routines[o.name]
	if len(in) != r.operands {
		return nil, &OperandError{Op: o.name, Operand: -1, Reason: fmt.Sprintf("%d operands, want %d", len(in), r.operands)}
	}
	for i, t := range in {
		switch {
		case r.indices != nil && r.indices(i):
			if t.DType != tensor.Int64 {
				return nil, &OperandError{Op: o.name, Operand: o.argument(i), Type: t, Reason: "int64 is needed"}
			}
		case !t.DType.IsScalar():
			return nil, &OperandError{Op: o.name, Operand: o.argument(i), Type: t, Reason: "float32, float64, complex64 or complex128 is needed; cast it first"}
		case t.DType != in[0].DType:
			return nil, &OperandError{Op: o.name, Operand: o.argument(i), Type: t, Reason: fmt.Sprintf("its dtype is not operand %d's, %s", o.argument(0), in[0].DType)}
		}
	}
	s := signature{op: o, in: in}
	return r.infer(&s)
}

// apply traces an operation.
func apply(tc *trace.Context, name string, p params, in ...*trace.Value) []*trace.Value {
	tc.Helper()
	return tc.Apply(&op{name, p}, in...)
}

// Extension is what a runtime needs to run programs that hold operations of this package. Its kernels take their scratch
// memory from the extension and keep it between runs. An extension may be shared by runtimes.
func Extension() runtime.Extension { return newExtension() }

type extension struct {
	kernels       map[string]compiler.Kernel
	spaces        spaces
	native, gonum lapack.Provider
}

func newExtension() *extension {
	e := &extension{kernels: map[string]compiler.Kernel{}, native: lapack.Default(), gonum: lapack.Gonum()}
	for name, r := range routines {
		e.kernels[name] = e.kernel(r)
	}
	return e
}

// Family implements runtime.Extension.
func (*extension) Family() string { return Family }

// Kernels implements runtime.Extension.
func (e *extension) Kernels() map[string]compiler.Kernel { return e.kernels }
