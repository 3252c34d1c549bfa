package compiler

import (
	"github.com/tenferro/tenferro-go/tensor"
)

// Program is a compiled computation: steps over numbered buffers, specialised to the shapes it was compiled for. It is
// plain data, never changed after Compile returned it, and may be shared by goroutines and engines.
type Program struct {
	Inputs  []Port
	Outputs []Port
	Buffers []Buffer
	Steps   []Step
	Loops   []Loop // steps that are run once for each slice, in order; they do not overlap

	// Consts holds the constants given to the trace, compact and column-major.
	Consts []*tensor.Tensor

	// Fold computes, once, what depends on constants alone; an engine runs it when it prepares the program. Its
	// outputs are the program's folded constants. It is nil where there is nothing to fold.
	Fold *Program

	// ArenaBytes is the size of the one block of memory that all temporary buffers live in.
	ArenaBytes int

	// Requires names the extensions whose operations the traced graph held, sorted.
	Requires []string
}

// Port is one operand or result of a program.
type Port struct {
	Buf     int
	DType   tensor.DType
	Shape   []int
	Strides []int // in elements; the first element of the port is at Origin in its buffer
	Origin  int
}

// BufferKind says where a buffer's memory comes from.
type BufferKind uint8

// The kinds of buffers.
const (
	Temp   BufferKind = iota // in the arena, at Offset; Index counts them
	Input                    // an operand of the run; Index counts the inputs
	Output                   // a result of the run; Index counts the outputs
	Const                    // Program.Consts[Index]
	Folded                   // output Index of Program.Fold
	Moving                   // a window of a loop on another buffer; Index counts them
)

// Buffer is a numbered piece of memory that holds Len elements.
type Buffer struct {
	Kind   BufferKind
	Index  int
	DType  tensor.DType
	Len    int
	Offset int // of a Temp: bytes from the start of the arena, a multiple of Alignment
}

// Bytes is the size of the buffer.
func (b *Buffer) Bytes() int { return b.Len * b.DType.Size() }

// Alignment is what the offsets of temporary buffers are multiples of, in bytes: a cache line.
const Alignment = 64

// Step is one kernel call of a program.
type Step struct {
	Body  Body
	Label string  // what it computes, for people: "ab,bc->ac"
	Flops float64 // real floating-point operations
	Bytes float64 // operands read once and result written once
}

// Moves reports whether the step only moves data.
func (s *Step) Moves() bool {
	switch s.Body.(type) {
	case *Copy, *Fill:
		return true
	}
	return false
}

// Flops is the number of real floating-point operations of a run.
func (p *Program) Flops() float64 {
	var n float64
	for i := range p.Steps {
		n += p.times(i) * p.Steps[i].Flops
	}
	return n
}

// MovedBytes is the number of bytes that the steps which only move data read and write.
func (p *Program) MovedBytes() float64 {
	var n float64
	for i := range p.Steps {
		if p.Steps[i].Moves() {
			n += p.times(i) * p.Steps[i].Bytes
		}
	}
	return n
}

// PeakBytes is the memory that a run holds: operands, constants, results and the arena. Of a strided operand it counts the
// elements, not the gaps between them.
func (p *Program) PeakBytes() int {
	n := p.ArenaBytes
	for i := range p.Buffers {
		switch b := &p.Buffers[i]; b.Kind {
		case Temp, Moving:
		case Input:
			n += min(b.Bytes(), product(p.Inputs[b.Index].Shape)*b.DType.Size())
		default:
			n += b.Bytes()
		}
	}
	return n
}
