package linalg

import (
	"math"

	"github.com/tenferro/tenferro-go/tensor"
)

// This file decides how many singular values stay.

// truncates reports whether values may be dropped.
func (o *options) truncates() bool { return o.Rank > 0 || o.tolerates() }

// tolerates reports whether the values decide how many are dropped.
func (o *options) tolerates() bool { return o.absTol >= 0 || o.relTol >= 0 || o.weight >= 0 }

// keep returns how many of the singular values s: [k, batch…] stay: as many as the most demanding matrix of the batch needs,
// at least 1 where there are any.
func (o *options) keep(s *tensor.Tensor) int {
	k := s.Dim(0)
	most := k
	if o.Rank > 0 {
		most = min(k, o.Rank)
	}
	if !o.tolerates() || k == 0 {
		return most
	}
	rank := 1
	for values := float64s(s); len(values) > 0; values = values[k:] {
		rank = max(rank, o.needed(values[:k]))
	}
	return min(rank, most)
}

// needed returns how many of one matrix's singular values stay.
func (o *options) needed(s []float64) int {
	limit := o.absTol
	if o.relTol >= 0 {
		limit = max(limit, o.relTol*s[0])
	}
	k := len(s)
	if s[0] == 0 {
		return 0 // all are zero, which no tolerance needs
	}
	for k > 0 && s[k-1] <= limit {
		k--
	}
	if o.weight >= 0 {
		// Squares relative to the largest neither overflow nor vanish together.
		total, tail := 0.0, 0.0
		for _, x := range s {
			total += (x / s[0]) * (x / s[0])
		}
		at := len(s)
		for at > 0 {
			x := s[at-1] / s[0]
			if tail+x*x > o.weight*total {
				break
			}
			tail += x * x
			at--
		}
		k = min(k, at)
	}
	return k
}

// float64s returns the elements of a real tensor in column-major order.
func float64s(t *tensor.Tensor) []float64 {
	if t.DType() == tensor.Float64 {
		x, _ := tensor.ColMajor[float64](t)
		return x
	}
	narrow, _ := tensor.ColMajor[float32](t)
	x := make([]float64, len(narrow))
	for i, v := range narrow {
		x[i] = float64(v)
	}
	return x
}

// norm2 is the Euclidean norm, without overflow.
func norm2(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum = math.Hypot(sum, v)
	}
	return sum
}

// firstOf views the first n of an axis.
func firstOf(t *tensor.Tensor, axis, n int) *tensor.Tensor {
	ranges := make([]tensor.Range, t.Rank())
	for i := range ranges {
		ranges[i] = tensor.All()
	}
	ranges[axis] = tensor.Range{Start: 0, Stop: n, Step: 1}
	v, err := t.Slice(ranges...)
	if err != nil {
		panic(err) // n is at most the axis' size
	}
	return v
}
