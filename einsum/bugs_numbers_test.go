package einsum_test

// Faults that other libraries had with numbers: conjugation, rounding in single precision, wrong kernels.

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/tensor"
)

// The flag of a lazily conjugated operand was dropped inside einsum (B23, pytorch/pytorch#177474).
func TestConjugationReachesEveryKernel(t *testing.T) {
	all := stations(t)
	for _, d := range []tensor.DType{tensor.Complex64, tensor.Complex128} {
		eps := 1e-15
		if d == tensor.Complex64 {
			eps = 1e-6
		}
		root := func(k int) complex128 { return cmplx.Exp(complex(0, 2*math.Pi*float64(k%3)/3)) }
		for _, x := range []struct {
			equation string
			shape    []int
		}{
			{"i,i->", []int{3}}, {"ij,jk->ik", nil}, {"ki,kj->ij", []int{3, 1}}, {"ik,jk->ij", []int{1, 3}}, {"ik,jk->ji", []int{1, 3}},
			{"bi,bi->b", []int{1, 3}}, {"ib,ib->b", []int{3, 1}}, {"kib,kjb->ijb", []int{3, 1, 1}}, {"ij,ij->", []int{1, 3}},
			{"kb,kb->b", []int{3, 1}}, {"abc,abc->", []int{1, 3, 1}}, {"ii,ii->", []int{1, 1}},
		} {
			shapes := [2][]int{x.shape, x.shape}
			if x.shape == nil {
				shapes = [2][]int{{1, 3}, {3, 1}}
			}
			if x.equation == "ii,ii->" { // a diagonal: the roots stand on it
				shapes = [2][]int{{3, 3}, {3, 3}}
			}
			for _, layout := range layouts {
				z, w := relaid(filled(d, root, shapes[0]...), layout), relaid(filled(d, root, shapes[1]...), layout)
				if x.equation == "ii,ii->" {
					diagonal := func(i int) complex128 { return root(i / 4) }
					z, w = relaid(filled(d, diagonal, 3, 3), layout), relaid(filled(d, diagonal, 3, 3), layout)
				}
				first, rest, _ := strings.Cut(x.equation, ",")
				second, out, _ := strings.Cut(rest, "->")
				sum := func(equation string) complex128 {
					v := tensor.Must(hold(t, all, contraction(equation, z, w), false).Convert(tensor.Complex128))
					all, err := tensor.ColMajor[complex128](v)
					require.NoError(t, err)
					require.Len(t, all, 1)
					return all[0]
				}
				require.InDelta(t, 0, cmplx.Abs(sum(first+"*,"+second+"->"+out)-3), eps, x.equation)
				require.InDelta(t, 0, cmplx.Abs(sum(first+","+second+"*->"+out)-3), eps, x.equation)
				require.InDelta(t, 0, cmplx.Abs(sum(first+","+second+"->"+out)), eps, x.equation)
				require.InDelta(t, 0, cmplx.Abs(sum(first+"*,"+second+"*->"+out)), eps, x.equation)
			}
		}
	}
}

// Every choice of conjugated operands, in every layout, against the oracle (B23).
func TestConjugationInEveryLayout(t *testing.T) {
	all := stations(t)
	at := 0
	for _, size := range []map[rune]int{
		{'i': 3, 'j': 4, 'k': 5, 'l': 2, 'b': 2},
		{'i': 24, 'j': 17, 'k': 19, 'l': 9, 'b': 5},
	} {
		for _, equation := range []string{
			"ij,jk->ik", "ij,jk->ki", "ji,jk->ik", "ij,kj->ik", "ji,kj->ki", "ij,j->i", "ji,j->i", "j,ij->i", "j,ji->i", "i,i->", "i,j->ij",
			"i,j->ji", "bij,bjk->bik", "ijb,jkb->ikb", "ibj,kbj->kbi", "bi,bi->b", "ij,ij->ij", "ij,ji->ij", "ij->ji", "ij->i", "ij->", "ii->",
			"ii->i", "i->ii", "ij->ij", "iij,jk->ik", "ij,jk,kl->il", "ij,kj,jl->ikl", ",i->i", ",->", "ij,i->ij", "ij,ij,ij->ij", "ij,jk->i",
		} {
			inputs, out, _ := strings.Cut(equation, "->")
			terms := strings.Split(inputs, ",")
			for set := range 1 << len(terms) {
				starred := make([]string, len(terms))
				for i, term := range terms {
					starred[i] = term
					if set>>i&1 == 1 {
						starred[i] += "*"
					}
				}
				for l, layout := range layouts {
					at++
					if at%3 != 0 || testing.Short() && at%24 != 0 { // a sample: of every kernel there are dozens
						continue
					}
					d := []tensor.DType{tensor.Complex128, tensor.Complex64}[at/3%2]
					if at%7 == 0 {
						d = tensor.Float64 // means nothing there
					}
					operands := make([]*tensor.Tensor, len(terms))
					for i, term := range terms {
						shape := []int{}
						for _, label := range term {
							shape = append(shape, size[label])
						}
						if i == 1 && at/3%3 == 0 {
							layout = layouts[(l+at)%len(layouts)]
						}
						operands[i] = relaid(small(d, at+i, shape...), layout)
					}
					hold(t, all, contraction(strings.Join(starred, ",")+"->"+out, operands...), true)
				}
			}
		}
	}
}

// route is a contraction that sums n values, each result element being that sum.
type route struct {
	equation string
	shapes   func(n int) [][]int
	layout   string
}

// sumRoutes is every way in which a long sum can reach a kernel: alone, as a product with ones, as few rows or columns of
// a matrix in both orders of memory, in batches.
func sumRoutes() []route {
	var all []route
	add := func(equation string, shapes func(n int) [][]int) {
		for _, layout := range []string{"column-major", "row-major"} {
			all = append(all, route{equation, shapes, layout})
		}
	}
	add("i->", func(n int) [][]int { return [][]int{{n}} })
	add("i,->", func(n int) [][]int { return [][]int{{n}, {}} })
	add("i,i->", func(n int) [][]int { return [][]int{{n}, {n}} })
	add("i,i,i->", func(n int) [][]int { return [][]int{{n}, {n}, {n}} })
	for _, rows := range []int{1, 2, 4, 16, 17, 24} {
		add("ij->i", func(n int) [][]int { return [][]int{{rows, n}} })
		add("ij,j->i", func(n int) [][]int { return [][]int{{rows, n}, {n}} })
		add("ji,j->i", func(n int) [][]int { return [][]int{{n, rows}, {n}} })
		add("j,ij->i", func(n int) [][]int { return [][]int{{n}, {rows, n}} })
		add("bi,bi->b", func(n int) [][]int { return [][]int{{rows, n}, {rows, n}} })
		if rows <= 4 {
			add("bij,bj->bi", func(n int) [][]int { return [][]int{{2, rows, n}, {2, n}} })
		}
	}
	for _, m := range []int{1, 2, 5, 17} {
		for _, k := range []int{1, 3} {
			add("ij,jk->ik", func(n int) [][]int { return [][]int{{m, n}, {n, k}} })
			add("ji,jk->ki", func(n int) [][]int { return [][]int{{n, m}, {n, k}} })
		}
	}
	return all
}

// elements is the most that one operand of the route has for each value of a sum.
func (r route) elements() int {
	most := 0
	for _, shape := range r.shapes(1) {
		n := 1
		for _, size := range shape {
			n *= size
		}
		most = max(most, n)
	}
	return most
}

// run contracts the values of the first storage, the other operands being of the second, and returns the results.
func (r route) run(t *testing.T, c *einsum.Contractor, n int, value, one *tensor.Storage) []complex128 {
	t.Helper()
	var operands []*tensor.Tensor
	for i, shape := range r.shapes(n) {
		memory, strides := value, tensor.ColMajorStrides(shape)
		if i > 0 {
			memory = one
		}
		if r.layout == "row-major" {
			strides = tensor.RowMajorStrides(shape)
		}
		operands = append(operands, tensor.Must(memory.View(0, shape, strides)))
	}
	out, err := c.Contract(context.Background(), r.equation, operands...)
	require.NoError(t, err)
	all, err := tensor.ColMajor[complex128](tensor.Must(out.Convert(tensor.Complex128)))
	require.NoError(t, err)
	return all
}

// constant is n elements of one value.
func constant[T tensor.Element](v T, n int) *tensor.Storage {
	data := make([]T, n)
	for i := range data {
		data[i] = v
	}
	return tensor.StorageOf(data)
}

// One running accumulator in single precision loses digits: 3909.23 instead of 3921.57 (B25, numba/numba#2855,
// numpy/numpy#13734 and #20305).
func TestLongSumsKeepTheirDigits(t *testing.T) {
	const n, largest = 1_000_000, 24 // the largest operand has n rows or columns of 24
	x := float32(1) / 255
	want := n * float64(x)
	single, one := constant(x, largest*n), constant[float32](1, largest*n)
	const few = 4 // complex ones are tried on fewer rows, which take the same kernels
	pair, onePair := constant(complex(x, -x), few*n), constant[complex64](1, few*n)
	for _, threads := range []int{1, 2} {
		for _, s := range stations(t, cpu.WithThreads(threads)) {
			c, err := einsum.NewContractor(s.be)
			require.NoError(t, err)
			for at, r := range sumRoutes() {
				if testing.Short() && at%5 != threads {
					continue
				}
				what := fmt.Sprintf("%s, %d threads, %s of %v in %s", s.name, threads, r.equation, r.shapes(n), r.layout)
				for _, v := range r.run(t, c, n, single, one) {
					require.InDelta(t, want, real(v), 0.1, what)
				}
				if r.elements() > few || threads > 1 {
					continue
				}
				for _, v := range r.run(t, c, n, pair, onePair) {
					require.InDelta(t, want, real(v), 0.1, what)
					require.InDelta(t, -want, imag(v), 0.1, what)
				}
			}
		}
	}
}

// A running sum of ones in single precision stops at 2^24 (B25).
func TestSumsOfOnesBeyondSinglePrecision(t *testing.T) {
	const n, few = 1<<24 + 8, 2
	if testing.Short() {
		t.Skip("half a gigabyte of ones is for the long run")
	}
	single, pair := constant[float32](1, few*n), constant[complex64](1, n)
	for _, s := range stations(t) {
		c, err := einsum.NewContractor(s.be)
		require.NoError(t, err)
		for _, r := range sumRoutes() {
			if r.elements() > few {
				continue
			}
			for _, memory := range []*tensor.Storage{single, pair} {
				if memory.Len() < r.elements()*n {
					continue
				}
				for _, v := range r.run(t, c, n, memory, memory) {
					require.Equal(t, complex128(n), v, "%s, %v, %s of %v in %s", s.name, memory.DType(), r.equation, r.shapes(n), r.layout)
				}
			}
		}
		for _, d := range floats { // one element seen n times
			one := tensor.Must(ones(d, 1).Broadcast(n))
			for _, equation := range []string{"i->", "i,i->", "i,i,i->"} {
				operands := []*tensor.Tensor{one, one, one}[:strings.Count(equation, "i")]
				out, err := c.Contract(context.Background(), equation, operands...)
				require.NoError(t, err)
				requireRows(t, out, []int{}, n)
			}
		}
	}
}

// Kernels for new processors were wrong for certain remainders of the sizes (B29, OpenMathLib/OpenBLAS#2182, #1955, #2029,
// #2168 and #5267). cblas.SelfTest tries all of them; these are its integer matrices through a contraction.
func TestIntegerProductsAreExact(t *testing.T) {
	for _, x := range []struct {
		m, n, k            int
		first, last, mixed float64
	}{
		{24, 8, 64, 90, 44, 1373},
		{127, 129, 128, 25, 16, 3095},
		{192, 193, 191, 18, 98, -30},
		{257, 255, 256, 54, 5, 758},
	} {
		for _, threads := range []int{1, 2} {
			for _, s := range stations(t, cpu.WithThreads(threads)) {
				c, err := einsum.NewContractor(s.be)
				require.NoError(t, err)
				for _, d := range floats {
					a := filled(d, func(i int) complex128 { return complex(float64((7*(i/x.k)+3*(i%x.k))%11-5), 0) }, x.m, x.k)
					b := filled(d, func(i int) complex128 { return complex(float64((5*(i/x.n)+2*(i%x.n))%13-6), 0) }, x.k, x.n)
					for _, layout := range layouts {
						for _, equation := range []string{"ij,jk->ik", "ij,jk->ki", "ij*,jk->ik"} {
							var again *tensor.Tensor
							for range 2 {
								out, err := c.Contract(context.Background(), equation, relaid(a, layout), b)
								require.NoError(t, err)
								if strings.HasSuffix(equation, "ki") {
									out = tensor.Must(out.Transpose())
								}
								rows, err := tensor.RowMajor[complex128](tensor.Must(out.Convert(tensor.Complex128)))
								require.NoError(t, err)
								require.Equal(t, complex(x.first, 0), rows[0])
								require.Equal(t, complex(x.last, 0), rows[len(rows)-1])
								var mixed complex128
								for i, v := range rows {
									mixed += complex(float64(1+i%7), 0) * v
								}
								require.Equal(t, complex(x.mixed, 0), mixed, "%s %v %s %s", s.name, d, layout, equation)
								if again != nil {
									require.NoError(t, same(again, out))
								}
								again = out
							}
						}
					}
				}
			}
		}
	}
}
