package kernel

// Random views for the tests: memory with guard elements round it, layouts of every kind, and an odometer oracle.

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// newRand returns a source whose seed is printed if the test fails.
func newRand(t testing.TB) *rand.Rand {
	seed := rand.Uint64()
	if t.Name() == "" {
		seed = 1
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

const guard = 64 // bytes before and after the memory of a view

// view is a strided view of memory of its own. base is where offsets count from.
type view struct {
	d      tensor.DType
	shape  []int
	layout Layout
	n      int // elements of memory
	mem    []uint64
}

func (v *view) base() unsafe.Pointer { return unsafe.Add(unsafe.Pointer(&v.mem[0]), guard) }

func (v *view) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&v.mem[0])), len(v.mem)*8)
}

// newView allocates a view with the given strides; the offset is whatever keeps all elements inside.
func newView(d tensor.DType, shape, strides []int) *view {
	v := &view{d: d, shape: shape, layout: Layout{Strides: strides}}
	reach := 0
	for a, n := range shape {
		if n == 0 {
			reach, v.layout.Offset = 0, 0
			break
		}
		if s := strides[a]; s < 0 {
			v.layout.Offset -= (n - 1) * s
		}
		reach += (n - 1) * abs(strides[a])
	}
	v.n = reach + 1
	v.mem = make([]uint64, (v.n*d.Size()+7)/8+2*guard/8)
	return v
}

// shift moves a view k elements on in its memory.
func (v *view) shift(k int) {
	v.layout.Offset += k
	v.n += k
	v.mem = append(v.mem, make([]uint64, (k*v.d.Size()+7)/8)...)
}

// randomView makes a view of one of many kinds: any order of axes, gaps, axes turned round and, for sources, axes of
// stride 0.
func randomView(r *rand.Rand, d tensor.DType, shape []int, source bool) *view {
	strides := make([]int, len(shape))
	step := 1
	if r.IntN(4) == 0 {
		step = 1 + r.IntN(3)
	}
	order := r.Perm(len(shape))
	if r.IntN(3) == 0 {
		for i := range order {
			order[i] = i
		}
	}
	for _, a := range order {
		if source && r.IntN(5) == 0 {
			continue
		}
		strides[a] = step
		if r.IntN(8) == 0 {
			strides[a] = -step
		}
		step *= max(shape[a], 1)
		if r.IntN(6) == 0 {
			step += r.IntN(3)
		}
	}
	v := newView(d, shape, strides)
	v.randomise(r)
	return v
}

// randomise fills the view and its guards. Floating-point values are small, and so are integers, but for a few.
func (v *view) randomise(r *rand.Rand) {
	b := v.bytes()
	for i := range b {
		b[i] = byte(r.UintN(256))
	}
	for i := range v.n {
		p := unsafe.Add(v.base(), i*v.d.Size())
		x, y := r.Float64()*2-1, r.Float64()*2-1
		switch v.d {
		case tensor.Float32:
			*(*float32)(p) = float32(x)
		case tensor.Float64:
			*(*float64)(p) = x
		case tensor.Complex64:
			*(*complex64)(p) = complex64(complex(x, y))
		case tensor.Complex128:
			*(*complex128)(p) = complex(x, y)
		case tensor.Int32:
			*(*int32)(p) = int32(r.IntN(20) - 10)
		case tensor.Int64:
			*(*int64)(p) = int64(r.IntN(20) - 10)
		case tensor.Bool:
			*(*bool)(p) = r.IntN(2) == 0
		}
	}
}

// at returns the address of an element.
func (v *view) at(index []int) unsafe.Pointer {
	o := v.layout.Offset
	for a, i := range index {
		o += i * v.layout.Strides[a]
	}
	return unsafe.Add(v.base(), o*v.d.Size())
}

// element returns the bytes of an element.
func (v *view) element(index []int) []byte {
	return unsafe.Slice((*byte)(v.at(index)), v.d.Size())
}

// get reads an element as a complex number; integers lose digits beyond 2⁵³.
func (v *view) get(index []int) complex128 { return readValue(v.d, v.at(index)) }

func readValue(d tensor.DType, p unsafe.Pointer) complex128 {
	switch d {
	case tensor.Float32:
		return complex(float64(*(*float32)(p)), 0)
	case tensor.Float64:
		return complex(*(*float64)(p), 0)
	case tensor.Complex64:
		return complex128(*(*complex64)(p))
	case tensor.Complex128:
		return *(*complex128)(p)
	case tensor.Int32:
		return complex(float64(*(*int32)(p)), 0)
	case tensor.Int64:
		return complex(float64(*(*int64)(p)), 0)
	}
	if *(*bool)(p) {
		return 1
	}
	return 0
}

// clone copies the memory.
func (v *view) clone() *view {
	c := *v
	c.mem = append([]uint64(nil), v.mem...)
	return &c
}

// each visits all indices of a shape, the first axis fastest.
func each(shape []int, visit func(index []int)) {
	if product(shape) == 0 {
		return
	}
	index := make([]int, len(shape))
	for {
		visit(index)
		a := 0
		for ; a < len(shape); a++ {
			if index[a]++; index[a] < shape[a] {
				break
			}
			index[a] = 0
		}
		if a == len(shape) {
			return
		}
	}
}

// requireExtent checks that a plan names the range of elements that a view of a shape covers.
func requireExtent(t *testing.T, v *view, shape []int, e Extent) {
	t.Helper()
	if product(shape) == 0 {
		require.True(t, e.Empty())
		return
	}
	lo, hi := v.layout.Offset, v.layout.Offset
	for a, n := range shape {
		lo += min(0, (n-1)*v.layout.Strides[a])
		hi += max(0, (n-1)*v.layout.Strides[a])
	}
	require.Equal(t, Extent{lo, hi}, e)
}

// randomShape gives shapes of few large or many tiny axes, some of size 1 and, rarely, 0.
func randomShape(r *rand.Rand, most int) []int {
	var shape []int
	points := 1
	rank := r.IntN(5)
	top := 40
	if r.IntN(3) == 0 {
		rank, top = r.IntN(14), 3
	}
	for range rank {
		n := 1 + r.IntN(top)
		if r.IntN(60) == 0 {
			n = 0
		}
		if points*max(n, 1) > most {
			break
		}
		points *= max(n, 1)
		shape = append(shape, n)
	}
	return shape
}

var allTypes = []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128, tensor.Int32, tensor.Int64, tensor.Bool}

var numericTypes = allTypes[:6]

// runParts runs a plan in n parts, each with scratch of its own and, at times, none.
func runParts(r *rand.Rand, n, scratch int, run func(w Work)) {
	for _, part := range r.Perm(n) {
		w := Work{Part: part, Parts: n}
		if r.IntN(4) > 0 {
			w.Scratch = make([]byte, scratch)
			for i := range w.Scratch {
				w.Scratch[i] = byte(r.UintN(256))
			}
		}
		run(w)
	}
}
