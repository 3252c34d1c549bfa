package lanes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// guarded returns n elements between others that must stay as they are.
func guarded[R Real](t *testing.T, n int) []R {
	const guard = 32
	all := make([]R, n+2*guard)
	for i := range all {
		all[i] = R(math.NaN())
	}
	t.Cleanup(func() {
		for i, x := range all {
			if (i < guard || i >= n+guard) && !math.IsNaN(float64(x)) {
				t.Errorf("element %d of a result of %d was written", i-guard, n)
			}
		}
	})
	return all[guard : guard+n : guard+n]
}

func random[R Real](rng *rand.Rand, n int) []R {
	x := make([]R, n)
	for i := range x {
		x[i] = R(rng.NormFloat64())
	}
	return x
}

func matmul[R Real](m, k, n int, a, b []R, transA, transB bool) []float64 {
	c := make([]float64, m*n)
	for j := range n {
		for i := range m {
			for l := range k {
				x, y := a, b
				ia, ib := i+l*m, l+j*k
				if transA {
					ia = l + i*k
				}
				if transB {
					ib = j + l*n
				}
				c[i+j*m] += float64(x[ia]) * float64(y[ib])
			}
		}
	}
	return c
}

// requireNear holds got against want, to a few roundings of size.
func requireNear[R Real](t *testing.T, got []float64, want func(i int) float64, size float64, about string) {
	t.Helper()
	eps := 0x1p-52
	if !is64[R]() {
		eps = 0x1p-23
	}
	for i, v := range got {
		if w := want(i); !(math.Abs(v-w) <= 200*eps*size) {
			t.Fatalf("%s: element %d is %v, not %v (%.1f eps)", about, i, v, w, math.Abs(v-w)/eps/size)
		}
	}
}

func norm[R Real](a []R) float64 {
	s := 0.0
	for _, x := range a {
		s += float64(x) * float64(x)
	}
	return math.Sqrt(s)
}

func identity(n int) func(int) float64 {
	return func(i int) float64 {
		if i%n == i/n {
			return 1
		}
		return 0
	}
}

func of[R Real](x []R) func(int) float64 { return func(i int) float64 { return float64(x[i]) } }

func each(t *testing.T, f32, f64 func(*testing.T, *rand.Rand)) {
	if !Available {
		t.Skip("pure Go has no kernels")
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	levels(t, func(t *testing.T) {
		t.Run("float32", func(t *testing.T) { f32(t, rand.New(rand.NewPCG(seed, 1))) })
		t.Run("float64", func(t *testing.T) { f64(t, rand.New(rand.NewPCG(seed, 2))) })
	})
}

var counts = []int{1, 2, 3, 4, 7, 8, 9, 16, 17, 40}

func TestSolve(t *testing.T) { each(t, testSolve[float32], testSolve[float64]) }

func testSolve[R Real](t *testing.T, rng *rand.Rand) {
	for n := 1; n <= Order; n++ {
		count, k := counts[rng.IntN(len(counts))], 1+rng.IntN(3)
		a, b, x := random[R](rng, n*n*count), random[R](rng, n*k*count), guarded[R](t, n*k*count)
		for _, adjoint := range []bool{false, true} {
			require.Equal(t, count, Solve(n, k, a, adjoint, b, x, count))
			for i := range count {
				m, y, rhs := a[i*n*n:(i+1)*n*n], x[i*n*k:(i+1)*n*k], b[i*n*k:(i+1)*n*k]
				requireNear[R](t, matmul(n, n, k, m, y, adjoint, false), of(rhs), float64(n)*(norm(m)*norm(y)+norm(rhs)), fmt.Sprint("solve ", n, k, adjoint))
			}
		}
		inverse := guarded[R](t, n*n*count)
		require.Equal(t, count, Solve(n, n, a, false, nil, inverse, count))
		for i := range count {
			m, y := a[i*n*n:(i+1)*n*n], inverse[i*n*n:(i+1)*n*n]
			requireNear[R](t, matmul(n, n, n, m, y, false, false), identity(n), float64(n)*norm(m)*norm(y), fmt.Sprint("inverse ", n))
		}
	}
}

func TestCholesky(t *testing.T) { each(t, testCholesky[float32], testCholesky[float64]) }

func testCholesky[R Real](t *testing.T, rng *rand.Rand) {
	for n := 1; n <= Order; n++ {
		count := counts[rng.IntN(len(counts))]
		for _, lower := range []bool{false, true} {
			want := make([][]R, count)
			a, x := make([]R, n*n*count), guarded[R](t, n*n*count)
			for i := range count {
				half := random[R](rng, n*(n+2))
				full := matmul(n, n+2, n, half, half, false, true)
				for e, v := range full {
					want[i] = append(want[i], R(v))
					a[i*n*n+e] = R(v)
					if row, col := e%n, e/n; row != col && (row < col) == lower {
						a[i*n*n+e] = R(math.NaN()) // of the triangle that is not to be read
					}
				}
			}
			require.Equal(t, count, Cholesky(n, lower, a, x, count))
			for i := range count {
				f := x[i*n*n : (i+1)*n*n]
				requireNear[R](t, matmul(n, n, n, f, f, !lower, lower), of(want[i]), norm(want[i]), fmt.Sprint("cholesky ", n, lower))
				for e, v := range f {
					if row, col := e%n, e/n; row != col && (row < col) == lower {
						require.Zero(t, v)
					}
				}
			}
		}
	}
}

func TestQR(t *testing.T) { each(t, testQR[float32], testQR[float64]) }

func testQR[R Real](t *testing.T, rng *rand.Rand) {
	for range 60 {
		m, n, count := 1+rng.IntN(Order), 1+rng.IntN(Order), counts[rng.IntN(len(counts))]
		k := min(m, n)
		a, q, r := random[R](rng, m*n*count), guarded[R](t, m*k*count), guarded[R](t, k*n*count)
		if rng.IntN(2) == 0 {
			clear(a[1:m]) // nothing to make zero
		}
		require.Equal(t, count, QR(m, n, a, q, r, count))
		for i := range count {
			q, r, a := q[i*m*k:(i+1)*m*k], r[i*k*n:(i+1)*k*n], a[i*m*n:(i+1)*m*n]
			requireNear[R](t, matmul(m, k, n, q, r, false, false), of(a), norm(a), fmt.Sprint("qr ", m, n))
			requireNear[R](t, matmul(k, m, k, q, q, true, false), identity(k), 1, fmt.Sprint("q ", m, n))
			for j := range n {
				for l := j + 1; l < k; l++ {
					require.Zero(t, r[l+j*k])
				}
			}
		}
	}
}

func TestEigh(t *testing.T) { each(t, testEigh[float32], testEigh[float64]) }

func testEigh[R Real](t *testing.T, rng *rand.Rand) {
	for n := 1; n <= Order; n++ {
		count := counts[rng.IntN(len(counts))]
		for _, lower := range []bool{false, true} {
			a, full := random[R](rng, n*n*count), make([]R, n*n*count)
			w, v := guarded[R](t, n*count), guarded[R](t, n*n*count)
			for i := range count {
				m := a[i*n*n : (i+1)*n*n]
				switch rng.IntN(4) {
				case 0: // a multiple of the identity, and zeros
					clear(m)
					for j := range n {
						m[j+j*n] = R(i % 2)
					}
				case 1: // of rank 1
					x := random[R](rng, n)
					for e := range m {
						m[e] = x[e%n] * x[e/n]
					}
				}
				for e := range m {
					row, col := e%n, e/n
					at := row + col*n
					if row != col && (row < col) == lower {
						at = col + row*n
					}
					full[i*n*n+e] = m[at]
				}
			}
			require.Equal(t, count, Eigh(n, lower, a, w, v, count))
			for i := range count {
				m, w, v := full[i*n*n:(i+1)*n*n], w[i*n:(i+1)*n], v[i*n*n:(i+1)*n*n]
				scaled := make([]float64, n*n)
				for e := range scaled {
					scaled[e] = float64(v[e]) * float64(w[e/n])
				}
				requireNear[R](t, matmul(n, n, n, m, v, false, false), func(e int) float64 { return scaled[e] }, norm(m), fmt.Sprint("eigh ", n))
				requireNear[R](t, matmul(n, n, n, v, v, true, false), identity(n), 1, fmt.Sprint("vectors ", n))
				for j := 1; j < n; j++ {
					require.LessOrEqual(t, w[j-1], w[j])
				}
			}
		}
	}
}

func TestSVD(t *testing.T) { each(t, testSVD[float32], testSVD[float64]) }

func testSVD[R Real](t *testing.T, rng *rand.Rand) {
	for range 60 {
		m, n, count := 1+rng.IntN(Order), 1+rng.IntN(Order), counts[rng.IntN(len(counts))]
		k := min(m, n)
		a := random[R](rng, m*n*count)
		u, s, vt := guarded[R](t, m*k*count), guarded[R](t, k*count), guarded[R](t, k*n*count)
		require.Equal(t, count, SVD(m, n, a, u, s, vt, count))
		for i := range count {
			u, s, vt, a := u[i*m*k:(i+1)*m*k], s[i*k:(i+1)*k], vt[i*k*n:(i+1)*k*n], a[i*m*n:(i+1)*m*n]
			us := make([]R, m*k)
			for e := range us {
				us[e] = u[e] * s[e/m]
			}
			requireNear[R](t, matmul(m, k, n, us, vt, false, false), of(a), norm(a), fmt.Sprint("svd ", m, n))
			requireNear[R](t, matmul(k, m, k, u, u, true, false), identity(k), 1, fmt.Sprint("u ", m, n))
			requireNear[R](t, matmul(k, n, k, vt, vt, false, true), identity(k), 1, fmt.Sprint("vt ", m, n))
			for j := range k {
				require.GreaterOrEqual(t, s[j], R(0))
				if j > 0 {
					require.GreaterOrEqual(t, s[j-1], s[j])
				}
			}
		}
	}
}

// TestStops leaves groups with a matrix that is not handled, and those after them, to the caller.
func TestStops(t *testing.T) {
	if !Available {
		t.Skip("pure Go has no kernels")
	}
	const n, count = 3, 100
	rng := rand.New(rand.NewPCG(1, 2))
	for name, spoil := range map[string]func(m []float64){
		"NaN":       func(m []float64) { m[1], m[3] = math.NaN(), math.NaN() },
		"infinite":  func(m []float64) { m[4] = math.Inf(1) },
		"singular":  func(m []float64) { clear(m) },
		"overflow":  func(m []float64) { m[0] = math.MaxFloat64 },
		"underflow": func(m []float64) { clear(m); m[0], m[4], m[8] = 1e-300, -1e-320, 1e-310 },
	} {
		a := make([]float64, n*n*count)
		for i := range count {
			m := a[i*n*n : (i+1)*n*n]
			for e := range m {
				m[e] = rng.NormFloat64() / 8
			}
			m[0], m[4], m[8] = 2, 2, 2
			m[1], m[2], m[5] = m[3], m[6], m[7]
		}
		spoil(a[50*n*n : 51*n*n])
		x, y, z := make([]float64, n*n*count), make([]float64, n*n*count), make([]float64, n*count)
		for call, done := range map[string]int{
			"solve":    Solve(n, n, a, false, nil, x, count),
			"cholesky": Cholesky(n, true, a, x, count),
			"qr":       QR(n, n, a, x, y, count),
			"eigh":     Eigh(n, true, a, z, x, count),
			"svd":      SVD(n, n, a, x, z, y, count),
		} {
			fine := name == "singular" && (call == "qr" || call == "eigh") || name == "overflow" && (call == "solve" || call == "cholesky") ||
				name == "underflow" && call == "cholesky"
			if fine && done == count {
				continue
			}
			require.LessOrEqual(t, done, 50, "%s %s", name, call)
			require.Greater(t, done, 30, "%s %s", name, call)
		}
	}
}
