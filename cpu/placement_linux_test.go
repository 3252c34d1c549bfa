package cpu_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// where is an operation whose kernel notes which processors its thread may run on.
type where struct {
	mu   sync.Mutex
	seen map[string]int
}

func (w *where) Family() string                              { return "where" }
func (w *where) Name() string                                { return "where" }
func (w *where) Attrs() string                               { return "" }
func (w *where) Kernel() string                              { return "where" }
func (w *where) Infer(in []trace.Type) ([]trace.Type, error) { return in, nil }

func (w *where) Kernels() map[string]compiler.Kernel {
	return map[string]compiler.Kernel{"where": func(_ context.Context, _ any, in, out []*tensor.Tensor) error {
		w.mu.Lock()
		w.seen[mask()]++
		w.mu.Unlock()
		return tensor.Copy(out[0], in[0])
	}}
}

// mask is the processors that the calling thread may run on.
func mask() string {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return err.Error()
	}
	cpus := []int{}
	for n := range 1024 {
		if set.IsSet(n) {
			cpus = append(cpus, n)
		}
	}
	return fmt.Sprint(cpus)
}

// TestPlacement runs on the processors of the placement and no others, in threads that are not the callers'.
func TestPlacement(t *testing.T) {
	node, err := cpu.NodePlacement(0)
	if err != nil {
		t.Skipf("the system tells no nodes: %v", err)
	}
	last := node.CPUs[len(node.CPUs)-1]
	for _, cpus := range [][]int{node.CPUs, {last}} {
		w := &where{seen: map[string]int{}}
		be := backend(t, cpu.WithThreads(2), cpu.WithPlacement(cpu.Placement{CPUs: cpus}))
		rt := on(t, be, runtime.WithExtension(w))
		p := compile(t, func(tc *trace.Context) *trace.Value {
			return tc.Apply(w, tc.MatMul(tc.Input(f64, 150, 150), tc.Input(f64, 150, 150)))[0]
		})
		before := mask()
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if _, err := rt.Run(context.Background(), p, zeros(p)...); err != nil {
					panic(err)
				}
			})
		}
		wg.Wait()
		require.Equal(t, map[string]int{fmt.Sprint(cpus): 8}, w.seen)
		require.Equal(t, before, mask(), "the caller's thread is left alone")
	}
}

func TestParsePlacement(t *testing.T) {
	for list, want := range map[string][]int{"0": {0}, "0-3,8": {0, 1, 2, 3, 8}, "3, 1-2,2": {1, 2, 3}} {
		p, err := cpu.ParsePlacement(list)
		require.NoError(t, err)
		require.Equal(t, want, p.CPUs)
	}
	for _, list := range []string{"", "a", "1-", "-1", "3-1", "1,,2", "0-99999999999"} {
		_, err := cpu.ParsePlacement(list)
		require.Error(t, err, "%q", list)
	}
	_, err := cpu.NodePlacement(12345)
	require.Error(t, err)
}
