package linalg

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tenferro/tenferro-go/cpu"
)

// Option is a choice in how an operation works. Each operation says which options it takes; WithBackend and WithContext
// go with every one-shot call.
type Option func(*options)

// options are the choices of one call.
type options struct {
	params
	backend *cpu.Backend
	ctx     context.Context

	absTol, relTol, weight float64 // negative where not asked for
	absorb                 Absorb
	given                  []string
	bad                    string
}

func (o *options) note(name string) { o.given = append(o.given, name) }

// parse reads the options of an operation, which takes those that are named.
func parse(op string, opts []Option, takes ...string) (*options, error) {
	o := &options{ctx: context.Background(), absTol: -1, relTol: -1, weight: -1}
	o.Tol = -1
	for _, f := range opts {
		if f == nil {
			return nil, &OptionError{Op: op, Option: "nil", Reason: "is no option"}
		}
		f(o)
		if name := o.given[len(o.given)-1]; o.bad != "" {
			return nil, &OptionError{Op: op, Option: name, Reason: o.bad}
		}
	}
	for _, name := range o.given {
		if name != "WithBackend" && name != "WithContext" && !slices.Contains(takes, name) {
			return nil, &OptionError{Op: op, Option: name, Reason: "not an option of this operation"}
		}
	}
	return o, nil
}

// WithBackend runs a one-shot call on a backend. The default, also for nil, is that of cpu.Default. Traced forms, which run
// where their program runs, pay no heed to it, nor to WithContext.
func WithBackend(be *cpu.Backend) Option {
	return func(o *options) { o.note("WithBackend"); o.backend = be }
}

// WithContext lets a one-shot call give up when ctx is done, while it waits for a processor or between steps.
func WithContext(ctx context.Context) Option {
	return func(o *options) {
		o.note("WithContext")
		if o.ctx = ctx; ctx == nil {
			o.bad = "the context is nil"
		}
	}
}

// Full asks for all vectors: square U, Vh or Q.
func Full() Option { return func(o *options) { o.note("Full"); o.Full = true } }

// Gauge fixes the signs, or phases, that a factorisation leaves open, so that equal matrices have equal factors whatever
// library computed them: in each left singular vector and each eigenvector the element of largest modulus is real and
// positive (the first of those within a thousandth of it), and the diagonal of R, or L, is not negative. What belongs to
// equal singular values or eigenvalues stays open.
func Gauge() Option { return func(o *options) { o.note("Gauge"); o.Gauge = true } }

// Lower reads, or returns, the lower triangle instead of the upper one.
func Lower() Option { return func(o *options) { o.note("Lower"); o.Lower = true } }

// UnitDiagonal takes the diagonal of a triangular matrix to be ones, without reading it.
func UnitDiagonal() Option { return func(o *options) { o.note("UnitDiagonal"); o.Unit = true } }

// Adjoint solves with the conjugate transpose of the matrix.
func Adjoint() Option { return func(o *options) { o.note("Adjoint"); o.Adjoint = true } }

// MaxRank keeps at most k singular values, at least 1.
func MaxRank(k int) Option {
	return func(o *options) {
		o.note("MaxRank")
		if o.Rank = k; k < 1 {
			o.bad = fmt.Sprintf("rank %d, at least 1 is needed", k)
		}
	}
}

// AbsTol drops singular values that are at most tol.
func AbsTol(tol float64) Option {
	return func(o *options) { o.note("AbsTol"); o.absTol = tol; o.notNegative(tol) }
}

// RelTol drops singular values that are at most tol times the largest.
func RelTol(tol float64) Option {
	return func(o *options) { o.note("RelTol"); o.relTol = tol; o.notNegative(tol) }
}

// DiscardedWeight drops the smallest singular values as long as the sum of their squares is at most w times the sum of
// all squares.
func DiscardedWeight(w float64) Option {
	return func(o *options) { o.note("DiscardedWeight"); o.weight = w; o.notNegative(w) }
}

// Tolerance counts singular values that are at most tol times the largest as zero. The default is max(m, n) times the
// distance from 1 to the next number of the dtype.
func Tolerance(tol float64) Option {
	return func(o *options) { o.note("Tolerance"); o.Tol = tol; o.notNegative(tol) }
}

func (o *options) notNegative(x float64) {
	if !(x >= 0) || math.IsInf(x, 1) {
		o.bad = fmt.Sprintf("%g, a finite number that is not negative is needed", x)
	}
}

// Absorb says which factor of a split takes the singular values.
type Absorb int

// The places of the singular values. With AbsorbBoth each factor takes their square roots; with AbsorbNone they are
// returned apart.
const (
	AbsorbBoth Absorb = iota
	AbsorbLeft
	AbsorbRight
	AbsorbNone
)

// SingularValuesTo says where the singular values of a split go. The default is AbsorbBoth.
func SingularValuesTo(a Absorb) Option {
	return func(o *options) {
		o.note("SingularValuesTo")
		if o.absorb = a; a < AbsorbBoth || a > AbsorbNone {
			o.bad = fmt.Sprintf("no such place: %d", a)
		}
	}
}
