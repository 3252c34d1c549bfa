package lapack

import (
	"errors"
	"fmt"
	"strconv"
)

// This file holds the errors of the package. Each is a struct that errors.As finds; the numerical ones also answer to a
// sentinel with errors.Is.

// The sentinels that the numerical errors match.
var (
	ErrSingular            = errors.New("matrix is singular")
	ErrNotPositiveDefinite = errors.New("matrix is not positive definite")
	ErrNoConvergence       = errors.New("iteration did not converge")
	ErrNonFinite           = errors.New("matrix has an element that is not finite")
)

// ErrTooLarge is what an *ArgError wraps when a size or leading dimension is sound in itself but larger than the integers
// of the provider's interface can hold, or needs a work array that is.
var ErrTooLarge = errors.New("beyond the integers of the provider")

// ArgError says which argument of which routine is wrong. The routine has then written nothing.
type ArgError struct {
	Routine string // "gesdd": without the letter of the type
	Arg     string // the argument's name as in Ops: "lda", "len(a)", "ipiv[2]"; "work array" for one that it would need
	Value   int    // what was given; 0 for a floating-point argument, which only the text tells
	Need    string // what is needed: "at least 5"
	Err     error  // ErrTooLarge, or nil
	given   string // the text of a floating-point argument
}

// Error returns, for instance, "lapack: gesdd: lda is 2, need at least 3".
func (e *ArgError) Error() string {
	given := e.given
	if given == "" {
		given = strconv.Itoa(e.Value)
	}
	s := "lapack: " + e.Routine + ": " + e.Arg + " is " + given + ", need " + e.Need
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns ErrTooLarge where that is the reason.
func (e *ArgError) Unwrap() error { return e.Err }

// SingularError says that the diagonal element Index (from 0) of a triangular matrix or factor is exactly zero.
type SingularError struct {
	Routine string
	Index   int
}

func (e *SingularError) Error() string {
	return fmt.Sprintf("lapack: %s: %v: diagonal element %d of the triangle is zero", e.Routine, ErrSingular, e.Index)
}

// Is matches ErrSingular.
func (e *SingularError) Is(target error) bool { return target == ErrSingular }

// NotPositiveDefiniteError says that the leading minor of order Index+1 is not positive, and those before it are: the
// Cholesky factorisation stopped at the pivot Index (from 0).
type NotPositiveDefiniteError struct {
	Routine string
	Index   int
}

func (e *NotPositiveDefiniteError) Error() string {
	return fmt.Sprintf("lapack: %s: %v: pivot %d", e.Routine, ErrNotPositiveDefinite, e.Index)
}

// Is matches ErrNotPositiveDefinite.
func (e *NotPositiveDefiniteError) Is(target error) bool { return target == ErrNotPositiveDefinite }

// NoConvergenceError says that an iteration gave up. Count is LAPACK's info: the number of superdiagonals (Gesvd, Gelsd),
// off-diagonals (Syevd) or eigenvalues (Geev) that have not converged; for Gesdd and for Syevd with vectors it only says
// where the divide and conquer failed.
type NoConvergenceError struct {
	Routine string
	Count   int
}

func (e *NoConvergenceError) Error() string {
	return fmt.Sprintf("lapack: %s: %v (info = %d)", e.Routine, ErrNoConvergence, e.Count)
}

// Is matches ErrNoConvergence.
func (e *NoConvergenceError) Is(target error) bool { return target == ErrNoConvergence }

// NonFiniteError names the first element, column by column, that is NaN or infinite.
type NonFiniteError struct {
	Row, Col int
}

func (e *NonFiniteError) Error() string {
	return fmt.Sprintf("lapack: %v: (%d, %d)", ErrNonFinite, e.Row, e.Col)
}

// Is matches ErrNonFinite.
func (e *NonFiniteError) Is(target error) bool { return target == ErrNonFinite }
