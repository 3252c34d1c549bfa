package lapacktest

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file tests repeated and simultaneous calls: no allocation with a workspace that the caller holds, and the same
// results from many goroutines.

// routine is one call on fresh inputs.
type routine struct {
	name string
	run  func(ws *lapack.Workspace) error
}

// routines returns a call of every routine on operands of their own. Each restores its inputs first, so that it can be
// repeated; outputs are the last values of the slices that state returns.
func (s *suite[T, R]) routines(n int) (list []routine, state func() []T) {
	spd := s.definite(n, 10)
	full := put[T](spd, 0).data
	a, b, c, tau := make([]T, n*n), make([]T, n*n), make([]T, n*n), make([]T, n)
	u, vt := make([]T, n*n), make([]T, n*n)
	w, wi := make([]R, n), make([]R, n)
	pivot := make([]int, n)
	q, nrhs := make([]T, n*n), min(2, n)
	restore := func() { copy(a, full); copy(b, full); copy(c, full) }
	restore()
	copy(q, full)
	_ = s.Geqrf(n, n, q, n, tau, nil) // reflectors for the routines that need some
	reflectors := append([]T(nil), tau...)
	add := func(name string, run func(ws *lapack.Workspace) error) {
		list = append(list, routine{name, func(ws *lapack.Workspace) error { restore(); return run(ws) }})
	}
	const up, no = lapack.Upper, lapack.NoTrans
	add("gesdd", func(ws *lapack.Workspace) error {
		return s.Gesdd(lapack.SVDFull, n, n, a, n, w, u, n, vt, n, ws)
	})
	add("gesdd values", func(ws *lapack.Workspace) error {
		return s.Gesdd(lapack.SVDNone, n, n, a, n, w, nil, 1, nil, 1, ws)
	})
	add("gesvd", func(ws *lapack.Workspace) error {
		return s.Gesvd(lapack.SVDThin, lapack.SVDFull, n, n, a, n, w, u, n, vt, n, ws)
	})
	add("gelsd", func(ws *lapack.Workspace) error {
		_, err := s.Gelsd(n, n, nrhs, a, n, b, n, w, -1, ws)
		return err
	})
	add("geqrf", func(ws *lapack.Workspace) error { return s.Geqrf(n, n, a, n, tau, ws) })
	add("geqp3", func(ws *lapack.Workspace) error { return s.Geqp3(n, n, a, n, pivot, tau, ws) })
	add("gelqf", func(ws *lapack.Workspace) error { return s.Gelqf(n, n, a, n, tau, ws) })
	add("orgqr", func(ws *lapack.Workspace) error { copy(a, q); return s.Orgqr(n, n, n, a, n, reflectors, ws) })
	add("orglq", func(ws *lapack.Workspace) error { copy(a, q); return s.Orglq(n, n, n, a, n, reflectors, ws) })
	add("ormqr", func(ws *lapack.Workspace) error {
		copy(a, q)
		return s.Ormqr(lapack.Left, no, n, n, n, a, n, reflectors, c, n, ws)
	})
	add("ormlq", func(ws *lapack.Workspace) error {
		copy(a, q)
		return s.Ormlq(lapack.Right, lapack.ConjTrans, n, n, n, a, n, reflectors, c, n, ws)
	})
	add("getrf, getrs, gecon, getri", func(ws *lapack.Workspace) error {
		if err := s.Getrf(n, n, a, n, pivot, ws); err != nil {
			return err
		}
		if err := s.Getrs(no, n, nrhs, a, n, pivot, b, n, ws); err != nil {
			return err
		}
		if _, err := s.Gecon(lapack.OneNorm, n, a, n, 1, ws); err != nil {
			return err
		}
		return s.Getri(n, a, n, pivot, ws)
	})
	add("gesv", func(ws *lapack.Workspace) error { return s.Gesv(n, nrhs, a, n, pivot, b, n, ws) })
	add("potrf, potrs", func(ws *lapack.Workspace) error {
		if err := s.Potrf(up, n, a, n, ws); err != nil {
			return err
		}
		return s.Potrs(up, n, nrhs, a, n, b, n, ws)
	})
	add("posv", func(ws *lapack.Workspace) error { return s.Posv(lapack.Lower, n, nrhs, a, n, b, n, ws) })
	add("syevd", func(ws *lapack.Workspace) error { return s.Syevd(true, up, n, a, n, w, ws) })
	add("syevd values", func(ws *lapack.Workspace) error { return s.Syevd(false, up, n, a, n, w, ws) })
	add("geev", func(ws *lapack.Workspace) error { return s.Geev(true, true, n, a, n, w, wi, u, n, vt, n, ws) })
	add("trtrs, trtri", func(ws *lapack.Workspace) error {
		if err := s.Trtrs(up, no, lapack.NonUnit, n, nrhs, a, n, b, n, ws); err != nil {
			return err
		}
		return s.Trtri(up, lapack.NonUnit, n, a, n, ws)
	})
	add("lange", func(*lapack.Workspace) error { _, err := s.Lange(lapack.Frobenius, n, n, a, n); return err })
	state = func() (all []T) {
		for _, x := range [][]T{a, b, c, tau, u, vt} {
			all = append(all, x...)
		}
		for i := range w {
			all = append(all, from[T](complex(float64(w[i]), 0)), from[T](complex(float64(wi[i]), 0)))
		}
		return all
	}
	return list, state
}

// allocates names the routines of gonum that make small arrays of their own.
func (s *suite[T, R]) allocates(routine string) bool {
	return s.info.Name == "gonum" && (routine == "gesdd values" || routine == "geev" && !isComplex[T]())
}

func (s *suite[T, R]) testAllocations(t *testing.T) {
	for _, n := range []int{1, 8, 24} {
		list, _ := s.routines(n)
		for _, r := range list {
			t.Run(fmt.Sprintf("%s/%d", r.name, n), func(t *testing.T) {
				ws := new(lapack.Workspace)
				require.NoError(t, r.run(ws))
				require.NoError(t, r.run(ws)) // the second call knows how much all pieces together need
				held := ws.Bytes()
				var err error
				allocs := testing.AllocsPerRun(5, func() { err = r.run(ws) })
				require.NoError(t, err)
				if !s.allocates(r.name) {
					require.Zero(t, allocs)
				}
				require.Equal(t, held, ws.Bytes(), "the workspace grows")
				ws.Clear()
				require.Zero(t, ws.Bytes())
				require.NoError(t, r.run(nil), "without a workspace")
			})
		}
	}
}

// testConcurrency runs everything in many goroutines, each with operands and a workspace of its own.
func (s *suite[T, R]) testConcurrency(t *testing.T) {
	const n, goroutines = 12, 8
	lists := make([][]routine, goroutines)
	states := make([]func() []T, goroutines)
	const seed = 7
	for g := range lists {
		s.rng = rand.New(rand.NewPCG(seed, seed)) // the same inputs for all
		lists[g], states[g] = s.routines(n)
	}
	results, errs := make([][]T, goroutines), make([]error, goroutines)
	var all sync.WaitGroup
	for g := range lists {
		all.Go(func() {
			ws := new(lapack.Workspace)
			for _, r := range lists[g] {
				if err := r.run(ws); err != nil {
					errs[g] = fmt.Errorf("%s: %w", r.name, err)
					return
				}
				results[g] = append(results[g], states[g]()...)
			}
		})
	}
	all.Wait()
	for g := range results {
		require.NoError(t, errs[g])
		require.Len(t, results[g], len(results[0]))
		for i, x := range results[g] {
			// Not equal to the last bit: some libraries choose their kernels by the alignment of the data.
			require.LessOrEqual(t, cmplx.Abs(to(x)-to(results[0][i])), s.bound(n, 10), "goroutine %d, value %d", g, i)
		}
	}
}
