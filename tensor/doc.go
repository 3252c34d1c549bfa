// Package tensor holds dense arrays of any rank over shared memory: dtype, shape, strides. It moves elements and shows
// them; it does not compute.
//
// # Tensors are views
//
// A [Tensor] is a small immutable header over a [Storage], which is a run of elements of one [DType]. The header has a
// shape, a stride for each axis and an offset, all counted in elements: the element with index (i0, i1, ...) stands at
//
//	offset + i0·strides[0] + i1·strides[1] + ...
//
// Everything that only rearranges axes is a new header over the same memory, made in no time: [Tensor.Permute],
// [Tensor.Transpose], [Tensor.Reshape], [Tensor.Slice], [Tensor.Index], [Tensor.Reverse], [Tensor.Diagonal],
// [Tensor.Broadcast], [Tensor.Squeeze], [Tensor.Unsqueeze], [Tensor.Real], [Tensor.Imag]. Strides may be negative
// (reversed axes) and zero (repeated elements). Where no strides can express what was asked, as in some reshapes, the
// answer is an error that wraps [ErrNeedsCopy], never a silent copy; [Tensor.Clone] makes the copy.
//
// # Column-major
//
// The home layout is column-major, as in BLAS, LAPACK, Fortran and Julia: the leftmost index changes fastest. New
// tensors and copies have it, and Reshape counts elements in that order. It is a layout, not a restriction:
// [FromRowMajor] wraps C and NumPy data as it lies, [FromDense] a gonum matrix, [FromStrided] anything else, and the
// values read the same through every layout.
//
//	a, err := tensor.FromRowMajor([]float64{1, 2, 3, 4, 5, 6}, 2, 3) // [[1 2 3] [4 5 6]], strides [3 1]
//	b, err := tensor.FromColMajor([]float64{1, 4, 2, 5, 3, 6}, 2, 3) // the same matrix, strides [1 2]
//
// Axes may have size 0 or 1, and a tensor of rank 0 is a scalar.
//
// # Aliasing
//
// Constructors named From… and all views share memory: what [Set] or [Copy] writes through one tensor is seen through
// every other that reaches the element, and in the Go slice it came from. [Overlaps] tells whether two tensors may
// touch, [Tensor.HasSelfOverlap] whether one holds an element twice and so is only to be read. Clone, [ColMajor],
// [RowMajor] and [Tensor.Convert] return memory of their own.
//
// Memory that Go does not own comes in through [NewStorage], whose owner lives as long as any view does.
//
// # Concurrency
//
// Headers never change, so that tensors may be passed between goroutines without locks. Elements are plain memory: any
// number of goroutines may read them, and a write must be ordered against all other access to the same elements by the
// caller, as with slices.
//
// # Errors
//
// Nothing panics on what a caller can pass but the functions named Must…, and Dim and Stride, which index as slices do.
// Errors are structs that say what was asked ([ShapeError], [AxisError], [BoundsError], ...) and wrap a sentinel
// ([ErrShape], [ErrAxis], [ErrBounds], ...). Sizes are checked for overflow before anything is allocated.
package tensor
