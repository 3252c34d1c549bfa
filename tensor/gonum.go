package tensor

// This file brings matrices and vectors in from gonum, and out to it, without copying. gonum's matrices are row-major
// with a row stride: views of rank 2 with strides [Stride, 1].

import (
	"fmt"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
)

// RawMatrixer is mat.RawMatrixer of gonum, which *mat.Dense implements.
type RawMatrixer interface{ RawMatrix() blas64.General }

// RawCMatrixer is mat.RawCMatrixer of gonum, which *mat.CDense implements.
type RawCMatrixer interface{ RawCMatrix() cblas128.General }

// RawVectorer is mat.RawVectorer of gonum, which *mat.VecDense implements.
type RawVectorer interface{ RawVector() blas64.Vector }

// General is gonum's general matrix in any of the four scalar types.
type General interface {
	blas32.General | blas64.General | cblas64.General | cblas128.General
}

// FromDense wraps a real gonum matrix, or a slice of one, as a tensor of shape [rows, columns]. Nothing is copied.
func FromDense(m RawMatrixer) (*Tensor, error) {
	if m == nil {
		return nil, &invalidError{"from dense"}
	}
	return FromGeneral(m.RawMatrix())
}

// FromCDense wraps a complex gonum matrix, or a slice of one, as a tensor of shape [rows, columns]. Nothing is copied.
func FromCDense(m RawCMatrixer) (*Tensor, error) {
	if m == nil {
		return nil, &invalidError{"from cdense"}
	}
	return FromGeneral(m.RawCMatrix())
}

// FromVecDense wraps a gonum vector as a tensor of rank 1. Nothing is copied.
func FromVecDense(v RawVectorer) (*Tensor, error) {
	const op = "from vec dense"
	if v == nil {
		return nil, &invalidError{op}
	}
	raw := v.RawVector()
	return StorageOf(raw.Data).view(op, 0, []int{raw.N}, []int{raw.Inc})
}

// FromGeneral wraps a matrix of gonum's blas64, blas32, cblas128 or cblas64 as a tensor of shape [Rows, Cols]. Nothing
// is copied. It fails with a *BoundsError if the matrix does not lie within its data.
func FromGeneral[G General](g G) (*Tensor, error) {
	const op = "from general"
	switch g := any(g).(type) {
	case blas32.General:
		return StorageOf(g.Data).view(op, 0, []int{g.Rows, g.Cols}, []int{g.Stride, 1})
	case blas64.General:
		return StorageOf(g.Data).view(op, 0, []int{g.Rows, g.Cols}, []int{g.Stride, 1})
	case cblas64.General:
		return StorageOf(g.Data).view(op, 0, []int{g.Rows, g.Cols}, []int{g.Stride, 1})
	}
	z := any(g).(cblas128.General)
	return StorageOf(z.Data).view(op, 0, []int{z.Rows, z.Cols}, []int{z.Stride, 1})
}

// AsGeneral returns the tensor of rank 2 as a matrix of gonum without copying: the matrix is t's memory, with the caveat
// of Raw on memory owned elsewhere; (*mat.Dense).SetRawMatrix takes it. It fails with a *DTypeError unless G has t's
// dtype, and with a *LayoutError unless each row lies contiguously and rows do not overlap. A column-major matrix has
// that layout in its Transpose; or copy it out, with RowMajor and mat.NewDense.
func AsGeneral[G General](t *Tensor) (G, error) {
	var g G
	var err error
	switch g := any(&g).(type) {
	case *blas32.General:
		g.Data, g.Rows, g.Cols, g.Stride, err = rowMajor[float32](t)
	case *blas64.General:
		g.Data, g.Rows, g.Cols, g.Stride, err = rowMajor[float64](t)
	case *cblas64.General:
		g.Data, g.Rows, g.Cols, g.Stride, err = rowMajor[complex64](t)
	case *cblas128.General:
		g.Data, g.Rows, g.Cols, g.Stride, err = rowMajor[complex128](t)
	}
	return g, err
}

// rowMajor returns the memory of a matrix whose rows are contiguous, its sizes and its row stride.
func rowMajor[T Scalar](t *Tensor) (data []T, rows, cols, stride int, err error) {
	const op = "as general"
	if err := t.check(op); err != nil {
		return nil, 0, 0, 0, err
	}
	if want := DTypeOf[T](); t.dtype != want {
		return nil, 0, 0, 0, &DTypeError{Op: op, Got: t.dtype, Want: want}
	}
	if t.Rank() != 2 {
		return nil, 0, 0, 0, &ShapeError{Op: op, Got: t.Shape(), Why: fmt.Sprintf("rank is %d, not 2", t.Rank())}
	}
	rows, cols, stride = t.shape[0], t.shape[1], t.strides[0]
	if rows <= 1 {
		stride = max(cols, 1)
	}
	if rows == 0 || cols == 0 {
		return nil, rows, cols, max(cols, 1), nil
	}
	if cols > 1 && t.strides[1] != 1 || stride < cols {
		return nil, 0, 0, 0, &LayoutError{Op: op, Shape: t.Shape(), Strides: t.Strides(),
			Layout: "row-major with contiguous rows"}
	}
	end := t.offset + (rows-1)*stride + cols
	return elements[T](t.storage)[t.offset:end:end], rows, cols, stride, nil
}
