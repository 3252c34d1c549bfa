//go:build unix

package einsum_test

// Tensors on memory that the garbage collector does not own, mapped from the system: it faults when it is touched after
// its owner has died, and takes up address space rather than memory, so that it can be larger than the machine's.

import (
	"context"
	"errors"
	"math"
	goruntime "runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/tensor"
)

// mapped is n elements, all 0, in pages of their own that are unmapped once the storage is garbage. Pages that are never
// written take no memory. unmapped, if not nil, counts those that are gone.
func mapped(t testing.TB, d tensor.DType, n int, unmapped *atomic.Int64) *tensor.Storage {
	t.Helper()
	type owner struct{ memory []byte }
	memory, err := unix.Mmap(-1, 0, n*d.Size(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|mapNoReserve)
	if errors.Is(err, unix.ENOMEM) || errors.Is(err, unix.EAGAIN) {
		t.Skipf("the system gives no address space of %d bytes: %v", n*d.Size(), err)
	}
	require.NoError(t, err)
	o := &owner{memory}
	goruntime.AddCleanup(o, func(memory []byte) {
		if err := unix.Munmap(memory); err != nil {
			panic(err)
		}
		if unmapped != nil {
			unmapped.Add(1)
		}
	}, memory)
	return tensor.NewStorage(d, unsafe.Pointer(&memory[0]), n, o)
}

// mappedOf is a tensor of one value on mapped memory.
func mappedOf(t testing.TB, v float64, unmapped *atomic.Int64, shape ...int) *tensor.Tensor {
	t.Helper()
	n := 1
	for _, size := range shape {
		n *= size
	}
	s := mapped(t, tensor.Float64, n, unmapped)
	x := at(s, 0, shape...)
	fill(at(s, 0, n), v)
	return x
}

// A finaliser freed the memory of an operand while the call that reads it was still running (S19, golang/go#13347).
func TestOperandsLiveAsLongAsTheCall(t *testing.T) {
	rounds := 1000
	if testing.Short() {
		rounds = 48
	}
	stop := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				goruntime.GC()
				time.Sleep(100 * time.Microsecond) // the contractions want a processor too
			}
		}
	}()
	defer func() { close(stop); <-stopped }()

	ctx := context.Background()
	for _, s := range stations(t) {
		c, err := einsum.NewContractor(s.be)
		require.NoError(t, err)
		product, err := compileShapes("ij,jk->ik", tensor.Float64, [][]int{{256, 256}, {256, 256}}, nil)
		require.NoError(t, err)
		var unmapped atomic.Int64
		of := func(v float64, shape ...int) *tensor.Tensor { return mappedOf(t, v, &unmapped, shape...) }
		rounds := rounds
		if s.name == "gonum" {
			rounds /= 8 // nothing of it runs where the garbage collector cannot see
		}
		for round := range rounds {
			var got *tensor.Tensor
			want := 512.0
			switch round % 8 { // the call is the last use of its operands in every case
			case 0, 1, 2, 3:
				got, err = c.Contract(ctx, "ij,jk->ik", of(1, 256, 256), of(2, 256, 256))
			case 4:
				got, err = c.Contract(ctx, "ij,jk,k->i", of(1, 256, 256), of(2, 256, 256), of(1./256, 256))
			case 5:
				got, err = c.Contract(ctx, "ji,kj->ik", tensor.Must(of(1, 256, 256).Transpose()), of(2, 256, 256))
			case 6: // results on mapped memory, which outlives the call only through the tensor
				got = of(math.NaN(), 256, 256)
				err = c.ContractInto(ctx, got, "ij,ij->ij", of(256, 256, 256), of(2, 256, 256))
			case 7: // operands that do not lie as compiled are copied first
				var out []*tensor.Tensor
				out, err = s.rt.Run(ctx, product, tensor.Must(of(1, 256, 256).Transpose()), of(2, 256, 256))
				require.NoError(t, err)
				got = out[0]
			}
			require.NoError(t, err)
			for _, v := range must(tensor.ColMajor[float64](got)) {
				require.Equal(t, want, v, "%s, round %d", s.name, round)
			}
		}
		require.Positive(t, unmapped.Load(), "no memory was given back, so that nothing was tried")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Elements, leading dimensions and increments beyond 2^31 in memory that is really there (B17).
func TestMemoryBeyond32Bits(t *testing.T) {
	if testing.Short() {
		t.Skip("walks through 8 GB of address space several times")
	}
	if math.MaxInt == math.MaxInt32 {
		t.Skip("no such memory")
	}
	ctx := context.Background()
	const far = 1<<31 + 8
	line := mapped(t, tensor.Float32, far, nil)
	x := at(line, 0, far)
	for i, v := range map[int]float32{0: 1, 1 << 30: 2, 1<<31 - 1: 4, 1 << 31: 8, far - 1: 16} {
		require.NoError(t, tensor.Set(x, v, i))
	}
	const rows = 46_342 // rows² > 2^31
	square := mapped(t, tensor.Float32, rows*rows, nil)
	m := at(square, 0, rows, rows)
	require.NoError(t, tensor.Set(m, float32(3), rows-1, rows-1))
	require.NoError(t, tensor.Set(m, float32(5), 1, rows-1))
	vector := tensor.Must(tensor.New(tensor.Float32, rows))
	fill(vector, float32(2))

	// Three columns, and three elements, that lie 2^31+8 apart.
	apart := mapped(t, tensor.Float64, 2*far+4, nil)
	columns := tensor.Must(apart.View(0, []int{4, 3}, []int{1, far}))
	require.NoError(t, tensor.Copy(columns, arange(tensor.Float64, 1, 4, 3)))

	for _, s := range stations(t) {
		c, err := einsum.NewContractor(s.be)
		require.NoError(t, err)
		dot, err := c.Contract(ctx, "i,i->", x, x)
		require.NoError(t, err)
		requireRows(t, dot, []int{}, 1+4+16+64+256)
		product, err := c.Contract(ctx, "ij,j->i", m, vector)
		require.NoError(t, err)
		got := must(tensor.ColMajor[float32](product))
		require.Equal(t, []float32{0, 10, 6}, []float32{got[0], got[1], got[rows-1]})
		product, err = c.Contract(ctx, "ij,i->j", m, vector)
		require.NoError(t, err)
		got = must(tensor.ColMajor[float32](product))
		require.Equal(t, []float32{0, 0, 16}, []float32{got[0], got[1], got[rows-1]})
	}
	// The oracle would copy all that lies between; compact copies of the operands stand for it.
	row := func(i int) *tensor.Tensor { return tensor.Must(columns.Index(0, i)) }
	a, b := small(tensor.Float64, 1, 4, 5), small(tensor.Float64, 2, 5, 3)
	for _, s := range stations(t) {
		c, err := einsum.NewContractor(s.be)
		require.NoError(t, err)
		for _, x := range []call{
			contraction("ij,jk->ik", columns, small(tensor.Float64, 1, 3, 5)),
			contraction("ij,jk->ki", columns, small(tensor.Float64, 1, 3, 5)),
			contraction("ji,jk->ik", columns, small(tensor.Float64, 1, 4, 5)),
			contraction("ij,j->i", columns, small(tensor.Float64, 1, 3)),
			contraction("ij,i->j", columns, small(tensor.Float64, 1, 4)),
			contraction("ij,ij->ij", columns, small(tensor.Float64, 1, 4, 3)),
			contraction("ij->ji", columns),
			contraction("ij->", columns),
			contraction("ij,j->i", small(tensor.Float64, 1, 5, 3), row(1)),
			contraction("i,i->", row(1), row(2)),
			contraction("i,j->ij", row(1), row(2)),
		} {
			compact := x
			compact.operands = nil
			for _, o := range x.operands {
				compact.operands = append(compact.operands, tensor.Must(o.Clone()))
			}
			want, err := c.Contract(ctx, compact.equation, compact.operands...)
			require.NoError(t, err)
			for _, f := range forms {
				got, err := f.run(s, x)
				require.NoError(t, err, "%s, %s: %v", s.name, f.name, x)
				require.NoError(t, same(want, got), "%s, %s: %v", s.name, f.name, x)
			}
			p, err := x.program(s)
			require.NoError(t, err)
			requireFits(t, p, x)
		}
		want, err := c.Contract(ctx, "ij,jk->ik", a, b)
		require.NoError(t, err)
		out := mapped(t, tensor.Float64, 2*far+4, nil)
		dst := tensor.Must(out.View(0, []int{4, 3}, []int{1, far}))
		require.NoError(t, c.ContractInto(ctx, dst, "ij,jk->ik", a, b))
		require.NoError(t, same(want, dst))
	}
}
