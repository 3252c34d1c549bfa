//go:build cgo && (openblas || mkl || accelerate || netlib)

package cblas

// This file tests native providers under many callers and thread counts, in processes of their own: the variables that
// set threads are read when the library is loaded, and what a C library prints goes to the process's stderr.

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const childVariable = "TENFERRO_TEST_CHILD"

// inChild runs the test again in a process with more environment, and requires that it passes and prints nothing to
// stderr. It returns whether this is that process.
func inChild(t *testing.T, env ...string) bool {
	if os.Getenv(childVariable) != "" {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(append(os.Environ(), childVariable+"=1"), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	require.NoError(t, err, "%v: %s%s", env, stdout.Bytes(), stderr.Bytes())
	require.Empty(t, stderr.String(), "%v", env)
	return false
}

func TestManyCallers(t *testing.T) {
	counts := []string{"", "1"}
	if open(t).Info().Threading == "pthreads" {
		counts = append(counts, "2", "64") // OpenMP starts a team for every caller, and its teams wait by spinning
	}
	for _, threads := range counts {
		if inChild(t, "GOMAXPROCS=64", "OPENBLAS_NUM_THREADS="+threads, "MKL_NUM_THREADS="+threads, "BLIS_NUM_THREADS="+threads) {
			manyCallers(t, open(t).Float64(), 16)
			return
		}
	}
}

// manyCallers has goroutines multiply at once: more than the processors of a small machine, fewer than any build allows.
func manyCallers(t *testing.T, o Ops[float64], callers int) {
	rng := rand.New(rand.NewPCG(5, 6))
	sizes := []int{8, 33, 64, 129, 256}
	type problem struct{ a, b, want []float64 }
	problems := make([]problem, len(sizes))
	for i, n := range sizes {
		p := problem{a: integers[float64](rng, n*n), b: integers[float64](rng, n*n), want: make([]float64, n*n)}
		for l := range n {
			for k := range n {
				for r := range n {
					p.want[r+l*n] += p.a[r+k*n] * p.b[k+l*n]
				}
			}
		}
		problems[i] = p
	}
	var group sync.WaitGroup
	for g := range callers {
		group.Go(func() {
			for r := range 10 {
				n := sizes[(g+r)%len(sizes)]
				p := problems[(g+r)%len(sizes)]
				c := make([]float64, n*n)
				if err := o.Gemm(NoTrans, NoTrans, n, n, n, 1, p.a, n, p.b, n, 0, c, n); err != nil {
					t.Error(err)
				}
				for i := range c {
					if c[i] != p.want[i] {
						t.Errorf("product of %d: [%d] is %v, want %v", n, i, c[i], p.want[i])
						return
					}
				}
			}
		})
	}
	group.Wait()
}

// TestBadArgumentsPrintNothing: no argument reaches the library that it would complain about.
func TestBadArgumentsPrintNothing(t *testing.T) {
	if !inChild(t) {
		return
	}
	o := open(t).Complex128()
	x := make([]complex128, 100)
	for _, err := range []error{
		o.Gemm(NoTrans, NoTrans, -1, 2, 2, 1, x, 2, x, 2, 0, x, 2),
		o.Gemm(NoTrans, NoTrans, 5, 2, 2, 1, x, 2, x, 2, 0, x, 2),
		o.Gemm(7, NoTrans, 2, 2, 2, 1, x, 2, x, 2, 0, x, 2),
		o.Gemm(NoTrans, NoTrans, 1<<31, 1, 1, 1, x, 1<<31, x, 2, 0, x, 1<<31),
		o.GemmStrided(NoTrans, NoTrans, 2, 2, 2, 1, x, 2, 4, x, 2, 4, 0, x, 2, 1, 2),
		o.Gemv(NoTrans, 2, 2, 1, x, 2, x, 0, 0, x, 1),
		o.Ger(2, 2, 1, x, 1, x, 1, x, 1),
		o.Axpy(2, 1, x, 1, x, 0),
		o.Scal(2, 1, x, 0),
	} {
		var arg *ArgError
		require.ErrorAs(t, err, &arg)
	}
}

func TestEmpty(t *testing.T) {
	if !inChild(t) {
		return
	}
	o := open(t).Float64()
	y := []float64{1, 2, 3}
	require.NoError(t, o.Gemm(NoTrans, NoTrans, 0, 5, 4, 1, nil, 1, nil, 4, 0, nil, 1))
	require.NoError(t, o.Gemm(NoTrans, NoTrans, 3, 1, 0, 1, nil, 3, nil, 1, 2, y, 3))
	require.Equal(t, []float64{2, 4, 6}, y)
	require.NoError(t, o.GemmStrided(NoTrans, NoTrans, 3, 1, 0, 1, nil, 3, 0, nil, 1, 0, 2, y, 3, 3, 1))
	require.NoError(t, o.GemmOffsets(NoTrans, NoTrans, 3, 1, 0, 1, nil, 3, nil, nil, 1, nil, 2, nil, 3, nil))
	require.NoError(t, o.GemmBatch(NoTrans, NoTrans, 3, 1, 2, 1, nil, 3, nil, 2, 2, nil, 3))
	require.NoError(t, o.Gemv(NoTrans, 3, 0, 1, nil, 3, nil, 1, 0, y, 1))
	require.Equal(t, []float64{0, 0, 0}, y)
	sum, err := o.Dot(0, nil, 1, nil, 1)
	require.NoError(t, err)
	require.Zero(t, sum)
	require.NoError(t, o.Axpy(0, 1, nil, 1, nil, 1))
	require.NoError(t, o.Scal(0, 1, nil, 1))
	require.NoError(t, o.Ger(0, 3, 1, nil, 1, nil, 1, nil, 1))
}

func TestSetThreads(t *testing.T) {
	p := open(t)
	was := p.Threads()
	require.GreaterOrEqual(t, was, 1)
	t.Cleanup(func() { require.NoError(t, p.SetThreads(was)) })
	require.Error(t, p.SetThreads(0))
	require.Error(t, p.SetThreads(-3))
	for _, n := range []int{1, 2, 1} {
		require.NoError(t, p.SetThreads(n))
		require.Equal(t, n, p.Threads())
		require.Equal(t, n, p.Info().Threads)
		manyCallers(t, p.Float64(), 1)
	}
}

func TestInfo(t *testing.T) {
	info := open(t).Info()
	t.Logf("%+v", info)
	require.NotEmpty(t, info.Name)
	require.NotEmpty(t, info.Version)
	require.Equal(t, 32, info.IntBits)
}

// TestNoAllocations: a call in the steady state allocates nothing.
func TestNoAllocations(t *testing.T) {
	p := open(t)
	if p.Info().Name == "netlib" {
		t.Skip("gonum's netlib allocates the scalars of complex calls")
	}
	o := p.Complex64()
	x, y, z := make([]complex64, 100), make([]complex64, 100), make([]complex64, 100)
	off := []int{0, 4, 8}
	many := make([][]complex64, 11)
	for i := range many {
		many[i] = make([]complex64, 4)
	}
	for name, f := range map[string]func() error{
		"gemm":    func() error { return o.Gemm(NoTrans, Trans, 4, 4, 4, 2, x, 4, y, 4, 0, z, 4) },
		"strided": func() error { return o.GemmStrided(NoTrans, Trans, 2, 2, 2, 2, x, 2, 4, y, 2, 4, 0, z, 2, 4, 5) },
		"offsets": func() error {
			return o.GemmOffsets(NoTrans, Trans, 2, 2, 2, 2, x, 2, off, y, 2, off, 0, z, 2, off)
		},
		"batch": func() error { return o.GemmBatch(NoTrans, Trans, 2, 2, 2, 2, many, 2, many, 2, 0, many, 2) },
		"gemv":  func() error { return o.Gemv(Trans, 5, 6, 2, x, 5, y, 1, 0, z, 1) },
		"ger":   func() error { return o.Ger(5, 6, 2, x, 1, y, 1, z, 5) },
		"axpy":  func() error { return o.Axpy(100, 2, x, 1, y, 1) },
		"scal":  func() error { return o.Scal(100, 2, x, 1) },
		"dot": func() error {
			_, err := o.Dotc(100, x, 1, y, 1)
			return err
		},
	} {
		require.Zero(t, testing.AllocsPerRun(20, func() {
			if err := f(); err != nil {
				t.Error(err)
			}
		}), name)
	}
}
