package kernel

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// reduceOracle reduces the values of one result, given in column-major order.
func reduceOracle(fn compiler.ReduceFn, values []complex128, whole []int64) sums {
	s := sums{}
	switch fn {
	case compiler.ReduceProd:
		s = sums{value: 1, whole: 1, size: 1}
		for i, v := range values {
			s.value *= v
			s.whole *= whole[i]
			s.size *= max(1, cmplx.Abs(v))
		}
	case compiler.ReduceSum, compiler.ReduceMean:
		for i, v := range values {
			s.add(v)
			s.whole += whole[i]
		}
		if fn == compiler.ReduceMean {
			n := float64(len(values))
			s.value, s.lost, s.size = s.value/complex(n, 0), s.lost/complex(n, 0), s.size/n
		}
	default:
		at := 0
		for i, v := range values {
			x, best := real(v), real(values[at])
			if math.IsNaN(best) {
				break
			}
			greater := fn == compiler.ReduceMax || fn == compiler.ReduceArgMax
			if math.IsNaN(x) || greater && x > best || !greater && x < best {
				at = i
			}
		}
		s.value, s.whole = values[at], whole[at]
		if fn == compiler.ReduceArgMax || fn == compiler.ReduceArgMin {
			s = sums{value: complex(float64(at), 0), whole: int64(at)}
		}
	}
	return s
}

func reduceTypes(fn compiler.ReduceFn) []tensor.DType {
	switch fn {
	case compiler.ReduceSum, compiler.ReduceProd:
		return numericTypes
	case compiler.ReduceMean:
		return numericTypes[:4]
	}
	return []tensor.DType{tensor.Float32, tensor.Float64, tensor.Int32, tensor.Int64, tensor.Bool}
}

func TestReduceRandom(t *testing.T) {
	r := newRand(t)
	for range 1500 {
		fn := compiler.ReduceSum + compiler.ReduceFn(r.IntN(7))
		types := reduceTypes(fn)
		d := types[r.IntN(len(types))]
		shape := randomShape(r, 3000)
		reduce := r.IntN(len(shape) + 1)
		kept := shape[:len(shape)-reduce]
		out := d
		if fn >= compiler.ReduceArgMax {
			out = tensor.Int64
		}
		dst, src := randomView(r, out, kept, false), randomView(r, d, shape, true)
		strides := append(cloneInts(dst.layout.Strides), make([]int, reduce)...)
		p, err := PlanReduce(fn, d, shape, reduce, Layout{dst.layout.Offset, strides}, src.layout)
		if product(shape[len(kept):]) == 0 && fn != compiler.ReduceSum && fn != compiler.ReduceProd {
			require.ErrorIs(t, err, ErrEmpty)
			continue
		}
		require.NoError(t, err)
		want := map[string]sums{}
		values, whole := map[string][]complex128{}, map[string][]int64{}
		each(shape, func(index []int) {
			key := fmt.Sprint(index[:len(kept)])
			values[key] = append(values[key], src.get(index))
			whole[key] = append(whole[key], readInt(d, src.at(index)))
		})
		each(kept, func(index []int) {
			key := fmt.Sprint(index)
			want[key] = reduceOracle(fn, values[key], whole[key])
		})
		var first *view
		for _, parts := range []int{1, 2, 5} {
			got := dst.clone()
			runParts(r, parts, p.Scratch(), func(w Work) { p.Run(w, got.base(), src.base()) })
			if first == nil {
				requireSums(t, got, dst, kept, want, fmt.Sprintf("reduce %d %v %v/%d dst %v src %v", fn, d, shape, reduce, dst.layout, src.layout))
				first = got
			} else {
				require.True(t, equalWords(first.mem, got.mem))
			}
		}
	}
}

func TestReduceNaN(t *testing.T) {
	nan := math.NaN()
	for _, n := range []int{3, 40} { // by rows and by runs
		for _, reversedRows := range []bool{false, true} {
			data := make([]float64, 3*n)
			for i := range data {
				data[i] = float64(i % 7)
			}
			data[n+1], data[n+2] = nan, nan
			src := Layout{Strides: []int{n, 1}}
			if reversedRows { // the same rows, laid out across
				across := make([]float64, len(data))
				for i := range 3 {
					for j := range n {
						across[j*3+i] = data[i*n+j]
					}
				}
				data, src = across, Layout{Strides: []int{1, 3}}
			}
			for _, fn := range []compiler.ReduceFn{compiler.ReduceMax, compiler.ReduceMin, compiler.ReduceSum, compiler.ReduceProd, compiler.ReduceMean} {
				out := make([]float64, 3)
				p, err := PlanReduce(fn, tensor.Float64, []int{3, n}, 1, Layout{Strides: []int{1, 0}}, src)
				require.NoError(t, err)
				p.Run(Work{}, unsafe.Pointer(&out[0]), unsafe.Pointer(&data[0]))
				require.False(t, math.IsNaN(out[0]))
				require.True(t, math.IsNaN(out[1]))
				require.False(t, math.IsNaN(out[2]))
			}
			for _, fn := range []compiler.ReduceFn{compiler.ReduceArgMax, compiler.ReduceArgMin} {
				out := make([]int64, 3)
				p, err := PlanReduce(fn, tensor.Float64, []int{3, n}, 1, Layout{Strides: []int{1, 0}}, src)
				require.NoError(t, err)
				p.Run(Work{}, unsafe.Pointer(&out[0]), unsafe.Pointer(&data[0]))
				require.EqualValues(t, 1, out[1], "the first NaN")
			}
		}
	}
}

func TestReduceErrors(t *testing.T) {
	l := Layout{Strides: []int{1}}
	for _, c := range []struct {
		fn   compiler.ReduceFn
		d    tensor.DType
		n    int
		want error
	}{
		{compiler.ReduceMean, tensor.Int64, 3, ErrDType},
		{compiler.ReduceMax, tensor.Complex64, 3, ErrDType},
		{compiler.ReduceArgMax, tensor.Complex64, 3, ErrDType},
		{compiler.ReduceSum, tensor.Bool, 3, ErrDType},
		{0, tensor.Float64, 3, ErrDType},
		{compiler.ReduceMin, tensor.Float64, 0, ErrEmpty},
		{compiler.ReduceArgMin, tensor.Float64, 0, ErrEmpty},
	} {
		_, err := PlanReduce(c.fn, c.d, []int{c.n}, 1, l, l)
		require.ErrorIs(t, err, c.want)
	}
}

func TestReduceEmpty(t *testing.T) {
	for _, c := range []struct {
		fn   compiler.ReduceFn
		want float64
	}{{compiler.ReduceSum, 0}, {compiler.ReduceProd, 1}} {
		out := []float64{5, 5}
		p, err := PlanReduce(c.fn, tensor.Float64, []int{2, 0}, 1, Layout{Strides: []int{1, 0}}, Layout{Strides: []int{0, 0}})
		require.NoError(t, err)
		require.Equal(t, Extent{0, 1}, p.Extent(0))
		require.True(t, p.Extent(1).Empty())
		p.Run(Work{}, unsafe.Pointer(&out[0]), nil)
		require.Equal(t, []float64{c.want, c.want}, out)
	}
}

func BenchmarkReduce(b *testing.B) {
	const n = 2048
	for _, fn := range []compiler.ReduceFn{compiler.ReduceSum, compiler.ReduceMax, compiler.ReduceArgMax} {
		for name, src := range map[string][]int{"rows": {1, n}, "columns": {n, 1}} {
			b.Run(fmt.Sprintf("%d/%s", fn, name), func(b *testing.B) {
				p, err := PlanReduce(fn, tensor.Float64, []int{n, n}, 1, Layout{Strides: []int{1, 0}}, Layout{Strides: src})
				require.NoError(b, err)
				from, to := benchMemory(b, n*n*8), benchMemory(b, n*8)
				fillMemory(from, n*n*8)
				w := Work{Scratch: make([]byte, p.Scratch())}
				b.SetBytes(int64(p.Bytes()))
				for b.Loop() {
					p.Run(w, to, from)
				}
			})
		}
	}
}
