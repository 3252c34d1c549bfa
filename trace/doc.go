// Package trace records tensor programs: a Context hands out values, infers their dtypes and shapes as operations are
// applied to them, and gives the finished program as a Graph, which package compiler compiles.
//
//	tc := trace.New()
//	a := tc.Input(tensor.Float64, 64, 128)
//	b := tc.Input(tensor.Float64, 128, 32)
//	y := tc.Exp(tc.MatMul(a, b))
//	g, err := tc.Graph(y)
//
// Nothing is computed here. Mistakes do not stop the tracing: the first one comes out of Graph, as an *Error with the
// file and line of the caller. Functions that trace on behalf of others call Context.Helper, so that the line is their
// caller's.
//
// # Conventions
//
// Memory order is column-major: Reshape, the positions that ArgMax gives and the flat order of everything else run along
// the leftmost axis first. Batch axes trail. The methods of Context count negative axes from the end; the operations
// themselves do not know them. Operands of elementwise operations have one dtype and one shape; a scalar, of rank 0, goes
// with any shape, by a Broadcast that the graph shows. Nothing else is promoted or broadcast unasked.
//
// # Primitives
//
// The operations that a compiler and a set of derivative rules must know are the structs of this package:
//
//	leaves       Input Const Full Iota
//	elementwise  Unary Binary Compare Where Clamp Cast
//	reductions   Reduce
//	layout       Permute Reshape Broadcast Slice Reverse Pad Concatenate
//	diagonals    Diagonal EmbedDiagonal Tril Triu
//	indexing     Gather Scatter
//	products     Contract
//
// Everything else is composed of them as it is traced: MatMul, TensorDot and DotGeneral (Contract), Stack (Reshape,
// Concatenate), Split and SliceAxis (Slice), ExpandDims and Squeeze (Reshape), Transpose (Permute), Take (Gather,
// Permute), Eye (Full, EmbedDiagonal), And, Or and Not (Where, Compare), Imag of a real value (Full).
//
// # Closed under differentiation
//
// The derivative of each primitive is made of primitives. With g for the cotangent of the result y, the cotangents of
// the operands are (conj stands where operands may be complex; the tests of package tracetest hold each rule against
// difference quotients):
//
//	neg                 -g
//	abs                 g·sign(x)                       Binary Unary Cast
//	sign                0; of complex x, (g - y·Re(conj(y)·g))/|x|
//	exp expm1           g·conj(y), g·conj(y+1)
//	log log1p           g/conj(x), g/conj(1+x)
//	sqrt rsqrt          g/conj(2y), -g·conj(y/2x)
//	sin cos tanh        g·conj(cos x), -g·conj(sin x), g·conj(1-y²)
//	conj real imag      conj g, cast g, i·cast g        Unary Cast Full Binary
//	add sub             g and g, g and -g
//	mul div             g·conj(y) and g·conj(x), g/conj(y) and -g·conj(x/y²)
//	pow                 g·conj(y·x^(y-1)) and g·conj(log x·x^y), 0 where x = 0
//	max min             g shared out by Compare and Where, halves where equal
//	eq … ge arg iota    none
//	where               where(c, g, 0) and where(c, 0, g)
//	clamp               g where neither bound holds x, and to the bound that does
//	cast                cast g, its real part first to a real operand
//	reduce_sum, _mean   Broadcast of g, of g/n
//	reduce_prod         g·Π of the others               Broadcast Iota Where Reduce
//	reduce_max, _min    g shared out among the extremes Broadcast Compare Where Reduce
//	permute reverse     the inverse Permute, the same Reverse
//	reshape             Reshape
//	broadcast           Reduce, Reshape
//	slice               Pad, with zeros between for steps
//	pad                 Slice; for the value, Σg - ΣSlice(g)
//	concatenate         Slice for each operand
//	diagonal            EmbedDiagonal, and the other way round
//	tril triu           the same
//	gather              Scatter, added to zeros
//	scatter_add         g, and Gather(g)
//	scatter_set         g with zeros set, and Gather(g) where the update is the one that stayed, which a scattered and
//	                    gathered Iota tells
//	contract            Contract of g with the other operand, conjugated; Broadcast along labels summed in one operand
//	                    alone, EmbedDiagonal for labels that come twice in it
package trace
