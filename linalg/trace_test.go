package linalg_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// everything traces each operation once, with operands A: [n, n], B: [n, 2] and the Hermitian positive definite P: [n, n].
func everything(tc *trace.Context, a, b, p *trace.Value) (values []*trace.Value, names []string) {
	add := func(name string, vs ...*trace.Value) {
		for i, v := range vs {
			values, names = append(values, v), append(names, fmt.Sprintf("%s %d", name, i))
		}
	}
	three := func(x, y, z *trace.Value) []*trace.Value { return []*trace.Value{x, y, z} }
	two := func(x, y *trace.Value) []*trace.Value { return []*trace.Value{x, y} }
	add("svd", three(linalg.TraceSVD(tc, a, linalg.Gauge()))...)
	add("svd rank 2", three(linalg.TraceSVD(tc, a, linalg.Gauge(), linalg.MaxRank(2)))...)
	add("svdvals", linalg.TraceSingularValues(tc, a))
	add("qr", two(linalg.TraceQR(tc, a))...)
	add("qrp", three(linalg.TracePivotedQR(tc, a))...)
	add("lq", two(linalg.TraceLQ(tc, a))...)
	pm, l, u := linalg.TraceLU(tc, a)
	add("lu", pm, l, u)
	add("lusolve", linalg.TraceLUSolve(tc, pm, l, u, b))
	add("cholesky", linalg.TraceCholesky(tc, p, linalg.Lower()))
	add("eigh", two(linalg.TraceEigh(tc, p, linalg.Gauge()))...)
	add("eigvalsh", linalg.TraceEigvalsH(tc, p))
	add("eig", two(linalg.TraceEig(tc, a))...)
	add("eigvals", linalg.TraceEigvals(tc, a))
	add("solve", linalg.TraceSolve(tc, a, b))
	add("solvepos", linalg.TraceSolvePositive(tc, p, b))
	add("solvetri", linalg.TraceSolveTriangular(tc, p, b))
	add("lstsq", three(linalg.TraceLstSq(tc, a, b))...)
	add("inv", linalg.TraceInv(tc, a))
	add("det", linalg.TraceDet(tc, a))
	add("slogdet", two(linalg.TraceSlogDet(tc, a))...)
	add("pinv", linalg.TracePinv(tc, a))
	add("rank", linalg.TraceMatrixRank(tc, a))
	add("cond", linalg.TraceCond(tc, a, linalg.One))
	add("norm", linalg.TraceNorm(tc, a, linalg.Inf))
	add("vecnorm", linalg.TraceVectorNorm(tc, a, 3))
	add("expm", linalg.TraceMatrixExp(tc, a))
	add("power", linalg.TraceMatrixPower(tc, a, -3))
	add("kron", linalg.TraceKron(tc, a, b))
	add("multidot", linalg.TraceMultiDot(tc, a, p, b))
	add("tensorsolve", linalg.TraceTensorSolve(tc, a, tc.Squeeze(tc.SliceAxis(b, 1, 0, 1), 1)))
	add("tensorinv", linalg.TraceTensorInv(tc, a, 1))
	add("split svd", three(linalg.TraceSplitSVD(tc, "ab->xa,bx", a, linalg.MaxRank(2), linalg.Gauge()))...)
	add("split qr", two(linalg.TraceSplitQR(tc, "ab->xa,bx", a))...)
	add("split lq", two(linalg.TraceSplitLQ(tc, "ab->xa,bx", a))...)
	add("split polar", two(linalg.TraceSplitPolar(tc, "ab->xa,bx", a))...)
	return values, names
}

// oneShots computes the same by one-shot calls.
func oneShots(t *testing.T, s station, a, b, p *tensor.Tensor) (values []*tensor.Tensor) {
	var err error
	add := func(vs ...*tensor.Tensor) { values = append(values, vs...) }
	x := make([]*tensor.Tensor, 3)
	do := func(n int, f func()) {
		f()
		require.NoError(t, err)
		add(x[:n]...)
	}
	o := s.opts
	do(3, func() { x[0], x[1], x[2], err = linalg.SVD(a, o(linalg.Gauge())...) })
	do(3, func() { x[0], x[1], x[2], err = linalg.SVD(a, o(linalg.Gauge(), linalg.MaxRank(2))...) })
	do(1, func() { x[0], err = linalg.SingularValues(a, o()...) })
	do(2, func() { x[0], x[1], err = linalg.QR(a, o()...) })
	do(3, func() { x[0], x[1], x[2], err = linalg.PivotedQR(a, o()...) })
	do(2, func() { x[0], x[1], err = linalg.LQ(a, o()...) })
	do(3, func() { x[0], x[1], x[2], err = linalg.LU(a, o()...) })
	do(1, func() { x[0], err = linalg.LUSolve(x[0], x[1], x[2], b, o()...) })
	do(1, func() { x[0], err = linalg.Cholesky(p, o(linalg.Lower())...) })
	do(2, func() { x[0], x[1], err = linalg.Eigh(p, o(linalg.Gauge())...) })
	do(1, func() { x[0], err = linalg.EigvalsH(p, o()...) })
	do(2, func() { x[0], x[1], err = linalg.Eig(a, o()...) })
	do(1, func() { x[0], err = linalg.Eigvals(a, o()...) })
	do(1, func() { x[0], err = linalg.Solve(a, b, o()...) })
	do(1, func() { x[0], err = linalg.SolvePositive(p, b, o()...) })
	do(1, func() { x[0], err = linalg.SolveTriangular(p, b, o()...) })
	do(3, func() { x[0], x[1], x[2], err = linalg.LstSq(a, b, o()...) })
	do(1, func() { x[0], err = linalg.Inv(a, o()...) })
	do(1, func() { x[0], err = linalg.Det(a, o()...) })
	do(2, func() { x[0], x[1], err = linalg.SlogDet(a, o()...) })
	do(1, func() { x[0], err = linalg.Pinv(a, o()...) })
	do(1, func() { x[0], err = linalg.MatrixRank(a, o()...) })
	do(1, func() { x[0], err = linalg.Cond(a, linalg.One, o()...) })
	do(1, func() { x[0], err = linalg.Norm(a, linalg.Inf, o()...) })
	do(1, func() { x[0], err = linalg.VectorNorm(a, 3, o()...) })
	do(1, func() { x[0], err = linalg.MatrixExp(a, o()...) })
	do(1, func() { x[0], err = linalg.MatrixPower(a, -3, o()...) })
	do(1, func() { x[0], err = linalg.Kron(a, b, o()...) })
	do(1, func() { x[0], err = linalg.MultiDot([]*tensor.Tensor{a, p, b}, o()...) })
	column := tensor.Must(b.Index(1, 0))
	do(1, func() { x[0], err = linalg.TensorSolve(a, column, o()...) })
	do(1, func() { x[0], err = linalg.TensorInv(a, 1, o()...) })
	split := func(f func() (*linalg.Split, error)) {
		var y *linalg.Split
		y, err = f()
		require.NoError(t, err)
		if y.S != nil {
			add(y.Left, y.S, y.Right)
			return
		}
		add(y.Left, y.Right)
	}
	split(func() (*linalg.Split, error) {
		return linalg.SplitSVD("ab->xa,bx", a, o(linalg.MaxRank(2), linalg.Gauge())...)
	})
	split(func() (*linalg.Split, error) { return linalg.SplitQR("ab->xa,bx", a, o()...) })
	split(func() (*linalg.Split, error) { return linalg.SplitLQ("ab->xa,bx", a, o()...) })
	split(func() (*linalg.Split, error) { return linalg.SplitPolar("ab->xa,bx", a, o()...) })
	return values
}

// TestTraced runs every operation in one compiled program, from several goroutines, and finds what one-shot calls do.
func TestTraced(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	const n = 6
	for _, s := range stations(t) {
		rt, err := runtime.New(runtime.WithEngine(s.be), runtime.WithExtension(linalg.Extension()))
		require.NoError(t, err)
		for _, d := range dtypes {
			tc := trace.New()
			values, names := everything(tc, tc.Input(d, n, n), tc.Input(d, n, 2), tc.Input(d, n, n))
			g, err := tc.Graph(values...)
			require.NoError(t, err)
			prog, err := compiler.Compile(g)
			require.NoError(t, err)
			require.Contains(t, prog.Requires, linalg.Family)
			a := lay(t, d, "row-major", realPart(d, wellConditioned(random(rng, n, n))).a, n, n)
			b := lay(t, d, "strided", realPart(d, random(rng, n, 2)).a, n, 2)
			p := lay(t, d, "column-major", positive(realPart(d, random(rng, n, n))).a, n, n)
			want := oneShots(t, s, a, b, p)
			require.Len(t, want, len(values))
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					got, err := rt.Run(context.Background(), prog, a, b, p)
					if err != nil {
						panic(err)
					}
					for i := range got {
						if err := tensor.AllClose(got[i], want[i], 2e3*epsilon(d), 2e3*epsilon(d)); err != nil {
							panic(fmt.Sprintf("%s %s %s: %v", s.name, d, names[i], err))
						}
					}
				})
			}
			wg.Wait()
		}
	}
}

// TestTraceMistakes tells where in the caller's program they are.
func TestTraceMistakes(t *testing.T) {
	for _, build := range []func(tc *trace.Context) *trace.Value{
		func(tc *trace.Context) *trace.Value {
			u, _, _ := linalg.TraceSVD(tc, tc.Input(tensor.Float64, 3))
			return u
		},
		func(tc *trace.Context) *trace.Value {
			u, _, _ := linalg.TraceSVD(tc, tc.Input(tensor.Float64, 3, 3), linalg.RelTol(1e-3))
			return u
		},
		func(tc *trace.Context) *trace.Value {
			l, _ := linalg.TraceSplitQR(tc, "ab->a,b", tc.Input(tensor.Float64, 3, 3))
			return l
		},
		func(tc *trace.Context) *trace.Value {
			return linalg.TraceMatrixPower(tc, tc.Input(tensor.Float64, 3, 2), 2)
		},
	} {
		tc := trace.New()
		_, err := tc.Graph(build(tc))
		require.ErrorContains(t, err, "trace_test.go:")
	}
	tc := trace.New()
	g, err := tc.Graph(linalg.TraceInv(tc, tc.Input(tensor.Float64, 2, 2)))
	require.NoError(t, err)
	prog, err := compiler.Compile(g)
	require.NoError(t, err)
	rt, err := runtime.New(runtime.WithEngine(stations(t)[0].be))
	require.NoError(t, err)
	_, err = rt.Run(context.Background(), prog, tensor.MustNew(tensor.Float64, 2, 2))
	require.ErrorContains(t, err, linalg.Family, "the extension is missing")
}
