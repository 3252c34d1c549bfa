package einsum_test

// Faults that other einsum implementations had with sizes: axes of size 1 and 0, operands without axes or elements.

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/tensor"
)

// Axes of size 1 were broadcast under a letter by one code path and refused by another
// (B09, numpy/numpy#11548 and #11541, jax-ml/jax#3645). Here they never are.
func TestSizeOneNeverBroadcastsUnderALetter(t *testing.T) {
	all := stations(t)
	type sizes struct {
		label string
		pair  []int
	}
	for _, x := range []struct {
		equation string
		shapes   [][]int
		want     sizes
	}{
		{"ik,jk->ij", [][]int{{4, 1}, {1, 3}}, sizes{"k", []int{1, 3}}},
		{"jk,ik->ij", [][]int{{1, 3}, {4, 1}}, sizes{"k", []int{3, 1}}},
		{"ik,kj->ij", [][]int{{4, 3}, {1, 5}}, sizes{"k", []int{3, 1}}},
		{"i,i->i", [][]int{{1}, {3}}, sizes{"i", []int{1, 3}}},
		{"i,i->", [][]int{{3}, {1}}, sizes{"i", []int{3, 1}}},
		{"ii->i", [][]int{{1, 3}}, sizes{"i", []int{1, 3}}},
		{"ii->", [][]int{{3, 1}}, sizes{"i", []int{3, 1}}},
		{"ab,b,bc->ac", [][]int{{2, 3}, {1}, {3, 2}}, sizes{"b", []int{3, 1}}},
		{"ab,b,bc->ac", [][]int{{2, 3}, {3}, {1, 2}}, sizes{"b", []int{3, 1}}},
		{"bij,bjk->bik", [][]int{{1, 2, 3}, {4, 3, 2}}, sizes{"b", []int{1, 4}}},
		{"...k,...k->...", [][]int{{4, 1}, {4, 3}}, sizes{"k", []int{1, 3}}},
		{"ij,jk,kl,lm->im", [][]int{{2, 3}, {3, 1}, {4, 2}, {2, 2}}, sizes{"k", []int{1, 4}}},
		{"ij,jk->ik", [][]int{{2, 0}, {1, 2}}, sizes{"j", []int{0, 1}}}, // 0 is no exception
		{"ij,jk->ik", [][]int{{2, 3}, {4, 2}}, sizes{"j", []int{3, 4}}}, // nor are other sizes
	} {
		for _, d := range numbers {
			operands := make([]*tensor.Tensor, len(x.shapes))
			for i, shape := range x.shapes {
				operands[i] = arange(d, 0, shape...)
			}
			var finders []string
			for _, f := range path.Finders() {
				finders = append(finders, f.Name())
			}
			for _, finder := range append(finders, "") {
				c := contraction(x.equation, operands...)
				if finder != "" {
					c = c.with(einsum.WithFinder(finder))
				}
				refused(t, all, c, func(err error) {
					var bind *einsum.BindError
					require.ErrorAs(t, err, &bind, "%v", c)
					require.ErrorIs(t, err, einsum.ErrSize)
					require.Equal(t, x.want, sizes{bind.Label, bind.Sizes})
					require.Contains(t, err.Error(), "label "+x.want.label)
					for _, size := range x.want.pair {
						require.Contains(t, err.Error(), fmt.Sprintf("size %d", size))
					}
				})
			}
			if len(operands) > 2 {
				for _, order := range pairings(len(operands))[:3] {
					refused(t, all[:1], contraction(x.equation, operands...).with(einsum.WithSSAPath(order)), func(err error) {
						require.ErrorIs(t, err, einsum.ErrSize)
					})
				}
			}
		}
	}
	for _, d := range numbers { // under "..." it does, in both orders
		x, y := arange(d, 0, 4, 1), filled(d, func(i int) complex128 { return complex(float64(2*i), 0) }, 1, 3)
		hold(t, all, contraction("...,...->...", x, y), true)
		hold(t, all, contraction("...,...->...", y, x), true)
		requireRows(t, hold(t, all, contraction("i...,j...->ij", x, y), true), []int{4, 1}, 0, 6, 12, 18)
		requireRows(t, hold(t, all, contraction("j...,i...->ij", y, x), true), []int{4, 1}, 0, 6, 12, 18)
	}
}

// Batches of no matrices and matrices without elements reached the argument check of BLAS
// (B11, pytorch/pytorch#42553 and #187399).
func TestEmptyBatchesAndMatrices(t *testing.T) {
	all := stations(t)
	for _, equation := range []string{"bij,bjk->bik", "ibj,kjb->kib", "bij,bjk->bk", "bij,bjk->", "ijb,jkb->ikb", "bij*,bjk->ki"} {
		for _, b := range []int{0, 1, 3} {
			for _, i := range []int{0, 1, 3, 5} {
				for _, j := range []int{0, 1, 5} {
					for _, k := range []int{0, 1, 4} {
						if b*i*j*k != 0 {
							continue
						}
						sizes := map[byte]int{'b': b, 'i': i, 'j': j, 'k': k}
						shape := func(term string) []int {
							var out []int
							for at := range term {
								if size, ok := sizes[term[at]]; ok {
									out = append(out, size)
								}
							}
							return out
						}
						d := numbers[(b+i+j+k)%len(numbers)]
						c := contraction(equation, small(d, 1, shape(equation[:3])...), small(d, 2, shape(afterComma(equation))...))
						got := hold(t, all, c, true)
						require.Equal(t, shape(equation[len(equation)-len(afterArrow(equation)):]), append([]int(nil), got.Shape()...))
						for _, s := range all {
							for _, kind := range c.kinds(t, s) {
								require.Contains(t, []string{"FILL", "COPY"}, kind, "%v computes over nothing", c) // zeros are put there
							}
						}
					}
				}
			}
		}
	}
	for _, d := range numbers { // in the middle of a network, and behind one
		hold(t, all, contraction("ij,jk,kl->il", small(d, 1, 2, 3), small(d, 2, 3, 0), small(d, 3, 0, 2)), true)
		hold(t, all, contraction("ij,jk,kl->il", small(d, 1, 0, 3), small(d, 2, 3, 4), small(d, 3, 4, 2)), true)
		hold(t, all, contraction("ij,jk,kl,m->il", small(d, 1, 2, 3), small(d, 2, 3, 4), small(d, 3, 4, 2), small(d, 4, 0)), true)
		hold(t, all, contraction("iij,j->i", small(d, 1, 0, 0, 2), small(d, 2, 2)), true)
		hold(t, all, contraction("i,j->iij", small(d, 1, 0), small(d, 2, 3)), true)
		hold(t, all, contraction("...ij,...jk->...ik", small(d, 1, 0, 1, 2, 3), small(d, 2, 4, 3, 2)), true)
	}
	for _, d := range floats { // 0 and not 0·NaN, whatever is contracted first
		for _, order := range pairings(3) {
			c := contraction("ij,jk,kl->jk", small(d, 1, 0, 3), poison(d, 3, 4), small(d, 3, 4, 2)).with(einsum.WithSSAPath(order))
			requireRows(t, hold(t, all, c, true), []int{3, 4}, make([]float64, 12)...)
		}
		requireRows(t, hold(t, all, contraction("i,->", small(d, 1, 0), poison(d)), true), []int{}, 0)
		requireRows(t, hold(t, all, contraction("ij->j", poison(d, 0, 2)), true), []int{2}, 0, 0)
	}
}

func afterComma(equation string) string {
	from := slices.Index([]byte(equation), ',') + 1
	return equation[from : slices.Index([]byte(equation), '>')-1]
}

func afterArrow(equation string) string { return equation[slices.Index([]byte(equation), '>')+1:] }

// Results without axes could not be written into a caller's tensor (B13, dgasmith/opt_einsum#255, numpy/numpy#31350).
func TestScalarResults(t *testing.T) {
	all := stations(t)
	for _, d := range numbers {
		requireRows(t, hold(t, all, contraction("i,i->", arange(d, 1, 2), arange(d, 3, 2)), true), []int{}, 11)
		requireRows(t, hold(t, all, contraction("->", arange(d, 7)), true), []int{}, 7)
		requireRows(t, hold(t, all, contraction(",->", arange(d, 2), arange(d, 3)), true), []int{}, 6)
		requireRows(t, hold(t, all, contraction(",i->i", arange(d, 2), arange(d, 1, 2)), true), []int{2}, 2, 4)
		for _, layout := range layouts {
			hold(t, all, contraction("ij,ij->", relaid(small(d, 1, 3, 4), layout), small(d, 2, 3, 4)), true)
			hold(t, all, contraction("ij,ji->", relaid(small(d, 1, 3, 4), layout), small(d, 2, 4, 3)), true)
			hold(t, all, contraction("iijj->", relaid(small(d, 1, 3, 3, 2, 2), layout)), true)
			hold(t, all, contraction("i,ij,j->", small(d, 1, 3), relaid(small(d, 2, 3, 4), layout), small(d, 3, 4)), true)
		}
		hold(t, all, contraction(",,,->", small(d, 1), small(d, 2), small(d, 3), small(d, 4)), true)
		hold(t, all, contraction("...->", small(d, 5)), true)
		hold(t, all, contraction("...,...->...", small(d, 5), small(d, 6)), true)
		hold(t, all, contraction("*,*->", small(d, 5), small(d, 6)), true)
		hold(t, all, contraction("i,->", small(d, 5, 4), small(d, 6)), true)
	}
}

// The address of the first element of an empty slice was taken, which panics
// (B39, gonum/netlib#3, gonum/blas#133, gonum/gonum#442).
func TestOperandsWithoutElements(t *testing.T) {
	all := stations(t)
	for _, d := range numbers {
		requireRows(t, hold(t, all, contraction("ij,j->i", arange(d, 0, 3, 0), arange(d, 0, 0)), true), []int{3}, 0, 0, 0)
		require.Equal(t, []int{0, 5}, hold(t, all, contraction("ij,jk->ik", arange(d, 0, 0, 4), arange(d, 0, 4, 5)), true).Shape())
	}
	hold(t, all, nils[float32]("i,i->", []int{0}, []int{0}), true)
	for _, equation := range []struct {
		text string
		x, y []int
	}{
		{"i,i->", []int{0}, []int{0}}, {"i,i->i", []int{0}, []int{0}}, {"i,j->ij", []int{0}, []int{0}},
		{"ij,jk->ik", []int{3, 0}, []int{0, 4}}, {"ij,kj->ki", []int{3, 0}, []int{4, 0}}, {"ij,j->i", []int{3, 0}, []int{0}},
		{"bij,bjk->bik", []int{2, 3, 0}, []int{2, 0, 4}}, {"bij,bjk->bik", []int{0, 3, 2}, []int{0, 2, 4}}, {"ii,j->ij", []int{0, 0}, []int{0}},
	} {
		hold(t, all, nils[float32](equation.text, equation.x, equation.y), true)
		hold(t, all, nils[float64](equation.text, equation.x, equation.y), true)
		hold(t, all, nils[complex64](equation.text, equation.x, equation.y), true)
		hold(t, all, nils[complex128](equation.text, equation.x, equation.y), true)
		hold(t, all, nils[int32](equation.text, equation.x, equation.y), true)
		hold(t, all, nils[int64](equation.text, equation.x, equation.y), true)
	}
}

// nils is a contraction of two operands whose data are nil slices.
func nils[T tensor.Element](equation string, x, y []int) call {
	return contraction(equation, tensor.MustFromColMajor[T](nil, x...), tensor.MustFromRowMajor[T](nil, y...))
}

// An ellipsis missing from the output raised in one mode and summed in another (S05, numpy/numpy#30349). It sums.
func TestEllipsisMissingFromTheOutputIsSummed(t *testing.T) {
	all := stations(t)
	for _, d := range numbers {
		requireRows(t, hold(t, all, contraction("i...->i", ones(d, 3, 3, 3)), true), []int{3}, 9, 9, 9)
		requireRows(t, hold(t, all, contraction("...->", ones(d, 3, 3, 3)), true), []int{}, 27)
		requireRows(t, hold(t, all, contraction("i...,->i", ones(d, 3, 3, 3), ones(d)), true), []int{3}, 9, 9, 9)
		hold(t, all, contraction("...i->i", small(d, 1, 2, 3, 4)), true)
		hold(t, all, contraction("i...i->i", small(d, 1, 3, 2, 4, 3)), true)
		hold(t, all, contraction("i...,...j->ij", small(d, 1, 3, 2, 4), small(d, 2, 2, 4, 5)), true)
		hold(t, all, contraction("i...,...j->ij", small(d, 1, 3, 2, 1), small(d, 2, 1, 4, 5)), true)
		hold(t, all, contraction("i...,j->ij", small(d, 1, 3, 2, 4), small(d, 2, 5)), true)
		hold(t, all, contraction("(...,...),i...->i", small(d, 1, 2, 4), small(d, 2, 4), small(d, 3, 3, 2, 1)), true)
	}
}

// A matrix without columns times a vector failed (S07, pytorch/pytorch#37628).
func TestImpliedOutputOfEmptyMatrix(t *testing.T) {
	all := stations(t)
	for _, d := range numbers {
		require.Equal(t, []int{0}, hold(t, all, contraction("ij,j", arange(d, 0, 0, 3), arange(d, 0, 3)), true).Shape())
		require.Equal(t, []int{0, 2}, hold(t, all, contraction("ij,jk", arange(d, 0, 0, 3), small(d, 1, 3, 2)), true).Shape())
		requireRows(t, hold(t, all, contraction("ij,i", arange(d, 0, 0, 3), arange(d, 0, 0)), true), []int{3}, 0, 0, 0)
	}
}
