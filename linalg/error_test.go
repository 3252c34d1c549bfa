package linalg_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

// unary are the operations on one square matrix, by name.
var unary = map[string]func(x *tensor.Tensor, opts ...linalg.Option) error{
	"SVD":            func(x *tensor.Tensor, o ...linalg.Option) error { _, _, _, err := linalg.SVD(x, o...); return err },
	"SingularValues": func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.SingularValues(x, o...); return err },
	"QR":             func(x *tensor.Tensor, o ...linalg.Option) error { _, _, err := linalg.QR(x, o...); return err },
	"PivotedQR": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, _, _, err := linalg.PivotedQR(x, o...)
		return err
	},
	"LQ":         func(x *tensor.Tensor, o ...linalg.Option) error { _, _, err := linalg.LQ(x, o...); return err },
	"LU":         func(x *tensor.Tensor, o ...linalg.Option) error { _, _, _, err := linalg.LU(x, o...); return err },
	"Cholesky":   func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.Cholesky(x, o...); return err },
	"Eigh":       func(x *tensor.Tensor, o ...linalg.Option) error { _, _, err := linalg.Eigh(x, o...); return err },
	"EigvalsH":   func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.EigvalsH(x, o...); return err },
	"Eig":        func(x *tensor.Tensor, o ...linalg.Option) error { _, _, err := linalg.Eig(x, o...); return err },
	"Eigvals":    func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.Eigvals(x, o...); return err },
	"Inv":        func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.Inv(x, o...); return err },
	"Det":        func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.Det(x, o...); return err },
	"SlogDet":    func(x *tensor.Tensor, o ...linalg.Option) error { _, _, err := linalg.SlogDet(x, o...); return err },
	"Pinv":       func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.Pinv(x, o...); return err },
	"MatrixRank": func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.MatrixRank(x, o...); return err },
	"Cond": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, err := linalg.Cond(x, linalg.Two, o...)
		return err
	},
	"MatrixExp": func(x *tensor.Tensor, o ...linalg.Option) error { _, err := linalg.MatrixExp(x, o...); return err },
	"Norm2": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, err := linalg.Norm(x, linalg.Two, o...)
		return err
	},
	"SplitSVD": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, err := linalg.SplitSVD("ab->ax,xb", x, o...)
		return err
	},
	"SplitQR": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, err := linalg.SplitQR("ab->ax,xb", x, o...)
		return err
	},
	"SplitPolar": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, err := linalg.SplitPolar("ab->ax,xb", x, o...)
		return err
	},
	"Solve": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, err := linalg.Solve(x, tensor.MustNew(x.DType(), 3), o...)
		return err
	},
	"SolvePositive": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, err := linalg.SolvePositive(x, tensor.MustNew(x.DType(), 3), o...)
		return err
	},
	"SolveTriangular": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, err := linalg.SolveTriangular(x, tensor.MustNew(x.DType(), 3), o...)
		return err
	},
	"LstSq": func(x *tensor.Tensor, o ...linalg.Option) error {
		_, _, _, err := linalg.LstSq(x, tensor.MustNew(x.DType(), 3), o...)
		return err
	},
}

// TestNonFinite refuses NaN and Inf before LAPACK sees them: its divide and conquer never returns from an Inf.
func TestNonFinite(t *testing.T) {
	for _, s := range stations(t) {
		for name, f := range unary {
			for _, bad := range []float64{math.Inf(1), math.NaN()} {
				x := tensor.MustFromColMajor([]float64{1, 1, 1, 1, 1, 1, 1, 1, 1}, 3, 3)
				require.NoError(t, tensor.Set(x, bad, 0, 0))
				err := f(x, s.opts()...)
				require.ErrorIs(t, err, lapack.ErrNonFinite, name)
				var matrix *linalg.MatrixError
				require.ErrorAs(t, err, &matrix, name)
			}
		}
		// What is not read may be anything.
		x := tensor.MustFromColMajor([]float64{2, math.NaN(), 1, 2}, 2, 2)
		_, err := linalg.Cholesky(x, s.opts()...)
		require.NoError(t, err)
		y := tensor.MustFromColMajor([]float64{math.NaN(), math.Inf(1), 1, math.NaN()}, 2, 2)
		got, err := linalg.SolveTriangular(y, tensor.MustFromColMajor([]float64{3, 1}, 2), s.opts(linalg.UnitDiagonal())...)
		require.NoError(t, err)
		require.Equal(t, []complex128{2, 1}, elements(t, got))
	}
}

// TestImpossible names the matrix of the batch and the index of the pivot.
func TestImpossible(t *testing.T) {
	x := tensor.MustNew(tensor.Float64, 3, 3, 2, 2)
	for k := range 4 {
		for i := range 3 {
			require.NoError(t, tensor.Set(x, float64(i+1), i, i, k%2, k/2))
		}
	}
	require.NoError(t, tensor.Set(x, 0.0, 1, 1, 1, 0))
	b := tensor.MustNew(tensor.Float64, 3, 2, 2)
	for _, s := range stations(t) {
		for name, err := range map[string]error{
			"Inv":             second(linalg.Inv(x, s.opts()...)),
			"Solve":           second(linalg.Solve(x, b, s.opts()...)),
			"SolveTriangular": second(linalg.SolveTriangular(x, b, s.opts()...)),
		} {
			var matrix *linalg.MatrixError
			require.ErrorAs(t, err, &matrix, name)
			require.Equal(t, []int{1, 0}, matrix.Batch, name)
			var singular *lapack.SingularError
			require.ErrorAs(t, err, &singular, name)
			require.Equal(t, 1, singular.Index, name)
			require.ErrorIs(t, err, lapack.ErrSingular, name)
		}
		require.NoError(t, tensor.Set(x, -1.0, 1, 1, 1, 0))
		for name, err := range map[string]error{
			"Cholesky":      second(linalg.Cholesky(x, s.opts()...)),
			"SolvePositive": second(linalg.SolvePositive(x, b, s.opts()...)),
		} {
			var indefinite *lapack.NotPositiveDefiniteError
			require.ErrorAs(t, err, &indefinite, name)
			require.Equal(t, 1, indefinite.Index, name)
			require.ErrorContains(t, err, "matrix [1 0] of the batch", name)
		}
		require.NoError(t, tensor.Set(x, 0.0, 1, 1, 1, 0))
	}
	l := tensor.MustFromColMajor([]float64{1, 0, 0, 1}, 2, 2)
	_, err := linalg.LUSolve(tensor.MustFromColMajor([]int64{0, 2}, 2), l, l, tensor.MustNew(tensor.Float64, 2))
	require.ErrorContains(t, err, "permutation")
}

func second(_ *tensor.Tensor, err error) error { return err }

// TestOperands refuses shapes and dtypes before anything is computed.
func TestOperands(t *testing.T) {
	var operand *linalg.OperandError
	for name, f := range unary {
		for _, x := range []*tensor.Tensor{tensor.MustNew(tensor.Float64, 3), tensor.MustNew(tensor.Float64), tensor.MustNew(tensor.Int64, 3, 3), tensor.MustNew(tensor.Bool, 3, 3)} {
			require.ErrorAs(t, f(x), &operand, name)
		}
		require.ErrorIs(t, f(tensor.MustFromColMajor([]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, 3, 3), linalg.WithContext(cancelled())), context.Canceled, name)
	}
	f64, f32 := tensor.MustNew(tensor.Float64, 3, 3), tensor.MustNew(tensor.Float32, 3)
	for _, err := range []error{
		second(linalg.Inv(tensor.MustNew(tensor.Float64, 2, 3))),
		second(linalg.Solve(f64, f32)),
		second(linalg.Solve(f64, tensor.MustNew(tensor.Float64, 4))),
		second(linalg.Solve(f64, tensor.MustNew(tensor.Float64, 3, 2, 2))),
		second(linalg.Norm(f64, linalg.NormKind(9))),
		second(linalg.Cond(tensor.MustNew(tensor.Float64, 2, 3), linalg.One)),
		second(linalg.Cond(f64, linalg.Nuclear)),
		second(linalg.Kron(tensor.MustNew(tensor.Float64, 2, 3, 2), f64)),
		second(linalg.LUSolve(f32, f64, f64, f64)),
	} {
		require.ErrorAs(t, err, &operand)
		require.NotContains(t, err.Error(), ".go:")
	}
	eye, rows := tensor.MustFromColMajor([]float64{1, 0, 0, 1}, 2, 2), tensor.MustFromColMajor([]int64{0, 1}, 2)
	b, singular := tensor.MustNew(tensor.Float64, 2), tensor.MustFromColMajor([]float64{1, 0, 1, 0}, 2, 2)
	for _, c := range []struct {
		p, l, u, b *tensor.Tensor
		operand    int // as LUSolve's arguments count
	}{
		{tensor.MustFromColMajor([]int64{0, 0}, 2), eye, eye, b, 0},
		{tensor.MustFromColMajor([]int64{0, 2}, 2), eye, eye, b, 0},
		{rows, tensor.MustFromColMajor([]float64{1, math.NaN(), 0, 1}, 2, 2), eye, b, 1},
		{rows, eye, singular, b, 2},
		{rows, eye, eye, tensor.MustFromColMajor([]float64{0, math.Inf(1)}, 2), 3},
	} {
		var matrix *linalg.MatrixError
		require.ErrorAs(t, second(linalg.LUSolve(c.p, c.l, c.u, c.b)), &matrix)
		require.Equal(t, c.operand, matrix.Operand)
	}
	require.ErrorAs(t, second(linalg.LUSolve(b, eye, eye, b)), &operand)
	require.Equal(t, 0, operand.Operand)
	require.ErrorAs(t, second(linalg.LUSolve(rows, eye, f64, b)), &operand)
	require.Equal(t, 2, operand.Operand)
	for _, nilOperand := range []func() error{
		func() error { return second(linalg.Inv(nil)) },
		func() error { return second(linalg.Solve(f64, nil)) },
		func() error { return second(linalg.MultiDot([]*tensor.Tensor{nil, f64})) },
	} {
		require.ErrorAs(t, nilOperand(), &operand)
	}
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func TestOptions(t *testing.T) {
	x := tensor.MustFromColMajor([]float64{1, 0, 0, 1}, 2, 2)
	var option *linalg.OptionError
	var none context.Context
	for _, err := range []error{
		unary["Inv"](x, linalg.Full()),
		unary["QR"](x, linalg.MaxRank(1)),
		unary["SVD"](x, linalg.MaxRank(0)),
		unary["SVD"](x, linalg.RelTol(-1)),
		unary["SVD"](x, linalg.AbsTol(math.NaN())),
		unary["SVD"](x, linalg.Full(), linalg.MaxRank(1)),
		unary["Pinv"](x, linalg.Tolerance(math.Inf(1))),
		unary["SplitSVD"](x, linalg.SingularValuesTo(linalg.Absorb(7))),
		unary["Eigh"](x, linalg.UnitDiagonal()),
		unary["QR"](x, nil),
		unary["QR"](x, linalg.WithContext(none)),
	} {
		require.ErrorAs(t, err, &option)
	}
	be, err := cpu.New()
	require.NoError(t, err)
	require.NoError(t, be.Close())
	require.ErrorIs(t, unary["Inv"](x, linalg.WithBackend(be)), cpu.ErrClosed)
}
