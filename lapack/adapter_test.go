package lapack_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
	"gonum.org/v1/gonum/blas"
	gonumapi "gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/lapack/testlapack"
	"gonum.org/v1/gonum/mat"
)

// This file tests gonum on a provider: by gonum's own suite, by mat, and by the panics.

var _ gonumapi.Float64 = (*lapack.GonumFloat64)(nil)

// TestGonumSuite runs gonum's tests of the routines that are overridden, which take a minute.
func TestGonumSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	for _, p := range []lapack.Provider{lapack.Default()} {
		impl := lapack.ForGonum(p)
		for name, test := range map[string]func(*testing.T){
			"Dgecon": func(t *testing.T) { testlapack.DgeconTest(t, impl) },
			"Dgeev":  func(t *testing.T) { testlapack.DgeevTest(t, impl) },
			"Dgelqf": func(t *testing.T) { testlapack.DgelqfTest(t, impl) },
			"Dgels":  func(t *testing.T) { testlapack.DgelsTest(t, impl) },
			"Dgeqp3": func(t *testing.T) { testlapack.Dgeqp3Test(t, impl) },
			"Dgeqrf": func(t *testing.T) { testlapack.DgeqrfTest(t, impl) },
			"Dgesvd": func(t *testing.T) { testlapack.DgesvdTest(t, impl, 1e-13) },
			"Dgetrf": func(t *testing.T) { testlapack.DgetrfTest(t, impl) },
			"Dgetri": func(t *testing.T) { testlapack.DgetriTest(t, impl) },
			"Dgetrs": func(t *testing.T) { testlapack.DgetrsTest(t, impl) },
			"Dorglq": func(t *testing.T) { testlapack.DorglqTest(t, impl) },
			"Dorgqr": func(t *testing.T) { testlapack.DorgqrTest(t, impl) },
			"Dormlq": func(t *testing.T) { testlapack.DormlqTest(t, impl) },
			"Dormqr": func(t *testing.T) { testlapack.DormqrTest(t, impl) },
			"Dpotrf": func(t *testing.T) { testlapack.DpotrfTest(t, impl) },
			"Dpotrs": func(t *testing.T) { testlapack.DpotrsTest(t, impl) },
			"Dsyev":  func(t *testing.T) { testlapack.DsyevTest(t, impl) },
			"Dtrtri": func(t *testing.T) { testlapack.DtrtriTest(t, impl) },
			"Dtrtrs": func(t *testing.T) { testlapack.DtrtrsTest(t, impl) },
		} {
			t.Run(p.Info().Name+"/"+name, test)
		}
	}
}

// TestMat factorises and solves with mat on a provider.
func TestMat(t *testing.T) {
	defer lapack64.Use(gonum.Implementation{})
	for _, p := range lapack.Providers() {
		lapack64.Use(lapack.ForGonum(p))
		for _, n := range []int{1, 3, 30, 100} {
			for _, m := range []int{n, n + 20} {
				t.Run(fmt.Sprintf("%s/%dx%d", p.Info().Name, m, n), func(t *testing.T) {
					const seed = 5
					t.Logf("seed %d", seed)
					rng := rand.New(rand.NewPCG(seed, seed))
					a := randomMat(rng, m, n)
					matSVD(t, a)
					matQR(t, rng, a)
					square := a.Slice(0, n, 0, n).(*mat.Dense) // a strided view
					matLU(t, rng, square)
					matCholesky(t, rng, a)
					matEigen(t, square)
				})
			}
		}
	}
}

func randomMat(rng *rand.Rand, m, n int) *mat.Dense {
	x := make([]float64, m*n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return mat.NewDense(m, n, x)
}

// near fails if the two matrices differ by more than rounding.
func near(t *testing.T, want, got mat.Matrix) {
	t.Helper()
	var d mat.Dense
	d.Sub(want, got)
	require.LessOrEqual(t, mat.Norm(&d, 2), 1e-11*(1+mat.Norm(want, 2)))
}

func matSVD(t *testing.T, a *mat.Dense) {
	for _, kind := range []mat.SVDKind{mat.SVDNone, mat.SVDThin, mat.SVDFull} {
		var f mat.SVD
		require.True(t, f.Factorize(a, kind))
		if kind == mat.SVDNone {
			continue
		}
		var u, v, us, usv mat.Dense
		f.UTo(&u)
		f.VTo(&v)
		_, cols := u.Dims()
		_, rows := v.Dims()
		s := mat.NewDense(cols, rows, nil)
		for i, x := range f.Values(nil) {
			s.Set(i, i, x)
		}
		us.Mul(&u, s)
		usv.Mul(&us, v.T())
		near(t, a, &usv)
	}
}

func matQR(t *testing.T, rng *rand.Rand, a *mat.Dense) {
	var f mat.QR
	f.Factorize(a)
	var q, r, qr mat.Dense
	f.QTo(&q)
	f.RTo(&r)
	qr.Mul(&q, &r)
	near(t, a, &qr)
	m, n := a.Dims()
	want := randomMat(rng, n, 3)
	var b, x mat.Dense
	b.Mul(a, want)
	require.NoError(t, f.SolveTo(&x, false, &b)) // Dormqr, Dtrtrs
	near(t, want, &x)

	var lq mat.LQ
	wide := mat.DenseCopyOf(a.T())
	lq.Factorize(wide)
	var l, lqProduct mat.Dense
	lq.LTo(&l)
	lq.QTo(&q)
	lqProduct.Mul(&l, &q)
	near(t, wide, &lqProduct)
	rhs := randomMat(rng, n, 2)
	var y, back mat.Dense
	require.NoError(t, y.Solve(wide, rhs)) // minimum norm, by Dormlq
	back.Mul(wide, &y)
	near(t, rhs, &back)
	rows, _ := y.Dims()
	require.Equal(t, m, rows)
}

func matLU(t *testing.T, rng *rand.Rand, a *mat.Dense) {
	n, _ := a.Dims()
	for _, nrhs := range []int{1, 4} {
		want := randomMat(rng, n, nrhs)
		var b, x, y mat.Dense
		b.Mul(a, want)
		require.NoError(t, x.Solve(a, &b))
		near(t, want, &x)
		var f mat.LU
		f.Factorize(a)
		b.Mul(a.T(), want)
		require.NoError(t, f.SolveTo(&y, true, &b))
		near(t, want, &y)
	}
	var inv, one mat.Dense
	require.NoError(t, inv.Inverse(a))
	one.Mul(a, &inv)
	near(t, eye(n), &one)
	var singular mat.LU
	singular.Factorize(mat.NewDense(2, 2, []float64{1, 2, 2, 4}))
	require.True(t, math.IsInf(singular.Cond(), 1))
}

func eye(n int) *mat.Dense {
	e := mat.NewDense(n, n, nil)
	for i := range n {
		e.Set(i, i, 1)
	}
	return e
}

func matCholesky(t *testing.T, rng *rand.Rand, a *mat.Dense) {
	_, n := a.Dims()
	var spd mat.SymDense
	spd.SymOuterK(1, a.T())
	for i := range n {
		spd.SetSym(i, i, spd.At(i, i)+1)
	}
	var f mat.Cholesky
	require.True(t, f.Factorize(&spd))
	want := randomMat(rng, n, 2)
	var b, x mat.Dense
	b.Mul(&spd, want)
	require.NoError(t, f.SolveTo(&x, &b))
	near(t, want, &x)
	spd.SetSym(0, 0, -1)
	require.False(t, f.Factorize(&spd))
}

func matEigen(t *testing.T, a *mat.Dense) {
	n, _ := a.Dims()
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range n {
			sym.SetSym(i, j, a.At(i, j)+a.At(j, i))
		}
	}
	var es mat.EigenSym
	require.True(t, es.Factorize(sym, true))
	var v, av, vd mat.Dense
	es.VectorsTo(&v)
	av.Mul(sym, &v)
	vd.Mul(&v, mat.NewDiagDense(n, es.Values(nil)))
	near(t, &av, &vd)

	var e mat.Eigen
	require.True(t, e.Factorize(a, mat.EigenBoth))
	var right, left mat.CDense
	e.VectorsTo(&right)
	e.LeftVectorsTo(&left)
	for k, w := range e.Values(nil) {
		for i := range n {
			var r, l complex128
			for j := range n {
				r += complex(a.At(i, j), 0) * right.At(j, k)
				l += complex(a.At(j, i), 0) * left.At(j, k)
			}
			require.InDelta(t, 0, cabs(r-w*right.At(i, k)), 1e-11*float64(n))
			require.InDelta(t, 0, cabs(l-conj(w)*left.At(i, k)), 1e-11*float64(n))
		}
	}
}

func cabs(x complex128) float64    { return math.Hypot(real(x), imag(x)) }
func conj(x complex128) complex128 { return complex(real(x), -imag(x)) }

// TestGonumPanics holds the adapter to the panics and quick returns of gonum's own routines.
func TestGonumPanics(t *testing.T) {
	a, work, tau, ipiv := make([]float64, 9), make([]float64, 64), make([]float64, 3), make([]int, 3)
	for name, call := range map[string]func(gonumapi.Float64){
		"short a":     func(l gonumapi.Float64) { l.Dgeqrf(3, 3, a[:8], 3, tau, work, 64) },
		"bad lda":     func(l gonumapi.Float64) { l.Dgetrf(3, 3, a, 2, ipiv) },
		"lwork":       func(l gonumapi.Float64) { l.Dgeqrf(3, 3, a, 3, tau, work, 1) },
		"short work":  func(l gonumapi.Float64) { l.Dgelqf(3, 3, a, 3, tau, work[:5], 64) },
		"tau":         func(l gonumapi.Float64) { l.Dorgqr(3, 3, 3, a, 3, tau[:1], work, 64) },
		"k":           func(l gonumapi.Float64) { l.Dorglq(2, 3, 3, a, 3, tau, work, 64) },
		"negative":    func(l gonumapi.Float64) { l.Dpotrf(blas.Upper, -1, a, 3) },
		"uplo":        func(l gonumapi.Float64) { l.Dpotrf(9, 3, a, 3) },
		"trans":       func(l gonumapi.Float64) { l.Dgetrs('X', 3, 1, a, 3, ipiv, work, 1) },
		"svd job":     func(l gonumapi.Float64) { l.Dgesvd('X', 'N', 3, 3, a, 3, tau, nil, 1, nil, 1, work, 64) },
		"short u":     func(l gonumapi.Float64) { l.Dgesvd('A', 'A', 3, 3, a, 3, tau, a[:2], 3, work, 3, work, 64) },
		"eigen job":   func(l gonumapi.Float64) { l.Dsyev('X', blas.Upper, 3, a, 3, tau, work, 64) },
		"short wr":    func(l gonumapi.Float64) { l.Dgeev('N', 'N', 3, a, 3, tau[:2], tau, nil, 1, nil, 1, work, 64) },
		"jpvt":        func(l gonumapi.Float64) { l.Dgeqp3(3, 3, a, 3, []int{0, 7, 1}, tau, work, 64) },
		"anorm":       func(l gonumapi.Float64) { l.Dgecon(gonumapi.MaxColumnSum, 3, a, 3, -1, work, ipiv) },
		"norm":        func(l gonumapi.Float64) { l.Dgecon(gonumapi.Frobenius, 3, a, 3, 1, work, ipiv) },
		"short b":     func(l gonumapi.Float64) { l.Dtrtrs(blas.Upper, blas.NoTrans, blas.NonUnit, 3, 2, a, 3, work[:4], 2) },
		"diag":        func(l gonumapi.Float64) { l.Dtrtri(blas.Upper, 0, 3, a, 3) },
		"side":        func(l gonumapi.Float64) { l.Dormqr(0, blas.NoTrans, 3, 3, 3, a, 3, tau, a, 3, work, 64) },
		"short ipiv":  func(l gonumapi.Float64) { l.Dgetri(3, a, 3, ipiv[:1], work, 64) },
		"empty":       func(l gonumapi.Float64) { l.Dgeqrf(0, 3, nil, 3, nil, work, 64) },
		"query":       func(l gonumapi.Float64) { l.Dgesvd('A', 'A', 30, 20, nil, 20, nil, nil, 30, nil, 20, work, -1) },
		"zero anorm":  func(l gonumapi.Float64) { work[0] = l.Dgecon(gonumapi.MaxColumnSum, 3, a, 3, 0, work, ipiv) },
		"singular LU": func(l gonumapi.Float64) { l.Dgetrs(blas.NoTrans, 3, 1, a, 3, []int{0, 1, 2}, work, 1) },
	} {
		want, wantWork := outcome(gonum.Implementation{}, call, work)
		for _, p := range lapack.Providers() {
			got, gotWork := outcome(lapack.ForGonum(p), call, work)
			require.Equal(t, want, got, name)
			require.Equal(t, wantWork, gotWork, name)
		}
	}
}

// outcome returns what call panics with, and what it leaves in the first element of work (as text, since it may be NaN).
func outcome(l gonumapi.Float64, call func(gonumapi.Float64), work []float64) (panicked any, answer string) {
	clear(work)
	defer func() { panicked, answer = recover(), fmt.Sprint(work[0]) }()
	call(l)
	return nil, ""
}

// TestGonumNonFinite: a NaN or Inf is a failure at once, where LAPACK's iterations, and gonum's own, may not end.
func TestGonumNonFinite(t *testing.T) {
	for _, p := range lapack.Providers() {
		g := lapack.ForGonum(p)
		for _, bad := range []float64{math.NaN(), math.Inf(1)} {
			a := []float64{bad, 1, 1, 1, 1, 1, 1, 1, 1}
			s, wi, u, vt, work := make([]float64, 3), make([]float64, 3), make([]float64, 9), make([]float64, 9), make([]float64, 500)
			require.False(t, g.Dgesvd('A', 'A', 3, 3, a, 3, s, u, 3, vt, 3, work, 500))
			require.False(t, g.Dsyev('V', blas.Upper, 3, a, 3, s, work, 500))
			require.Equal(t, 3, g.Dgeev('V', 'V', 3, a, 3, s, wi, u, 3, vt, 3, work, 500))
		}
	}
}

// TestGonumConcurrent shares one adapter among goroutines.
func TestGonumConcurrent(t *testing.T) {
	for _, p := range lapack.Providers() {
		g := lapack.ForGonum(p)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for n := 2; n < 20; n++ {
					a := make([]float64, n*n)
					for i := range n {
						a[i*n+(i+1)%n] = 1
					}
					ipiv, work := make([]int, n), make([]float64, n)
					if !g.Dgetrf(n, n, a, n, ipiv) || !g.Dgetri(n, a, n, ipiv, work, n) || a[n] != 1 {
						t.Errorf("wrong inverse of the shift of order %d", n)
					}
				}
			})
		}
		all.Wait()
	}
}
