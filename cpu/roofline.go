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

// Roofline measures the peaks and the bandwidth on the backend's threads. It takes about a second; nothing else should
// run on the machine meanwhile.
func (be *Backend) Roofline() (*Roofline, error) {
	if be.life.over() {
		return nil, ErrClosed
	}
	r := &Roofline{PeakGFLOPS: map[string]float64{}, Threads: be.threads}
	err := be.arbiter.exclusive(func() error {
		if err := be.provider.SetThreads(be.threads); err != nil {
			return err
		}
		var failed error
		for _, f := range []func() (string, float64, error){
			func() (string, float64, error) { return peak(be.provider.Float32(), 2) },
			func() (string, float64, error) { return peak(be.provider.Float64(), 2) },
			func() (string, float64, error) { return peak(be.provider.Complex64(), 8) },
			func() (string, float64, error) { return peak(be.provider.Complex128(), 8) },
		} {
			d, rate, err := f()
			if err != nil {
				failed = err
				break
			}
			r.PeakGFLOPS[d] = rate
		}
		if err := be.provider.SetThreads(1); failed == nil {
			failed = err
		}
		return failed
	})
	if err != nil {
		return nil, err
	}
	r.BandwidthGBs, err = be.bandwidth()
	return r, err
}

// patience bounds one measurement.
const patience = 120 * time.Millisecond

// peak is the best rate of the provider's product over square matrices of a few sizes, each the median of several.
func peak[T cblas.Scalar](ops cblas.Ops[T], flopsPerMul float64) (string, float64, error) {
	best := 0.0
	for _, n := range []int{256, 512, 1024} {
		a, b, c := sample[T](n*n), sample[T](n*n), make([]T, n*n)
		product := func() error { return ops.Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, 1, a, n, b, n, 0, c, n) }
		t, err := median(product, patience)
		if err != nil {
			return "", 0, err
		}
		best = max(best, flopsPerMul*float64(n)*float64(n)*float64(n)/float64(t.Nanoseconds()))
	}
	return tensor.DTypeOf[T]().String(), best, nil
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

// bandwidth is the traffic of a copy between two buffers of the pool far larger than the caches.
func (be *Backend) bandwidth() (float64, error) {
	const bytes = 256 << 20
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
	for i := range from {
		from[i] = byte(i)
	}
	clear(to)
	t, err := median(func() error { parallelCopy(to, from, be.threads); return nil }, 3*patience)
	return 2 * bytes / float64(t.Nanoseconds()), err
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

// median runs f a few times after a warm-up, up to a bound, and returns the median duration.
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
