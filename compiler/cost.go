package compiler

import "math"

// CostModel predicts how long the steps of a program take on one machine. It is plain data: engines calibrate it, the
// compiler chooses layouts and kernels by it, and path searches may use it as their objective. Rates are for one dtype
// and thread count.
type CostModel struct {
	GFLOPS     float64 // rate of a large matrix product, in 10⁹ real operations a second
	Bandwidth  float64 // memory traffic of a large copy, read and written, in 10⁹ bytes a second
	CacheBytes float64 // what stays in the second-level cache
	CacheGain  float64 // how many times faster memory traffic is inside it
	StepNs     float64 // fixed cost of a step
	CallNs     float64 // fixed cost of one matrix product of a batch
	KernelRate float64 // multiply-adds a nanosecond of the strided kernels when their data is in cache
	RowNs      float64 // fixed cost of one pass of their innermost loop
	Small      int     // real products of up to this many rows, columns and terms cost SmallNs each instead of CallNs
	SmallNs    float64
}

// DefaultCostModel describes one core of a recent server. It is used where no engine has measured its own.
var DefaultCostModel = CostModel{
	GFLOPS:     40,
	Bandwidth:  12,
	CacheBytes: 1 << 20,
	CacheGain:  4,
	StepNs:     150,
	CallNs:     60,
	KernelRate: 1,
	RowNs:      40,
}

// traffic returns the nanoseconds that moving bytes through memory takes.
func (c *CostModel) traffic(bytes float64) float64 {
	t := bytes / c.Bandwidth
	if bytes <= c.CacheBytes {
		t /= c.CacheGain
	}
	return t
}

// gemm returns the nanoseconds of count products of m×k by k×n whose elements take size bytes; flopsPerMul is 2 for
// real and 8 for complex types. Thin products lose part of a register tile, which the two fractions model.
func (c *CostModel) gemm(m, n, k, count, size, flopsPerMul float64) float64 {
	tile := func(x, half float64) float64 { return x / (x + half) }
	eff := tile(m, 6) * tile(n, 3) * tile(k, 4)
	compute := flopsPerMul * m * n * k / (c.GFLOPS * eff)
	move, call := c.traffic(size*(m*k+k*n+2*m*n)), c.CallNs
	small := float64(c.Small)
	if bytes := count * size * (m*k + k*n + m*n); bytes > c.CacheBytes {
		move = size * (m*k + k*n + m*n) / c.Bandwidth
	} else if flopsPerMul == 2 && m <= small && n <= small && k <= small {
		call = c.SmallNs
	}
	return c.StepNs + count*(call+math.Max(compute, move))
}

// copy returns the nanoseconds of moving n elements of size bytes when run elements lie side by side on both sides.
func (c *CostModel) copy(n, size, run float64) float64 {
	slow := 1.0
	if bytes := run * size; bytes < 64 {
		slow = 1 + 64/bytes/8
	}
	return c.StepNs + slow*c.traffic(2*n*size)
}

// product returns the nanoseconds of a strided multiply(-reduce) over n index points that touches bytes of memory, in passes of
// that many points. strided says that the inner loop does not walk every operand with stride 0 or 1.
func (c *CostModel) product(n, pass, bytes float64, strided bool) float64 {
	each := 1 / c.KernelRate
	if strided {
		each *= 3
	} else {
		each += c.RowNs / math.Min(pass, n)
	}
	return c.StepNs + math.Max(n*each, c.traffic(bytes))
}

// Contraction returns the nanoseconds that C[batch, m, n] = Σ A[batch, m, k]·B[batch, k, n] takes, each letter the product
// of the sizes of its axes, when the operands lie as it likes. It is what searches for an order of contraction go by.
func (c *CostModel) Contraction(batch, m, n, k float64, elementBytes int, isComplex bool) float64 {
	size, flops := float64(elementBytes), 2.0
	if isComplex {
		flops = 8
	}
	if k == 1 || m == 1 && n == 1 {
		points := batch * m * n * k
		return c.product(points, points, size*batch*(m*k+k*n+m*n), false)
	}
	return c.gemm(m, n, k, batch, size, flops)
}
