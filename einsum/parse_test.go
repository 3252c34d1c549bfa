package einsum

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestParse holds every point of the dialect against its canonical form, which says all that an equation means.
func TestParse(t *testing.T) {
	for _, c := range []struct{ name, text, canonical string }{
		{"explicit", "ij,jk->ik", "ij,jk->ik"},
		{"output in another order", "ij,jk->ki", "ij,jk->ki"},
		{"implied output", "ij,jk", "ij,jk->ik"},
		{"implied output is sorted", "ba", "ba->ab"},
		{"implied output sorts by code point", "zβaBñ", "zβaBñ->Bazñβ"},
		{"implied output drops what occurs twice", "iij,kkl", "iij,kkl->jl"},
		{"implied trace", "ii", "ii->"},
		{"case-sensitive", "iI,Ij", "iI,Ij->ij"},
		{"spaces", " i j ,\tj k\n->\u00a0i k ", "ij,jk->ik"},
		{"spaces inside the arrow and the ellipsis", "i. . .- >. ..i", "i...->...i"},
		{"hyperedge", "ab,b,bc->ac", "ab,b,bc->ac"},
		{"kept hyperedge", "ab,b,bc->abc", "ab,b,bc->abc"},
		{"diagonal", "ii->i", "ii->i"},
		{"trace", "iii->", "iii->"},
		{"diagonal of the result", "i->ii", "i->ii"},
		{"sums", "ijk->j", "ijk->j"},
		{"scalar", "->", "->"},
		{"scalar, no arrow", "", "->"},
		{"scalars", ",->", ",->"},
		{"scalars, no arrow", ",,", ",,->"},
		{"scalar factor", ",ij->ij", ",ij->ij"},
		{"scalar last", "ij,->ij", "ij,->ij"},
		{"digits and symbols", "0×,×3->03", "0×,×3->03"},
		{"scripts", "日本,本Ж->日Ж", "日本,本Ж->日Ж"},
		{"combining marks are labels", "e\u0301,\u0301k->ek", "e\u0301,\u0301k->ek"},
		{"wide spaces are labels", "a\u3000->\u3000a", "a\u3000->\u3000a"},
		{"the replacement character is a label", "\ufffda", "\ufffda->a\ufffd"},
		{"beyond the basic plane", "𝔞𝔟,𝔟𝔠->𝔞𝔠", "𝔞𝔟,𝔟𝔠->𝔞𝔠"},
		{"numbers", "[0][26],[26][1000000]->[0][1000000]", "[0][26],[26][1000000]->[0][1000000]"},
		{"numbers are sorted by value, behind runes", "[10][9]z1[007]", "[10][9]z1[7]->1z[7][9][10]"},
		{"a number is no digit", "[1]1->1", "[1]1->1"},
		{"the largest number", "[9223372036854775807]->", "[9223372036854775807]->"},
		{"ellipsis", "...ij,...jk->...ik", "...ij,...jk->...ik"},
		{"ellipsis inside and behind", "i...j,k...->...ijk", "i...j,k...->...ijk"},
		{"implied output puts the ellipsis first", "i...,...j", "i...,...j->...ij"},
		{"ellipsis alone", "...", "...->..."},
		{"ellipsis summed", "i...->i", "i...->i"},
		{"ellipsis in the output only", "ij->i...j", "ij->i...j"},
		{"conjugation", "i*,i->", "i*,i->"},
		{"conjugation with spaces", "i * , ...j * ->...ij", "i*,...j*->...ij"},
		{"conjugated scalar", "*,i->i", "*,i->i"},
		{"parentheses", "((ij,jk),kl)->il", "(ij,jk),kl->il"},
		{"parentheses on the right", "ij,(jk,kl)->il", "ij,(jk,kl)->il"},
		{"wide groups", "(a,b,c),(d,(e,f,g))", "(a,b,c),(d,(e,f,g))->abcdefg"},
		{"parentheses with spaces", " ( ( ij , jk ) , kl ) -> il", "(ij,jk),kl->il"},
		{"parentheses that say nothing", "(((ij),(jk)))->ik", "ij,jk->ik"},
		{"a group of a scalar", "()", "->"},
		{"a group with scalars", "(,ij),(,)->ij", "(,ij),(,)->ij"},
		{"parentheses and ellipsis", "(a...,(...b,c...))->a...bc", "a...,(...b,c...)->a...bc"},
		{"parentheses and conjugation", "(ij*,jk),kl*->il", "(ij*,jk),kl*->il"},
	} {
		t.Run(c.name, func(t *testing.T) {
			eq, err := Parse(c.text)
			require.NoError(t, err)
			require.Equal(t, c.canonical, eq.String())
			again, err := Parse(eq.String())
			require.NoError(t, err)
			require.True(t, again.Equal(eq))
			require.Equal(t, again.String(), eq.String())
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, message string }{
		{"ij,jk->iz", `
einsum: output label z is in no operand
	ij,jk->iz
	        ^`},
		{"日本,本->日京", `
einsum: output label 京 is in no operand
	日本,本->日京
	           ^^`},
		{"e\u0301->eé", "\n" +
			"einsum: output label é is in no operand\n" +
			"\te\u0301->eé\n" +
			"\t    ^"},
		{"ij->i\u0301", "\n" +
			"einsum: output label U+0301 is in no operand\n" +
			"\tij->i\u25cc\u0301\n" +
			"\t     ^"},
		{"ij->[3]", `
einsum: output label [3] is in no operand
	ij->[3]
	    ^`},
		{"ij->ik->j", `
einsum: output label k is in no operand
	ij->ik->j
	     ^`},
		{"ij->i->j", `
einsum: a second arrow
	ij->i->j
	     ^^`},
		{"ij-jk", `
einsum: "-" is no label; the arrow is "->"
	ij-jk
	  ^`},
		{"ij>jk", `
einsum: ">" without "-"; the arrow is "->"
	ij>jk
	  ^`},
		{"ij;jk->ik", `
einsum: ';' is no label: labels are letters, digits, numbers in brackets and runes from U+00A1 on
	ij;jk->ik
	  ^`},
		{"i\x00", `
einsum: '\x00' is no label: labels are letters, digits, numbers in brackets and runes from U+00A1 on
	i
	 ^`},
		{"i\xffj", "\n" +
			"einsum: byte 0xff is not UTF-8\n" +
			"\ti\ufffdj\n" +
			"\t ^"},
		{"i..j", `
einsum: an ellipsis is three dots, "..."
	i..j
	 ^^`},
		{"i....j", `
einsum: an ellipsis is three dots, "..."
	i....j
	    ^`},
		{"...i...->i", `
einsum: a second ellipsis in one term
	...i...->i
	    ^^^`},
		{"......", `
einsum: a second ellipsis in one term
	......
	   ^^^`},
		{"i->...i...", `
einsum: a second ellipsis in one term
	i->...i...
	       ^^^`},
		{"[]->", `
einsum: a label in brackets is a number, [12]
	[]->
	^^`},
		{"[-1]", `
einsum: a label in brackets is a number, [12]
	[-1]
	^^`},
		{"[12", `
einsum: a label in brackets is a number, [12]
	[12
	^^^`},
		{"[9223372036854775808]", `
einsum: the number of the label is too large
	[9223372036854775808]
	^^^^^^^^^^^^^^^^^^^^`},
		{"(ij,jk->ik", `
einsum: the parenthesis is never closed
	(ij,jk->ik
	^`},
		{"((ij,jk),(kl)->ik", `
einsum: the parenthesis is never closed
	((ij,jk),(kl)->ik
	^`},
		{"ij,jk)->ik", `
einsum: no parenthesis is open here
	ij,jk)->ik
	     ^`},
		{"(ij,jk)kl->il", `
einsum: a comma is missing
	(ij,jk)kl->il
	       ^`},
		{"ij(jk,kl)->il", `
einsum: a comma is missing
	ij(jk,kl)->il
	  ^`},
		{"i*j->ij", `
einsum: a comma is missing
	i*j->ij
	  ^`},
		{"ij->(ij)", `
einsum: parentheses stand round operands only
	ij->(ij)
	    ^`},
		{"ij,jk->i,k", `
einsum: a second result
	ij,jk->i,k
	        ^`},
		{"i**,i->", `
einsum: an operand is conjugated once
	i**,i->
	  ^`},
		{"(i,j)*->ij", `
einsum: "*" conjugates an operand, not a group
	(i,j)*->ij
	     ^`},
		{"i->i*", `
einsum: the result cannot be conjugated: conjugate the operands
	i->i*
	    ^`},
		{strings.Repeat("ab,", 50) + "c?d" + strings.Repeat(",ab", 50), `
einsum: '?' is no label: labels are letters, digits, numbers in brackets and runes from U+00A1 on
	…b,ab,ab,ab,ab,ab,ab,ab,c?d,ab,ab,ab,ab,ab,ab,ab,a…
	                         ^`},
	} {
		t.Run(c.text, func(t *testing.T) {
			eq, err := Parse(c.text)
			require.Nil(t, eq)
			var parseErr *ParseError
			require.ErrorAs(t, err, &parseErr)
			require.Equal(t, c.text, parseErr.Equation)
			require.Equal(t, strings.TrimPrefix(c.message, "\n"), err.Error())
		})
	}
}

func TestParseErrorSaysWhere(t *testing.T) {
	_, err := Parse("éj->z")
	var parseErr *ParseError
	require.ErrorAs(t, err, &parseErr)
	require.Equal(t, "z", parseErr.Label)
	require.Equal(t, len("éj->"), parseErr.Offset)
}

func TestMustParse(t *testing.T) {
	require.Equal(t, "ij->ji", MustParse("ij->ji").String())
	require.Panics(t, func() { MustParse("ij->k") })
}

func TestNestingIsBounded(t *testing.T) {
	const deep = 100_000
	eq, err := Parse(strings.Repeat("(", deep) + "i" + strings.Repeat(",i)", deep))
	require.NoError(t, err)
	require.Equal(t, deep+1, eq.NumOperands())
	_, err = Parse(eq.String())
	require.NoError(t, err)

	_, err = Parse(strings.Repeat("(", maxNesting+1))
	require.ErrorContains(t, err, "nest too deep")
}

// FuzzParse checks that no text makes the parser panic, and that the canonical form is a fixed point with the same
// structure.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"ij,jk->ik", "ij,jk", "", "->", ",ij->ij", "((ij,jk),kl)->il", "...ij,...jk->...ik", "i*,i->", "i->ii",
		"[0][26],[26][52]->[0][52]", "(,),()", "日本,本->日", "e\u0301", "ij->ik->j", "....", "(((", ")", "[9", "i\xff",
		"- >", ". . .", "i**", "(i)*",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		eq, err := Parse(text)
		if err != nil {
			var parseErr *ParseError
			require.ErrorAs(t, err, &parseErr)
			require.NotEmpty(t, err.Error())
			return
		}
		canonical := eq.String()
		again, err := Parse(canonical)
		require.NoError(t, err)
		require.Equal(t, canonical, again.String())
		require.Equal(t, eq.Inputs(), again.Inputs())
		require.Equal(t, eq.Output(), again.Output())
		require.Equal(t, eq.Order(), again.Order())
		shapes := make([][]int, eq.NumOperands())
		for i, term := range eq.Inputs() {
			for range term.Labels {
				shapes[i] = append(shapes[i], 1)
			}
		}
		_, err = eq.Bind(shapes...)
		require.NoError(t, err)
	})
}
