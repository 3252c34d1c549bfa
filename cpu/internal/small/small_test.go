package small

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

func TestProducts(t *testing.T) {
	if !Available {
		t.Skip("no kernels in this build")
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	levels(t, func(t *testing.T) {
		t.Run("float32", func(t *testing.T) { testProducts[float32](t, rand.New(rand.NewPCG(seed, 1))) })
		t.Run("float64", func(t *testing.T) { testProducts[float64](t, rand.New(rand.NewPCG(seed, 2))) })
	})
}

// testProducts compares random products with sums in float64, between guards that must stay as they are.
func testProducts[R Real](t *testing.T, r *rand.Rand) {
	var zero R
	eps := 0x1p-23
	if unsafe.Sizeof(zero) == 8 {
		eps = 0x1p-52
	}
	random := func(n int) []R {
		x := make([]R, n)
		for i := range x {
			x[i] = R(r.NormFloat64())
		}
		return x
	}
	for trial := range 600 {
		p := &Product{TransA: r.IntN(2) == 0, TransB: r.IntN(2) == 0, M: 1 + r.IntN(60), N: 1 + r.IntN(12), K: 1 + r.IntN(Depth)}
		if trial%4 == 0 {
			p.M, p.N = 1+r.IntN(5), 1+r.IntN(60)
		}
		extent := func(rows, cols int, turned bool) (ld, n int) {
			if turned {
				rows, cols = cols, rows
			}
			ld = rows + r.IntN(3)
			return ld, (cols-1)*ld + rows
		}
		var na, nb, nc int
		p.LDA, na = extent(p.M, p.K, p.TransA)
		p.LDB, nb = extent(p.K, p.N, p.TransB)
		p.LDC, nc = extent(p.M, p.N, false)
		count, add := 1+r.IntN(5), r.IntN(2) == 0
		stepA, stepB, stepC := r.IntN(na+2), r.IntN(nb+2), nc+r.IntN(4)
		a, b := random(na+(count-1)*stepA), random(nb+(count-1)*stepB)
		c := random(nc + (count-1)*stepC + 16)
		if !add {
			for i := range c {
				c[i] = R(math.NaN()) // must not be read
			}
		}
		got := append([]R(nil), c...)
		offA, offB, offC := make([]int, count), make([]int, count), make([]int, count)
		for i := range count {
			offA[i], offB[i], offC[i] = i*stepA, i*stepB, i*stepC
		}
		if r.IntN(2) == 0 {
			Strided(p, a, stepA, b, stepB, got[8:len(got)-8], stepC, count, add)
		} else {
			p.Check(len(a), offA, len(b), offB, len(got)-16, offC)
			Offsets(p, a, offA, b, offB, got[8:len(got)-8], offC, add)
		}
		written := map[int]bool{}
		for i := range count {
			for j := range p.N {
				for m := range p.M {
					at := 8 + offC[i] + m + j*p.LDC
					want, size := 0.0, 0.0
					if add {
						want, size = float64(c[at]), math.Abs(float64(c[at]))
					}
					for l := range p.K {
						ia, ib := m+l*p.LDA, l+j*p.LDB
						if p.TransA {
							ia = l + m*p.LDA
						}
						if p.TransB {
							ib = j + l*p.LDB
						}
						x := float64(a[offA[i]+ia]) * float64(b[offB[i]+ib])
						want += x
						size += math.Abs(x)
					}
					if v := float64(got[at]); !(math.Abs(v-want) <= float64(p.K+2)*eps*size) {
						t.Fatalf("%+v item %d: C[%d, %d] is %v, not %v", p, i, m, j, v, want)
					}
					written[at] = true
				}
			}
		}
		for at, v := range got {
			if !written[at] && math.Float64bits(float64(v)) != math.Float64bits(float64(c[at])) {
				t.Fatalf("%+v: element %d outside of the results was written", p, at-8)
			}
		}
	}
}

// TestSpecialValues: 0·NaN is NaN, and infinities stay.
func TestSpecialValues(t *testing.T) {
	if !Available {
		t.Skip("no kernels in this build")
	}
	p := &Product{M: 3, N: 1, K: 2, LDA: 3, LDB: 2, LDC: 3}
	c := make([]float64, 3)
	Strided(p, []float64{math.NaN(), 1, math.Inf(1), 1, 1, 1}, 0, []float64{0, 2}, 0, c, 0, 1, false)
	if !math.IsNaN(c[0]) || c[1] != 2 || !math.IsNaN(c[2]) {
		t.Fatal(c)
	}
}

func TestChecks(t *testing.T) {
	if !Available {
		t.Skip("no kernels in this build")
	}
	x := make([]float64, 100)
	for name, f := range map[string]func(){
		"k": func() {
			Strided(&Product{M: 1, N: 1, K: Depth + 1, LDA: 1, LDB: 1, LDC: 1}, x, 0, x, 0, x, 0, 1, false)
		},
		"lda":     func() { Strided(&Product{M: 4, N: 4, K: 4, LDA: 3, LDB: 4, LDC: 4}, x, 0, x, 0, x, 0, 1, false) },
		"short a": func() { Strided(&Product{M: 4, N: 4, K: 4, LDA: 4, LDB: 4, LDC: 4}, x[:15], 0, x, 0, x, 0, 1, false) },
		"short b": func() { Strided(&Product{M: 4, N: 4, K: 4, LDA: 4, LDB: 4, LDC: 4}, x, 0, x[:31], 16, x, 16, 2, false) },
		"tables":  func() { (&Product{M: 1, N: 1, K: 1, LDA: 1, LDB: 1, LDC: 1}).Check(1, []int{0}, 1, nil, 1, []int{0}) },
		"before": func() {
			(&Product{M: 1, N: 1, K: 1, LDA: 1, LDB: 1, LDC: 1}).Check(1, []int{-1}, 1, []int{0}, 1, []int{0})
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: nothing was noticed", name)
				}
			}()
			f()
		}()
	}
}
