package compiler

import "github.com/tenferro/tenferro-go/cblas"

// Operand is a strided view of one buffer: element (i₀, i₁, …) of the step's shape stands at Offset + Σ iₐ·Strides[a].
type Operand struct {
	Buf     int
	Offset  int
	Strides []int
}

// Body is what a step does. The bodies are plain data; engines switch on their types.
type Body interface {
	// Kind is the step's name in printouts: "GEMM", "COPY", ...
	Kind() string
}

// Copy moves Src to Dst, element by element of Shape, in any order of axes; conjugated on request.
type Copy struct {
	Shape    []int
	Dst, Src Operand
	Conj     bool
}

// Product is dst[i] = Σ_r a[i,r]·b[i,r]. Shape holds the axes i, then Reduce axes r; Dst's strides are 0 along r. Stride
// 0 in A or B broadcasts. With Unary, B is not read and the sum is over a alone.
type Product struct {
	Shape        []int
	Reduce       int
	Dst, A, B    Operand
	ConjA, ConjB bool
	Unary        bool
}

// Gemm is a loop nest of matrix products C = op(A)·op(B) over the provider. Batch axes give independent results; Sum
// axes run innermost and add into the same C. The Strides of A, B and C belong to the axes Batch then Sum.
type Gemm struct {
	TransA, TransB cblas.Transpose
	M, N, K        int
	A, B, C        Operand
	LDA, LDB, LDC  int
	Batch, Sum     []int
}

// Gemv is y = op(A)·x, with A: [M, N] as it lies in memory. The operands carry no strides of their own.
type Gemv struct {
	Trans      cblas.Transpose
	M, N       int
	A, X, Y    Operand
	LDA        int
	IncX, IncY int
}

// Dot is Dst = Σ x·y, the first factor conjugated on request. The operands carry no strides of their own.
type Dot struct {
	N          int
	X, Y, Dst  Operand
	IncX, IncY int
	Conj       bool
}

// ReduceFn is the function of a Reduce step.
type ReduceFn uint8

// The reductions. ArgMax and ArgMin give the int64 position, counted column-major over the reduced axes, of the first
// extreme element (of the first NaN if there is one).
const (
	ReduceSum ReduceFn = iota + 1
	ReduceProd
	ReduceMax
	ReduceMin
	ReduceMean
	ReduceArgMax
	ReduceArgMin
)

// Reduce is dst[i] = fn_r src[i,r]. Shape holds the axes i, then Reduce axes r; Dst's strides are 0 along r.
type Reduce struct {
	Fn       ReduceFn
	Shape    []int
	Reduce   int
	Dst, Src Operand
}

// Map computes dst[i] by a register program from the sources, one pass over memory.
type Map struct {
	Shape []int
	Dst   Operand
	Src   []Operand
	Code  []Instr
}

// Fill sets every element of the view to one value.
type Fill struct {
	Shape []int
	Dst   Operand
	Value complex128
}

// View is an operand with its own shape.
type View struct {
	Operand
	Shape []int
}

// Triangle copies the lower (j - i ≤ K) or upper (j - i ≥ K) triangle of each matrix in the first two axes, and sets the
// other elements to 0.
type Triangle struct {
	Shape    []int
	Dst, Src Operand
	Lower    bool
	K        int
}

// Gather is dst[r…, s…] = x[r…, index₀[s…], index₁[s…], …]. Rest, Indexed and Select are the shapes of r, of the indexed
// axes of x and of s. The strides of Dst belong to Rest then Select, those of X to Rest then Indexed, those of the index
// tensors to Select. An index outside its axis fails the run.
type Gather struct {
	Rest, Indexed, Select []int
	Dst, X                Operand
	Indices               []Operand
}

// Scatter is the way back: dst[r…, index₀[s…], …] is set to, or with Add increased by, x[r…, s…], in column-major order
// of s.
type Scatter struct {
	Rest, Indexed, Select []int
	Add                   bool
	Dst, X                Operand // strides: Rest then Indexed; Rest then Select
	Indices               []Operand
}

// Call runs a kernel of an extension. Op is the operation as the extension made it, which carries the parameters; the
// compiler does not look into it.
type Call struct {
	Family  string
	Kernel  string
	Op      any
	In, Out []View
}

func (*Copy) Kind() string     { return "COPY" }
func (*Product) Kind() string  { return "PRODUCT" }
func (*Gemm) Kind() string     { return "GEMM" }
func (*Gemv) Kind() string     { return "GEMV" }
func (*Dot) Kind() string      { return "DOT" }
func (*Reduce) Kind() string   { return "REDUCE" }
func (*Map) Kind() string      { return "MAP" }
func (*Fill) Kind() string     { return "FILL" }
func (*Triangle) Kind() string { return "TRIANGLE" }
func (*Gather) Kind() string   { return "GATHER" }
func (*Scatter) Kind() string  { return "SCATTER" }
func (*Call) Kind() string     { return "CALL" }
