package maxplus

// Kernel: how a contraction of two operands is computed. The kernel is called at every run, by many goroutines at a
// time. It gets the operation as it was traced and views of memory that the engine owns: strided in any way, valid
// during the call.

import (
	"cmp"
	"context"
	"fmt"
	"math"
	goruntime "runtime"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
)

func runPair(ctx context.Context, op any, in, out []*tensor.Tensor) error {
	p := op.(pair)
	switch d := out[0].DType(); d {
	case tensor.Float32:
		return contract[float32](ctx, p, in[0], in[1], out[0])
	case tensor.Float64:
		return contract[float64](ctx, p, in[0], in[1], out[0])
	default:
		return fmt.Errorf("no kernel for %s", d)
	}
}

// loop walks one label: its size, and what a step along it means in the memory of the result and the operands.
type loop struct {
	n         int
	out, a, b int
}

// contract computes out = max of a + b over the labels that are not in out.
func contract[T float32 | float64](ctx context.Context, p pair, a, b, out *tensor.Tensor) error {
	data, err := [3][]T{}, [3]error{}
	for i, t := range []*tensor.Tensor{out, a, b} {
		data[i], err[i] = tensor.Raw[T](t)
		if err[i] != nil {
			return err[i]
		}
	}
	var results, all []loop
	for _, l := range distinct(slices.Concat(p.labels.Out, p.labels.A, p.labels.B)) {
		var x loop
		x.step(p.labels.Out, l, out, &x.out)
		x.step(p.labels.A, l, a, &x.a)
		x.step(p.labels.B, l, b, &x.b)
		if slices.Contains(p.labels.Out, l) {
			results = append(results, loop{n: x.n, out: x.out})
		}
		all = append(all, x)
	}
	// The innermost loop is the last: the one along which the result lies closest, so that results are independent of
	// one another and memory is walked in order. Loops that stay at one result come first.
	slices.SortStableFunc(all, func(x, y loop) int {
		if (x.out == 0) != (y.out == 0) {
			return cmp.Compare(abs(x.out), abs(y.out))
		}
		return cmp.Compare(abs(y.out)+abs(y.a)+abs(y.b), abs(x.out)+abs(x.a)+abs(x.b))
	})
	w := walker[T]{out: data[0], a: data[1], b: data[2]}
	w.fill(results, out.Offset())
	err[0] = w.walk(ctx, all, out.Offset(), a.Offset(), b.Offset())
	goruntime.KeepAlive([]*tensor.Tensor{a, b, out}) // the slices alone do not keep memory of others
	return err[0]
}

// step adds up the strides of a label's axes; a label that stands twice walks a diagonal.
func (x *loop) step(labels []int, label int, t *tensor.Tensor, stride *int) {
	for axis, l := range labels {
		if l == label {
			x.n = t.Dim(axis)
			*stride += t.Stride(axis)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// walker holds the memory of a contraction.
type walker[T float32 | float64] struct {
	out, a, b []T
}

// fill sets the result to -Inf, the maximum over nothing.
func (w *walker[T]) fill(loops []loop, out int) {
	if len(loops) == 0 {
		w.out[out] = T(math.Inf(-1))
		return
	}
	for range loops[0].n {
		w.fill(loops[1:], out)
		out += loops[0].out
	}
}

// walk runs the loop nest from the given positions. A kernel that may take long looks at the context now and then: here
// after each round of a loop that has others inside.
func (w *walker[T]) walk(ctx context.Context, loops []loop, out, a, b int) error {
	switch len(loops) {
	case 0:
		w.out[out] = max(w.out[out], w.a[a]+w.b[b]) // NaN if one of them is
		return nil
	case 1:
		w.line(loops[0], out, a, b)
		return nil
	}
	for range loops[0].n {
		if err := w.walk(ctx, loops[1:], out, a, b); err != nil {
			return err
		}
		out, a, b = out+loops[0].out, a+loops[0].a, b+loops[0].b
	}
	return ctx.Err()
}

// line runs the innermost loop.
func (w *walker[T]) line(l loop, out, a, b int) {
	for range l.n {
		w.out[out] = max(w.out[out], w.a[a]+w.b[b])
		out, a, b = out+l.out, a+l.a, b+l.b
	}
}
