package linalg

import (
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg/internal/lanes"
	"github.com/tenferro/tenferro-go/tensor"
)

// This file sends batches of small matrices through package lanes, many at once, and leaves to LAPACK, one by one, what that does
// not handle: so errors are the same.

// grouped reports whether the batch is for package lanes: real, in a native build and on its library, small, and large enough
// to fill a vector at least in part. Small orders gain even alone.
func (c *call[T, R]) grouped(sizes ...int) bool {
	if !lanes.Available || !c.native || c.count < 4 && max(c.m, c.n) > 4 || c.count == 0 {
		return false
	}
	for _, n := range sizes {
		if n < 1 || n > lanes.Order {
			return false
		}
	}
	var x T
	switch any(x).(type) {
	case float32, float64:
		return true
	}
	return false
}

// groups calls many for blocks of matrices, count from the lo-th on; it returns how many of them it has done. The next ones, up to
// a vector's number, go to one.
func (c *call[T, R]) groups(many func(lo, count int) int, one func(i int) error) error {
	const block, widest = 256, 64 / 4
	for lo := 0; lo < c.count; {
		count := min(block, c.count-lo)
		done := many(lo, count)
		lo += done
		if done == count {
			continue
		}
		for end := min(lo+widest, c.count); lo < end; lo++ {
			if err := one(lo); err != nil {
				return err
			}
		}
	}
	return nil
}

// side returns count matrices of operand k from the lo-th on, side by side: their own memory where they lie so, else a copy in a
// scratch slot.
func (c *call[T, R]) side(k, lo, count, slot int) []R {
	s := &c.in[k]
	size := s.m * s.n
	if s.compact() {
		return reals[R](s.data[s.offset+lo*size : s.offset+(lo+count)*size])
	}
	data := scratch[T](c.space, slot, count*size)
	for i := range count {
		c.read(k, lo+i, data[i*size:(i+1)*size], s.m)
	}
	return reals[R](data)
}

// compact reports whether the matrices are column-major and side by side.
func (s *stack[T]) compact() bool {
	if s.m > 1 && s.rs != 1 || s.n > 1 && s.cs != s.m {
		return false
	}
	next := s.m * s.n
	for axis, n := range s.batch {
		if n > 1 && s.strides[axis] != next {
			return false
		}
		next *= n
	}
	return true
}

// block returns what result k has for count matrices from the lo-th on.
func (c *call[T, R]) block(k, lo, count int) []R {
	all, _ := tensor.AsColMajor[R](c.out[k]) // of the right dtype and compact
	n := len(all) / c.count
	return all[lo*n : (lo+count)*n]
}

// reals is x, where T is R.
func reals[R lapack.Real, T lapack.Scalar](x []T) []R {
	r, _ := any(x).([]R)
	return r
}
