package trace

// Leaf: the operations without operands, which are the program's inputs and constants.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// Input is an operand of the whole program. It is declared with Context.Input, not applied.
type Input struct {
	builtin
	Index int // position among the program's operands
	Type  Type
}

// Name returns "input".
func (op Input) Name() string { return "input" }

// Attrs returns the index: "index=0".
func (op Input) Attrs() string { return fmt.Sprintf("index=%d", op.Index) }

// Infer gives the declared type.
func (op Input) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 0); err != nil {
		return nil, err
	}
	return result(op.Type.DType, op.Type.Shape)
}

// Const is a constant tensor. It is made by NewConst.
type Const struct {
	builtin
	t     *tensor.Tensor
	attrs string
}

// NewConst makes a constant of the elements that t has now: they are copied, compact and column-major, so that writing
// to t later does not change the program.
func NewConst(t *tensor.Tensor) (Const, error) {
	if t == nil {
		return Const{}, &ParamError{Param: "tensor", Kind: ErrValue, Detail: "the constant is nil"}
	}
	c, err := t.Clone()
	if err != nil {
		return Const{}, err
	}
	typ := Type{DType: c.DType(), Shape: c.Shape()}
	return Const{t: c, attrs: typ.String() + " " + digest(c)}, nil
}

// digest names the contents of a compact tensor: by their first 128 bits under SHA-256, which no two constants of one
// program share by chance.
func digest(t *tensor.Tensor) string {
	var bytes []byte
	if n := t.Len() * t.DType().Size(); n > 0 {
		bytes = unsafe.Slice((*byte)(t.Storage().Pointer()), n)[:n:n]
	}
	sum := sha256.Sum256(bytes)
	return "sha256=" + hex.EncodeToString(sum[:16])
}

// Tensor returns the constant, compact and column-major. It is shared: nobody writes to it.
func (op Const) Tensor() *tensor.Tensor { return op.t }

// Name returns "const".
func (op Const) Name() string { return "const" }

// Attrs returns the type and a digest of the contents.
func (op Const) Attrs() string { return op.attrs }

// Infer gives the constant's type.
func (op Const) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 0); err != nil {
		return nil, err
	}
	if op.t == nil {
		return nil, &ParamError{Param: "tensor", Kind: ErrValue, Detail: "the constant has none; NewConst makes one"}
	}
	return result(op.t.DType(), op.t.Shape())
}

// Full is a tensor of one value everywhere. It needs no memory. The value is of one of the Go types in tensor.Element,
// which gives the dtype.
type Full struct {
	builtin
	Value any
	Shape []int
}

// Name returns "full".
func (op Full) Name() string { return "full" }

// Attrs returns the type and the value: "float64[2 3] value=1".
func (op Full) Attrs() string {
	return fmt.Sprintf("%s value=%v", Type{DType: dtypeOf(op.Value), Shape: op.Shape}, op.Value)
}

// Infer gives the value's dtype and the shape.
func (op Full) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 0); err != nil {
		return nil, err
	}
	if !dtypeOf(op.Value).Valid() {
		detail := fmt.Sprintf("%T is not an element type", op.Value)
		return nil, &ParamError{Param: "value", Kind: ErrDType, Detail: detail}
	}
	return result(dtypeOf(op.Value), op.Shape)
}

// Scalar returns the value as a tensor of rank 0, nil for a value that no tensor holds.
func (op Full) Scalar() *tensor.Tensor {
	switch v := op.Value.(type) {
	case float32:
		return tensor.FromScalar(v)
	case float64:
		return tensor.FromScalar(v)
	case complex64:
		return tensor.FromScalar(v)
	case complex128:
		return tensor.FromScalar(v)
	case int32:
		return tensor.FromScalar(v)
	case int64:
		return tensor.FromScalar(v)
	case bool:
		return tensor.FromScalar(v)
	}
	return nil
}

// Iota counts along an axis: the element at (i₀, i₁, …) is i of that axis. It needs no memory. Its dtype is numeric;
// floating-point types round what they cannot hold.
type Iota struct {
	builtin
	DType tensor.DType
	Shape []int
	Axis  int
}

// Name returns "iota".
func (op Iota) Name() string { return "iota" }

// Attrs returns the type and the axis: "int64[2 3] axis=1".
func (op Iota) Attrs() string {
	return fmt.Sprintf("%s axis=%d", Type{DType: op.DType, Shape: op.Shape}, op.Axis)
}

// Infer gives the type asked for.
func (op Iota) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 0); err != nil {
		return nil, err
	}
	if op.DType == tensor.Bool {
		return nil, &ParamError{Param: "dtype", Kind: ErrDType, Detail: "bool does not count"}
	}
	if err := checkAxis("axis", op.Axis, len(op.Shape)); err != nil {
		return nil, err
	}
	if n := op.Shape[op.Axis]; op.DType == tensor.Int32 && n-1 > math.MaxInt32 {
		return nil, &ParamError{Param: "shape", Kind: ErrOverflow, Detail: fmt.Sprintf("int32 does not count to %d", n-1)}
	}
	return result(op.DType, op.Shape)
}

// Const makes a constant of the elements that t has now; t may be written to afterwards.
func (tc *Context) Const(t *tensor.Tensor) *Value {
	if !tc.ready("const") {
		return tc.poison1()
	}
	op, err := NewConst(t)
	if err != nil {
		return tc.poisoned(1, "const", err)[0]
	}
	return tc.apply1(op)
}

// Full makes a tensor of one value everywhere. The value is any Go number or bool that the dtype holds: rounding to
// nearest is allowed, losing a fraction, an imaginary part or the magnitude is a mistake.
func (tc *Context) Full(d tensor.DType, value any, shape ...int) *Value {
	if !tc.ready("full") {
		return tc.poison1()
	}
	v, err := element(d, value)
	if err != nil {
		return tc.poisoned(1, "full", err)[0]
	}
	return tc.apply1(Full{Value: v, Shape: cloneInts(shape)})
}

// Scalar makes a constant of rank 0; the value is taken as in Full.
func (tc *Context) Scalar(d tensor.DType, value any) *Value { return tc.Full(d, value) }

// Zeros makes a tensor of zeros, of false for bool.
func (tc *Context) Zeros(d tensor.DType, shape ...int) *Value {
	if d == tensor.Bool {
		return tc.Full(d, false, shape...)
	}
	return tc.Full(d, 0, shape...)
}

// Ones makes a tensor of ones, of true for bool.
func (tc *Context) Ones(d tensor.DType, shape ...int) *Value {
	if d == tensor.Bool {
		return tc.Full(d, true, shape...)
	}
	return tc.Full(d, 1, shape...)
}

// Iota makes a tensor whose elements count along an axis; a negative axis counts from the end.
func (tc *Context) Iota(d tensor.DType, axis int, shape ...int) *Value {
	return tc.apply1(Iota{DType: d, Shape: cloneInts(shape), Axis: normAxis(axis, len(shape))})
}

// Eye makes the n×n unit matrix. It is composed: ones embedded as a diagonal.
func (tc *Context) Eye(d tensor.DType, n int) *Value {
	if !tc.ready("eye") {
		return tc.poison1()
	}
	return tc.as("eye", tc.EmbedDiagonal(tc.Ones(d, n), 0, 1))
}
