// Package einsum contracts tensors by Einstein's summation convention, from a matrix product to networks of thousands of
// tensors.
//
// # Equations
//
// An equation names every axis of every operand by a label and says which labels the result keeps; the others are summed:
//
//	ij,jk->ik       matrix product
//	bij,bjk->bik    a batch of them
//	ab,b,bc->ac     a label in three operands
//	i,j->ij         outer product
//	ij,ij->ij       elementwise product
//	,ij->ij         a scalar has an empty term
//
// Without an arrow the result keeps the labels that occur exactly once, in the order of their code points: "ij,jk" means
// "ij,jk->ik", and "ba" transposes.
//
// A label is one rune, case-sensitive: an ASCII letter or digit, or any rune from U+00A1 on, letter or not. Combining
// marks are labels of their own, "é" typed as two runes is two labels; this is what programs expect that number labels by
// code point, as opt_einsum does. A number in brackets is a label too, "[12]", without limit and different from the
// digits "1" and "2"; [FromLabels] builds such equations from slices of ints. In an implied output, numbers follow the
// runes, by value. Spaces mean nothing anywhere.
//
// A label may stand twice or more in one operand, which takes the diagonal ("ii->i") or the trace ("ii->"). It may also
// stand twice or more in the result, which writes the diagonal of a zeroed tensor ("i->ii").
//
// "..." stands for any number of axes without a label, at most once in a term. The axes of the ellipses of several
// operands are matched from the right as NumPy does, missing ones and those of size 1 being broadcast. Without an arrow
// they come first in the result; a result written without "..." sums them. Nowhere else does size 1 broadcast: two axes
// under one label have equal sizes, or Bind returns an error.
//
// "*" behind the term of an operand conjugates the operand: "i*,i->" is the inner product of complex vectors. For real
// operands it changes nothing. [Equation.Conjugate] does the same to a parsed equation.
//
// Parentheses fix an order: the operands of a group are contracted with one another before anything outside takes part.
// "((ij,jk),kl)->il" is a product from left to right. In a group of three or more, as on the outermost level, the order
// is left to the search. Parentheses change no result, labels have the same meaning inside and outside; in particular an
// ellipsis in a group is matched with all others of the equation, and broadcasts against them, as if the parentheses were
// not there.
//
// # Errors
//
// A [*ParseError] says where the text is no equation, a [*BindError] where tensors do not fit it. Both show the equation
// with a caret under the place.
package einsum
