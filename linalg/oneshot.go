package linalg

import (
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// This file is how one-shot calls run: as a program of their own from the backend's bounded cache, by the same kernels as
// traced operations.

// standard is the extension of one-shot calls.
var standard = sync.OnceValue(newExtension)

// run computes one operation.
func (o *options) run(name string, p params, operands ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	return o.program(name, p, func(tc *trace.Context, in []*trace.Value) []*trace.Value {
		return apply(tc, name, p, in...)
	}, operands...)
}

// program computes what build traces. name and p tell it from other programs.
func (o *options) program(name string, p params, build func(tc *trace.Context, in []*trace.Value) []*trace.Value, operands ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	if o.backend == nil {
		var err error
		if o.backend, err = cpu.Default(); err != nil {
			return nil, err
		}
	}
	be := o.backend
	var space [512]byte
	key := append(space[:0], "linalg\x00"...)
	key = append(key, name...)
	key = p.appendTo(key)
	for i, t := range operands {
		if t == nil {
			return nil, &OperandError{Op: name, Operand: -1, Reason: fmt.Sprintf("operand %d is nil", i)}
		}
		key = append(key, ';', byte(t.DType()))
		for axis := range t.Rank() {
			key = strconv.AppendInt(key, int64(t.Dim(axis)), 36)
			key = append(key, ':')
			key = strconv.AppendInt(key, int64(t.Stride(axis)), 36)
			key = append(key, ',')
		}
	}
	x, err := be.Cached(o.ctx, key, func() (*compiler.Program, error) {
		return compile(name, build, be.CostModel(), operands)
	}, func(_, name string) compiler.Kernel { return standard().kernels[name] })
	if err != nil {
		return nil, err
	}
	ports := x.Program().Outputs
	out := make([]*tensor.Tensor, len(ports))
	for i := range ports {
		if out[i], err = be.Empty(ports[i].DType, ports[i].Shape...); err != nil {
			return nil, fmt.Errorf("linalg: %s: result %d: %w", name, i, err)
		}
	}
	if err := x.Run(o.ctx, operands, out); err != nil {
		be.Release(out...)
		var matrix *MatrixError
		if errors.As(err, &matrix) {
			return nil, matrix // without the step: there is one
		}
		return nil, fmt.Errorf("linalg: %s: %w", name, err)
	}
	return out, nil
}

// compile makes a program for operands that lie as these do.
func compile(name string, build func(tc *trace.Context, in []*trace.Value) []*trace.Value, model compiler.CostModel, operands []*tensor.Tensor) (*compiler.Program, error) {
	tc := trace.New()
	in := make([]*trace.Value, len(operands))
	settings := []compiler.Option{compiler.WithCostModel(model)}
	for i, t := range operands {
		in[i] = tc.Input(t.DType(), t.Shape()...)
		settings = append(settings, compiler.WithInputStrides(i, t.Strides()...))
	}
	g, err := tc.Graph(build(tc, in)...)
	if err != nil {
		return nil, unsited(name, err)
	}
	return compiler.Compile(g, settings...)
}

// unsited is an error of tracing without the place in this package, where nothing is wrong.
func unsited(name string, err error) error {
	var traced *trace.Error
	if !errors.As(err, &traced) {
		return err
	}
	var operand *OperandError
	if errors.As(err, &operand) {
		return operand
	}
	return fmt.Errorf("linalg: %s: %w", name, traced.Err)
}

// appendTo writes the parameters to a key.
func (p *params) appendTo(key []byte) []byte {
	for _, b := range []bool{p.Full, p.Gauge, p.Lower, p.Unit, p.Adjoint} {
		key = strconv.AppendBool(key, b)
	}
	key = strconv.AppendInt(append(key, ' '), int64(p.Rank), 10)
	key = strconv.AppendInt(append(key, ' '), int64(p.Kind), 10)
	key = strconv.AppendFloat(append(key, ' '), p.Tol, 'x', -1, 64)
	return strconv.AppendFloat(append(key, ' '), p.P, 'x', -1, 64)
}

// single is a one-shot call with one result.
func single(name string, opts []Option, takes []string, operands ...*tensor.Tensor) (*tensor.Tensor, error) {
	o, err := parse(name, opts, takes...)
	if err != nil {
		return nil, err
	}
	out, err := o.run(name, o.params, operands...)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// traceSingle is a traced operation with one result.
func traceSingle(tc *trace.Context, name string, opts []Option, takes []string, in ...*trace.Value) *trace.Value {
	tc.Helper()
	o, err := parse(name, opts, takes...)
	if err != nil {
		return tc.Fail(err)
	}
	return apply(tc, name, o.params, in...)[0]
}
