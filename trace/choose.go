package trace

// Choose: elementwise operations that pick among their operands, and the logic of masks made of them.

import "github.com/tenferro/tenferro-go/tensor"

// Where picks elements: Where(cond, x, y) is x where cond holds and y elsewhere. The side not taken is not looked at, so
// NaN in it does no harm.
type Where struct{ builtin }

// Name returns "where".
func (op Where) Name() string { return "where" }

// Attrs returns "".
func (op Where) Attrs() string { return "" }

// Infer takes (bool, T, T) of one shape and gives T.
func (op Where) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 3); err != nil {
		return nil, err
	}
	if err := boolean.check(in, 0); err != nil {
		return nil, err
	}
	if err := sameShape(in, 1, 0); err != nil {
		return nil, err
	}
	if err := sameType(in, 2, 1); err != nil {
		return nil, err
	}
	return result(in[1].DType, in[1].Shape)
}

// Clamp keeps elements between bounds: Clamp(x, low, high) is min(max(x, low), high), of real dtype. NaN in any of the
// three gives NaN; high wins where the bounds cross.
type Clamp struct{ builtin }

// Name returns "clamp".
func (op Clamp) Name() string { return "clamp" }

// Attrs returns "".
func (op Clamp) Attrs() string { return "" }

// Infer takes three operands of one real type and gives that type.
func (op Clamp) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 3); err != nil {
		return nil, err
	}
	if err := ordered.check(in, 0); err != nil {
		return nil, err
	}
	for i := 1; i < 3; i++ {
		if err := sameType(in, i, 0); err != nil {
			return nil, err
		}
	}
	return result(in[0].DType, in[0].Shape)
}

// Where returns x where cond holds and y elsewhere.
func (tc *Context) Where(cond, x, y *Value) *Value { return tc.elementwise(Where{}, cond, x, y) }

// Clamp returns min(max(x, low), high).
func (tc *Context) Clamp(x, low, high *Value) *Value { return tc.elementwise(Clamp{}, x, low, high) }

// And returns p ∧ q of two masks. It is composed: where(p, q, false).
func (tc *Context) And(p, q *Value) *Value {
	if !tc.masks("and", p, q) {
		return tc.poison1()
	}
	return tc.as("and", tc.Where(p, q, tc.Scalar(tensor.Bool, false)))
}

// Or returns p ∨ q of two masks. It is composed: where(p, true, q).
func (tc *Context) Or(p, q *Value) *Value {
	if !tc.masks("or", p, q) {
		return tc.poison1()
	}
	return tc.as("or", tc.Where(p, tc.Scalar(tensor.Bool, true), q))
}

// Not returns ¬p of a mask. It is composed: p = false.
func (tc *Context) Not(p *Value) *Value {
	if !tc.masks("not", p) {
		return tc.poison1()
	}
	return tc.as("not", tc.Equal(p, tc.Scalar(tensor.Bool, false)))
}

// masks checks operands that must be bool and of one shape, scalars aside.
func (tc *Context) masks(op string, in ...*Value) bool {
	if !tc.ready(op, in...) {
		return false
	}
	types := make([]Type, len(in))
	for i, v := range in {
		types[i] = v.typ
		if err := boolean.check(types, i); err != nil {
			tc.fail(op, err)
			return false
		}
		if i > 0 && types[i].Rank() > 0 && types[0].Rank() > 0 {
			if err := sameShape(types, i, 0); err != nil {
				tc.fail(op, err)
				return false
			}
		}
	}
	return true
}
