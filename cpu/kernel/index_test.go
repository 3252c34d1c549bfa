package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// randomIndex makes a view of valid indices of an axis.
func randomIndex(r *rand.Rand, d tensor.DType, shape []int, size int) *view {
	v := randomView(r, d, shape, true)
	each(shape, func(index []int) { setIndex(v, index, r.IntN(size)) })
	return v
}

func setIndex(v *view, index []int, i int) {
	if v.d == tensor.Int32 {
		*(*int32)(v.at(index)) = int32(i)
	} else {
		*(*int64)(v.at(index)) = int64(i)
	}
}

// indexCase is a random gather or scatter: x over Rest and Indexed, other over Rest and Select.
type indexCase struct {
	spec     IndexSpec
	x, other *view
	indices  []*view
}

func (c *indexCase) layouts() (l []Layout) {
	for _, v := range c.indices {
		l = append(l, v.layout)
	}
	return l
}

func (c *indexCase) mem() (p []unsafe.Pointer) {
	for _, v := range c.indices {
		p = append(p, v.base())
	}
	return p
}

// where returns the index of x that an index of other means.
func (c *indexCase) where(index []int) []int {
	rest := len(c.spec.Rest)
	at := slices.Clone(index[:rest])
	for _, v := range c.indices {
		at = append(at, int(readInt(v.d, v.at(index[rest:]))))
	}
	return at
}

func randomIndexCase(r *rand.Rand, d tensor.DType, intoX bool) *indexCase {
	c := &indexCase{spec: IndexSpec{DType: d, Index: []tensor.DType{tensor.Int32, tensor.Int64}[r.IntN(2)]}}
	for range r.IntN(3) {
		c.spec.Rest = append(c.spec.Rest, 1+r.IntN(6))
	}
	for range r.IntN(3) {
		c.spec.Select = append(c.spec.Select, 1+r.IntN(6))
	}
	for range 1 + r.IntN(2) {
		c.spec.Indexed = append(c.spec.Indexed, 1+r.IntN(5))
	}
	for _, n := range c.spec.Indexed {
		c.indices = append(c.indices, randomIndex(r, c.spec.Index, c.spec.Select, n))
	}
	c.x = randomView(r, d, slices.Concat(c.spec.Rest, c.spec.Indexed), !intoX)
	c.other = randomView(r, d, slices.Concat(c.spec.Rest, c.spec.Select), intoX)
	return c
}

func TestGather(t *testing.T) {
	r := newRand(t)
	for range 400 {
		c := randomIndexCase(r, allTypes[r.IntN(len(allTypes))], false)
		p, err := PlanGather(c.spec, c.other.layout, c.x.layout, c.layouts())
		require.NoError(t, err)
		requireExtent(t, c.other, c.other.shape, p.Extent(0))
		requireExtent(t, c.x, c.x.shape, p.Extent(1))
		for i, v := range c.indices {
			requireExtent(t, v, c.spec.Select, p.Extent(2+i))
		}
		want := c.other.clone()
		each(c.other.shape, func(index []int) { copy(want.element(index), c.x.element(c.where(index))) })
		for _, parts := range []int{1, 3} {
			got := c.other.clone()
			runParts(r, parts, p.Scratch(), func(w Work) { require.NoError(t, p.Run(w, got.base(), c.x.base(), c.mem()...)) })
			require.True(t, equalWords(want.mem, got.mem))
		}
	}
}

func TestScatter(t *testing.T) {
	r := newRand(t)
	for range 400 {
		add := r.IntN(2) == 0
		types := allTypes
		if add {
			types = numericTypes
		}
		c := randomIndexCase(r, types[r.IntN(len(types))], true)
		p, err := PlanScatter(c.spec, add, c.x.layout, c.other.layout, c.layouts())
		require.NoError(t, err)
		requireExtent(t, c.x, c.x.shape, p.Extent(0))
		requireExtent(t, c.other, c.other.shape, p.Extent(1))
		want := c.x.clone()
		each(c.other.shape, func(index []int) {
			to, from := want.at(c.where(index)), c.other.at(index)
			if add {
				addElement(c.spec.DType, to, from)
			} else {
				copy(want.element(c.where(index)), c.other.element(index))
			}
		})
		for _, parts := range []int{1, 3} {
			got := c.x.clone()
			runParts(r, parts, p.Scratch(), func(w Work) { require.NoError(t, p.Run(w, got.base(), c.other.base(), c.mem()...)) })
			require.True(t, equalWords(want.mem, got.mem))
		}
	}
}

// addElement is to += from.
func addElement(d tensor.DType, to, from unsafe.Pointer) {
	switch d {
	case tensor.Float32:
		*(*float32)(to) += *(*float32)(from)
	case tensor.Float64:
		*(*float64)(to) += *(*float64)(from)
	case tensor.Complex64:
		*(*complex64)(to) += *(*complex64)(from)
	case tensor.Complex128:
		*(*complex128)(to) += *(*complex128)(from)
	case tensor.Int32:
		*(*int32)(to) += *(*int32)(from)
	case tensor.Int64:
		*(*int64)(to) += *(*int64)(from)
	}
}

func TestIndexOutOfRange(t *testing.T) {
	r := newRand(t)
	for _, bad := range []int{-1, 4, 1 << 30} {
		c := &indexCase{spec: IndexSpec{DType: tensor.Float64, Index: tensor.Int64, Rest: []int{2}, Indexed: []int{3, 4}, Select: []int{5, 2}}}
		c.x, c.other = randomView(r, tensor.Float64, []int{2, 3, 4}, false), randomView(r, tensor.Float64, []int{2, 5, 2}, false)
		c.indices = []*view{newView(tensor.Int64, c.spec.Select, []int{1, 5}), newView(tensor.Int64, c.spec.Select, []int{1, 5})}
		setIndex(c.indices[1], []int{3, 1}, bad)
		g, err := PlanGather(c.spec, c.other.layout, c.x.layout, c.layouts())
		require.NoError(t, err)
		s, err := PlanScatter(c.spec, true, c.x.layout, c.other.layout, c.layouts())
		require.NoError(t, err)
		for _, err := range []error{g.Run(Work{}, c.other.base(), c.x.base(), c.mem()...), s.Run(Work{}, c.x.base(), c.other.base(), c.mem()...)} {
			require.ErrorIs(t, err, ErrIndex)
			var e *IndexError
			require.ErrorAs(t, err, &e)
			require.Equal(t, IndexError{Kernel: e.Kernel, Axis: 1, Index: int64(bad), Size: 4, Position: 8}, *e)
		}
	}
}

func TestIndexErrors(t *testing.T) {
	spec := IndexSpec{DType: tensor.Float64, Index: tensor.Float64, Indexed: []int{3}, Select: []int{2}}
	one := Layout{Strides: []int{1}}
	_, err := PlanGather(spec, one, one, []Layout{one})
	require.ErrorIs(t, err, ErrDType)
	spec.Index = tensor.Int32
	_, err = PlanGather(spec, one, one, nil)
	require.ErrorIs(t, err, ErrShape)
	_, err = PlanGather(spec, Layout{Strides: []int{0}}, one, []Layout{one})
	require.ErrorIs(t, err, ErrOverlap)
	spec.DType = tensor.Bool
	_, err = PlanScatter(spec, true, one, one, []Layout{one})
	require.ErrorIs(t, err, ErrDType)
}

func TestTriangle(t *testing.T) {
	r := newRand(t)
	for range 300 {
		d := allTypes[r.IntN(len(allTypes))]
		shape := []int{r.IntN(9), 1 + r.IntN(9)}
		for range r.IntN(3) {
			shape = append(shape, 1+r.IntN(3))
		}
		k, lower := r.IntN(23)-11, r.IntN(2) == 0
		dst, src := randomView(r, d, shape, false), randomView(r, d, shape, true)
		p, err := PlanTriangle(d, shape, dst.layout, src.layout, lower, k)
		require.NoError(t, err)
		requireExtent(t, dst, shape, p.Extent(0))
		want := dst.clone()
		each(shape, func(index []int) {
			over := index[1] - index[0]
			if lower && over <= k || !lower && over >= k {
				copy(want.element(index), src.element(index))
			} else {
				clear(want.element(index))
			}
		})
		for _, parts := range []int{1, 3} {
			got := dst.clone()
			runParts(r, parts, p.Scratch(), func(w Work) { p.Run(w, got.base(), src.base()) })
			if !equalWords(want.mem, got.mem) {
				t.Fatalf("%v %v lower %v k %d dst %v src %v", d, shape, lower, k, dst.layout, src.layout)
			}
		}
	}
	_, err := PlanTriangle(tensor.Float64, []int{3}, Layout{Strides: []int{1}}, Layout{Strides: []int{1}}, true, 0)
	require.ErrorIs(t, err, ErrShape)
}

func TestFill(t *testing.T) {
	r := newRand(t)
	for range 200 {
		d := allTypes[r.IntN(len(allTypes))]
		shape := randomShape(r, 3000)
		dst := randomView(r, d, shape, false)
		p, err := PlanFill(d, shape, dst.layout, 3.75-2i)
		require.NoError(t, err)
		requireExtent(t, dst, shape, p.Extent(0))
		require.True(t, p.Extent(1).Empty())
		value := map[tensor.DType]complex128{tensor.Int32: 3, tensor.Int64: 3, tensor.Bool: 1, tensor.Float32: 3.75, tensor.Float64: 3.75,
			tensor.Complex64: 3.75 - 2i, tensor.Complex128: 3.75 - 2i}[d]
		got, rest := dst.clone(), dst.clone()
		runParts(r, 2, p.Scratch(), func(w Work) { p.Run(w, got.base()) })
		each(shape, func(index []int) {
			require.Equal(t, value, got.get(index))
			copy(rest.element(index), got.element(index))
		})
		require.True(t, equalWords(rest.mem, got.mem))
	}
}
