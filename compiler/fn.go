package compiler

import "github.com/tenferro/tenferro-go/tensor"

// Fn is an elementwise function of a Map step.
type Fn uint8

// The elementwise functions. Comparisons give bool; Where takes (bool, x, y); Clamp takes (x, low, high); Real, Imag and
// Abs of a complex value give its real type; Cast converts to the instruction's result type.
const (
	FnInvalid Fn = iota
	Add
	Sub
	Mul
	Div
	Pow
	Max
	Min
	Neg
	Abs
	Sign
	Exp
	Log
	Sqrt
	Rsqrt
	Sin
	Cos
	Tanh
	Expm1
	Log1p
	Conj
	Real
	Imag
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	Where
	Clamp
	Cast
	Identity // the value itself: a Map that only moves
)

var fns = [...]struct {
	name  string
	arity int
}{
	FnInvalid: {"invalid", 0},
	Add:       {"add", 2}, Sub: {"sub", 2}, Mul: {"mul", 2}, Div: {"div", 2}, Pow: {"pow", 2}, Max: {"max", 2}, Min: {"min", 2},
	Neg: {"neg", 1}, Abs: {"abs", 1}, Sign: {"sign", 1}, Exp: {"exp", 1}, Log: {"log", 1}, Sqrt: {"sqrt", 1}, Rsqrt: {"rsqrt", 1},
	Sin: {"sin", 1}, Cos: {"cos", 1}, Tanh: {"tanh", 1}, Expm1: {"expm1", 1}, Log1p: {"log1p", 1},
	Conj: {"conj", 1}, Real: {"real", 1}, Imag: {"imag", 1},
	Equal: {"eq", 2}, NotEqual: {"ne", 2}, Less: {"lt", 2}, LessEqual: {"le", 2}, Greater: {"gt", 2}, GreaterEqual: {"ge", 2},
	Where: {"where", 3}, Clamp: {"clamp", 3}, Cast: {"cast", 1}, Identity: {"identity", 1},
}

// String returns the function's name, such as "log1p".
func (f Fn) String() string {
	if int(f) >= len(fns) {
		return "invalid"
	}
	return fns[f].name
}

// Arity returns how many arguments the function takes.
func (f Fn) Arity() int {
	if int(f) >= len(fns) {
		return 0
	}
	return fns[f].arity
}

// Instr is one instruction of a Map step's register program. Registers 0 … s-1 hold the s sources; instruction i writes
// register s+i. Args are register numbers, as many as the function's arity.
type Instr struct {
	Fn   Fn
	Args [3]int
	In   tensor.DType // type of the arguments (of the last two for Where, whose first is bool)
	Out  tensor.DType // type of the result
}
