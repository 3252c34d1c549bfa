package cpu

import (
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/tensor"
)

// Roofline is what the machine can do at best, measured: the limits that a contraction is held against.
type Roofline struct {
	PeakGFLOPS   map[string]float64 // by dtype: the best rate of the provider's own matrix product, real operations
	BandwidthGBs float64            // of a large copy, bytes read and written
	Threads      int
}

// Roofline measures the peaks and the bandwidth on the backend's threads within about a second on a quiet machine; nothing
// else should run meanwhile.
func (be *Backend) Roofline() (*Roofline, error) { return be.RooflineWithin(time.Second) }

// RooflineWithin is Roofline with a bound of its own. Sizes of products that it leaves no time for are left out, so that a
// short one reports peaks that are too low, above all for many threads.
func (be *Backend) RooflineWithin(bound time.Duration) (*Roofline, error) {
	if be.life.over() {
		return nil, ErrClosed
	}
	r := &Roofline{PeakGFLOPS: map[string]float64{}, Threads: be.threads}
	err := be.arbiter.exclusive(func() error {
		if err := be.provider.SetThreads(be.threads); err != nil {
			return err
		}
		err := r.peaks(be.provider, bound/6)
		if back := be.provider.SetThreads(1); err == nil {
			err = back
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	r.BandwidthGBs, err = be.bandwidth(bound / 3)
	return r, err
}

// peaks measures the four element types, each within a bound.
func (r *Roofline) peaks(p cblas.Provider, bound time.Duration) error {
	for _, measure := range []func() error{
		func() error { return addPeak(r, p.Float32(), 2, bound) },
		func() error { return addPeak(r, p.Float64(), 2, bound) },
		func() error { return addPeak(r, p.Complex64(), 8, bound) },
		func() error { return addPeak(r, p.Complex128(), 8, bound) },
	} {
		if err := measure(); err != nil {
			return err
		}
	}
	return nil
}

// addPeak adds the best rate over square products of growing size, each the median of at least three after one to warm
// up, as long as the next size fits the bound at the best rate so far. flops are those of one multiplication and addition.
func addPeak[T cblas.Scalar](r *Roofline, ops cblas.Ops[T], flops float64, bound time.Duration) error {
	best, start := 0.0, time.Now()
	for n := 256; n <= 4096; n *= 2 {
		work := flops * float64(n) * float64(n) * float64(n)
		left := bound - time.Since(start)
		if best > 0 && 4*work/best > float64(left.Nanoseconds()) {
			break
		}
		a, b, c := sample[T](n*n), sample[T](n*n), make([]T, n*n)
		t, err := median(func() error { return ops.Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, 1, a, n, b, n, 0, c, n) }, left/4)
		if err != nil {
			return err
		}
		best = max(best, work/float64(t.Nanoseconds()))
	}
	r.PeakGFLOPS[tensor.DTypeOf[T]().String()] = best
	return nil
}

// sample is numbers of the order of 1, none of them 0: some kernels pass over zeros.
func sample[T cblas.Scalar](n int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = number[T](0.5 + float64(i%97)/97)
	}
	return s
}

// number is x, with another number of its order as imaginary part for complex types.
func number[T cblas.Scalar](x float64) T {
	var v T
	switch p := any(&v).(type) {
	case *float32:
		*p = float32(x)
	case *float64:
		*p = x
	case *complex64:
		*p = complex(float32(x), float32(2-x))
	case *complex128:
		*p = complex(x, 2-x)
	}
	return v
}

// bandwidth is the traffic of a copy between two buffers of the pool, larger than the caches as far as the memory allows.
func (be *Backend) bandwidth(bound time.Duration) (float64, error) {
	bytes := 256 << 20
	if n := UsableMemory(); n > 0 {
		bytes = min(bytes, n/16)
	}
	src, err := be.pool.get(bytes)
	if err != nil {
		return 0, err
	}
	defer be.pool.put(src)
	dst, err := be.pool.get(bytes)
	if err != nil {
		return 0, err
	}
	defer be.pool.put(dst)
	from, to := unsafe.Slice((*byte)(src.ptr), bytes), unsafe.Slice((*byte)(dst.ptr), bytes)
	from[0] = 1
	for n := 1; n < bytes; n *= 2 { // pages that are only read would all be one page of zeros
		copy(from[n:], from[:n])
	}
	clear(to)
	t, err := median(func() error { parallelCopy(to, from, be.threads); return nil }, bound)
	return 2 * float64(bytes) / float64(t.Nanoseconds()), err
}

// parallelCopy copies with n goroutines.
func parallelCopy(dst, src []byte, n int) {
	if n == 1 {
		copy(dst, src)
		return
	}
	var wg sync.WaitGroup
	for i := range n {
		lo, hi := i*len(src)/n, (i+1)*len(src)/n
		wg.Go(func() { copy(dst[lo:hi], src[lo:hi]) })
	}
	wg.Wait()
}

// median runs f at least three times after one to warm up, more as far as the bound goes, and returns the median duration.
func median(f func() error, bound time.Duration) (time.Duration, error) {
	if err := f(); err != nil {
		return 0, err
	}
	var times []time.Duration
	for start := time.Now(); len(times) < 3 || len(times) < 50 && time.Since(start) < bound; {
		begin := time.Now()
		if err := f(); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begin))
	}
	slices.Sort(times)
	return max(times[len(times)/2], 1), nil
}
