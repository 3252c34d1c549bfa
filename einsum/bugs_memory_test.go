package einsum_test

// Faults that other tensor libraries had with memory: results on top of operands, what a result held before, strides of 0.

import (
	"context"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// refusedInto has a contraction into dst tried in every form that takes one. Each must fail without having written to dst.
func refusedInto(t *testing.T, all []*station, dst *tensor.Tensor, c call, what string) {
	t.Helper()
	whole := tensor.Must(dst.Storage().View(0, []int{dst.Storage().Len()}, []int{1}))
	before := tensor.Must(whole.Clone())
	for _, s := range all {
		x, err := einsum.NewContractor(s.be)
		require.NoError(t, err)
		err = x.ContractInto(context.Background(), dst, c.equation, c.operands...)
		var result *einsum.ResultError
		require.ErrorAs(t, err, &result, "%s: %s: %v", s.name, what, c)
		require.Equal(t, -1, result.Operand)

		p, err := c.program(s)
		require.NoError(t, err)
		err = s.rt.RunInto(context.Background(), p, []*tensor.Tensor{dst}, c.operands)
		var operand *runtime.OperandError
		require.ErrorAs(t, err, &operand, "%s: %s: %v", s.name, what, c)
		require.True(t, operand.Result)
	}
	require.NoError(t, same(before, whole), "%s: %v: written to before it was refused", what, c)
}

// at is a compact column-major view of memory from an offset on.
func at(s *tensor.Storage, offset int, shape ...int) *tensor.Tensor {
	return tensor.Must(s.View(offset, shape, tensor.ColMajorStrides(shape)))
}

// The result was zeroed before the operand in the same memory was read (B19, numpy/numpy#10080, gonum/gonum#1930,
// gorgonia/tensor#126). Here it is an error, and found by addresses.
func TestResultsOnOperandsAreRefused(t *testing.T) {
	all := stations(t)
	for _, d := range numbers {
		memory := arange(d, 1, 64).Storage()
		// The same memory from its second element on, seen by a storage that knows nothing of the first one.
		other := tensor.NewStorage(d, unsafe.Add(memory.Pointer(), d.Size()), memory.Len()-1, memory)

		x := at(memory, 8, 2, 2, 2)
		scale := arange(d, 2, 2)
		for name, dst := range map[string]*tensor.Tensor{
			"the operand itself":        x,
			"the same view":             at(memory, 8, 2, 2, 2),
			"one element later":         at(memory, 9, 2, 2, 2),
			"the last element":          at(memory, 15, 2, 2, 2),
			"up to the first element":   at(memory, 1, 2, 2, 2),
			"reversed":                  tensor.Must(x.Reverse(0, 1, 2)),
			"permuted":                  tensor.Must(x.Permute(2, 0, 1)),
			"another storage":           at(other, 7, 2, 2, 2),
			"another storage, shifted":  at(other, 13, 2, 2, 2),
			"around the operand":        tensor.Must(memory.View(0, []int{2, 2, 2}, []int{1, 2, 30})),
			"interleaved":               tensor.Must(memory.View(9, []int{2, 2, 2}, []int{2, 4, 8})),
			"backwards into the middle": tensor.Must(memory.View(20, []int{2, 2, 2}, []int{-1, -2, -4})),
		} {
			refusedInto(t, all, dst, contraction("j,ijk->ijk", scale, x), name)
			refusedInto(t, all, dst, contraction("ijk,j->ijk", x, scale), name)
			refusedInto(t, all, dst, contraction("ijk->ijk", x), name)
			refusedInto(t, all, dst, contraction("ijk,ijk,ijk->ijk", small(d, 1, 2, 2, 2), small(d, 2, 2, 2, 2), x), name)
		}
		a, b := at(memory, 0, 2, 2), arange(d, 5, 2, 2)
		refusedInto(t, all, a, contraction("ij,jk->ik", a, b), "the first factor")
		refusedInto(t, all, a, contraction("ij,jk->ik", b, a), "the second factor")
		refusedInto(t, all, at(memory, 3, 2, 2), contraction("ij,jk->ik", a, b), "the first factor's last element")
		refusedInto(t, all, at(memory, 40), contraction("i,i->", at(memory, 38, 4), scaleOf(d, 4)), "a scalar inside an operand")
		one := tensor.Must(memory.View(9, []int{3}, []int{0}))
		refusedInto(t, all, at(memory, 8, 3), contraction("i,i->i", one, scaleOf(d, 3)), "around a repeated element")

		// What only lies next to the operands is no overlap, nor is anything with an operand of no elements.
		for _, s := range all {
			c, err := einsum.NewContractor(s.be)
			require.NoError(t, err)
			work := arange(d, 1, 64).Storage()
			dst := at(work, 12, 2, 2)
			require.NoError(t, c.ContractInto(context.Background(), dst, "ij,jk->ik", at(work, 8, 2, 2), at(work, 16, 2, 2)))
			left, right := arange(d, 9, 2, 2), arange(d, 17, 2, 2) // row-major: the transposes, so that the product is (right·left)ᵀ
			want, err := c.Contract(context.Background(), "ji,kj->ik", left, right)
			require.NoError(t, err)
			require.NoError(t, same(want, dst))
			require.NoError(t, c.ContractInto(context.Background(), at(work, 0, 3), "ij,j->i", at(work, 0, 3, 0), at(work, 1, 0)))
			requireRows(t, at(work, 0, 4), []int{4}, 0, 0, 0, 4)
		}
	}
	pairs := tensor.StorageOf(make([]complex128, 16))
	z := at(pairs, 0, 16)
	refusedInto(t, all, tensor.Must(z.Imag()), contraction("i->i", tensor.Must(z.Real())), "the other parts of complex elements")
}

func scaleOf(d tensor.DType, n int) *tensor.Tensor { return arange(d, 2, n) }

// Results of one run on one another are refused as well.
func TestResultsOnEachOtherAreRefused(t *testing.T) {
	for _, s := range stations(t) {
		tc := trace.New()
		a, b := tc.Input(tensor.Float64, 2, 2), tc.Input(tensor.Float64, 2, 2)
		g, err := tc.Graph(einsum.Trace(tc, "ij,jk->ik", a, b), einsum.Trace(tc, "ij,ij->ij", a, b))
		require.NoError(t, err)
		p, err := compiler.Compile(g)
		require.NoError(t, err)
		memory := arange(tensor.Float64, 0, 7).Storage()
		operands := []*tensor.Tensor{arange(tensor.Float64, 1, 2, 2), arange(tensor.Float64, 5, 2, 2)}
		err = s.rt.RunInto(context.Background(), p, []*tensor.Tensor{at(memory, 0, 2, 2), at(memory, 3, 2, 2)}, operands)
		var overlap *runtime.OperandError
		require.ErrorAs(t, err, &overlap)
		requireRows(t, at(memory, 0, 7), []int{7}, 0, 1, 2, 3, 4, 5, 6)
	}
}

// A result in which several indices share an element is refused; operands like that are read as they are
// (S11, numpy/numpy#9165 and #12156).
func TestZeroStrides(t *testing.T) {
	all := stations(t)
	for i, d := range numbers {
		x := tensor.Must(arange(d, 3, 1).Broadcast(4))
		requireRows(t, hold(t, all, contraction("i,i->", x, arange(d, 1, 4)), true), []int{}, 30)
		requireRows(t, hold(t, all, contraction("i,i->", arange(d, 1, 4), x), true), []int{}, 30)
		rows := tensor.Must(arange(d, 1, 1, 2).Broadcast(2, 2))
		requireRows(t, hold(t, all, contraction("ij,jk->ik", rows, arange(d, 1, 2, 2)), true), []int{2, 2}, 7, 10, 7, 10)
		for at, equation := range []string{
			"ij,jk->ik", "ij,jk->ki", "ji,jk->ik", "ij,kj->ik", "ji,kj->ik", "ij,ij->ij", "ij,ij->i", "ij,ij->", "ij,ik->ijk", "ij,kl->ikjl", "ii,ij->j",
		} {
			const size = 13
			for set := range 16 { // each of the four axes repeated or not
				square := func(seed int, first, second bool) *tensor.Tensor {
					shape := []int{size, size}
					if first {
						shape[0] = 1
					}
					if second {
						shape[1] = 1
					}
					return tensor.Must(small(d, seed, shape...).Broadcast(size, size))
				}
				if (set+at)%len(numbers) != i && (testing.Short() || set%3 != 0) {
					continue
				}
				hold(t, all, contraction(equation, square(1, set&1 != 0, set&2 != 0), square(2, set&4 != 0, set&8 != 0)), true)
			}
		}
		memory := arange(d, 1, 8).Storage()
		a, b := small(d, 1, 2, 2), small(d, 2, 2, 2)
		for name, strides := range map[string][]int{"stride 0": {1, 0}, "all strides 0": {0, 0}, "equal strides": {1, 1}, "strides 2 and -2": {2, -2}} {
			refusedInto(t, all, tensor.Must(memory.View(4, []int{2, 2}, strides)), contraction("ij,jk->ik", a, b), name)
		}
		// The stride of an axis of size 1 means nothing.
		for _, s := range all {
			c, err := einsum.NewContractor(s.be)
			require.NoError(t, err)
			dst := tensor.Must(memory.View(0, []int{2, 1}, []int{1, 0}))
			require.NoError(t, c.ContractInto(context.Background(), dst, "ij,jk->ik", arange(d, 1, 2, 2), arange(d, 1, 2, 1)))
			requireRows(t, dst, []int{2, 1}, 5, 11)
		}
	}
}

// With beta = 0 what the result held was multiplied by 0, so that a NaN survived (B21, gonum/gonum#1293,
// OpenMathLib/OpenBLAS#929 and #746). Every form of hold with a caller's result starts from NaN; here it goes through every
// kernel, and through temporary memory that held NaN before.
func TestNothingOfOldResultsSurvives(t *testing.T) {
	all := stations(t)
	seen := map[string]bool{}
	through := func(equation string, shapes ...[]int) {
		for _, d := range floats {
			for _, layout := range layouts {
				var clean, dirty []*tensor.Tensor
				for i, shape := range shapes {
					x := relaid(small(d, i, shape...), layout)
					clean = append(clean, x)
					dirty = append(dirty, relaid(poison(d, shape...), layout))
				}
				for _, s := range all { // leaves NaN in the backend's temporary memory
					c, err := einsum.NewContractor(s.be)
					require.NoError(t, err)
					_, err = c.Contract(context.Background(), equation, dirty...)
					require.NoError(t, err)
				}
				c := contraction(equation, clean...)
				hold(t, all, c, true)
				for _, kind := range c.kinds(t, all[0]) {
					seen[kind] = true
				}
			}
		}
	}
	for _, d := range floats {
		x := filled(d, func(i int) complex128 { return []complex128{1, 2, 2, 3}[i] }, 2, 2)
		identity := filled(d, func(i int) complex128 { return []complex128{1, 0, 0, 1}[i] }, 2, 2)
		requireRows(t, hold(t, all, contraction("ij,jk->ik", x, identity), true), []int{2, 2}, 1, 2, 2, 3)
		requireRows(t, hold(t, all, contraction("ij,j->i", x, ones(d, 2)), true), []int{2}, 3, 5)
	}
	through("ij,jk->ik", []int{24, 25}, []int{25, 26})
	through("ij,jk->ki", []int{24, 25}, []int{25, 26})
	through("ji,jk->ik", []int{25, 24}, []int{25, 26})
	through("ij,jk->ik", []int{24, 25}, []int{25, 1})
	through("ij,jk->ik", []int{1, 25}, []int{25, 24})
	through("ij,j->i", []int{64, 65}, []int{65})
	through("ji,j->i", []int{65, 64}, []int{65})
	through("i,i->", []int{200}, []int{200})
	through("i,j->ij", []int{20}, []int{30})
	through("i,j->ji", []int{20}, []int{30})
	through("ijb,jkb->ikb", []int{8, 9, 5}, []int{9, 10, 5})
	through("bij,bjk->bik", []int{5, 8, 9}, []int{5, 9, 10})
	through("iaj,jak->ik", []int{12, 3, 16}, []int{16, 3, 12}) // a sum of matrix products
	through("aibj,bjak->ik", []int{3, 12, 4, 16}, []int{4, 16, 3, 12})
	through("bi,bi->b", []int{7, 30}, []int{7, 30})
	through("ij,ij->ij", []int{20, 30}, []int{20, 30})
	through("ij,ji->", []int{20, 30}, []int{30, 20})
	through(",->", nil, nil)
	through(",ij->ij", nil, []int{6, 5})
	through("ij->ji", []int{20, 30})
	through("ij->i", []int{20, 30})
	through("ij->", []int{20, 30})
	through("ii->i", []int{20, 20})
	through("ij->iij", []int{6, 5}) // zeros beside a diagonal
	through("ij,jk->iik", []int{6, 5}, []int{5, 7})
	through("ij,jk->ik", []int{6, 0}, []int{0, 7}) // zeros alone
	through("ij,jk,kl->il", []int{20, 21}, []int{21, 22}, []int{22, 23})
	through("ab,b,bc->ac", []int{20, 21}, []int{21}, []int{21, 22})
	through("iij,jk,kll->il", []int{6, 6, 5}, []int{5, 7}, []int{7, 4, 4})
	for _, kind := range []string{"GEMM", "GEMV", "DOT", "PRODUCT", "COPY", "FILL"} {
		require.Contains(t, seen, kind, "no equation ran this kernel")
	}
}

// The other way round: a NaN or an infinity of an operand reaches every element that it belongs to, through a factor 0 too.
func TestNothingOfOperandsIsLost(t *testing.T) {
	all := stations(t)
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, d := range floats {
			for _, size := range []int{2, 9, 33} {
				for _, equation := range []string{"ij,jk->ik", "ji,jk->ki", "ij,kj->ik", "ij,ij->ij", "ij,ij->", "ij,jk->i", "ij,ij->j"} {
					x := filled(d, func(i int) complex128 {
						if i == size+1 {
							return complex(bad, 0)
						}
						return 1
					}, size, size)
					zeros := filled(d, func(int) complex128 { return 0 }, size, size)
					for name, operands := range map[string][]*tensor.Tensor{"first": {x, zeros}, "second": {zeros, x}, "both": {x, x}} {
						c := contraction(equation, operands...)
						if d.IsComplex() && name == "both" {
							continue // the parts of a product of infinities may be NaN or not
						}
						hold(t, all, c, false)
					}
				}
			}
		}
	}
}

func ExampleContractInto() {
	a := tensor.MustFromRowMajor([]float64{1, 2, 3, 4}, 2, 2)
	b := tensor.MustFromRowMajor([]float64{5, 6, 7, 8}, 2, 2)
	product := tensor.MustNew(tensor.Float64, 2, 2)
	fmt.Println(einsum.ContractInto(context.Background(), product, "ij,jk->ik", a, b))
	fmt.Println(product)
	fmt.Println(einsum.ContractInto(context.Background(), a, "ij,jk->ik", a, b))
	// Output:
	// <nil>
	// float64 [2 2]
	// [[19 22]
	//  [43 50]]
	// einsum "ij,jk->ik": the result shares memory with operand 0
}
