package compilertest

// Meaning: a step written as operations of package trace, on views of what it reads.

import (
	"fmt"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// meaning traces what a step computes from the values that it reads.
func meaning(tc *trace.Context, b compiler.Body, d tensor.DType, in []*trace.Value) (*trace.Value, error) {
	switch s := b.(type) {
	case *compiler.Copy:
		return conj(tc, in[0], s.Conj), nil
	case *compiler.Fill:
		return fill(tc, d, s.Shape, s.Value), nil
	case *compiler.Product:
		if s.Unary {
			return sum(tc, conj(tc, in[0], s.ConjA), s.Reduce), nil
		}
		all := span(0, len(s.Shape))
		return apply(tc, trace.Contract{A: all, B: all, Out: all[:len(all)-s.Reduce], ConjA: s.ConjA, ConjB: s.ConjB}, in), nil
	case *compiler.Gemm:
		const m, n, k = -1, -2, -3
		batch, sum := span(0, len(s.Batch)), span(len(s.Batch), len(s.Batch)+len(s.Sum))
		return apply(tc, trace.Contract{
			A: labels([]int{m, k}, batch, sum), B: labels([]int{k, n}, batch, sum), Out: labels([]int{m, n}, batch),
			ConjA: s.TransA == cblas.ConjTrans, ConjB: s.TransB == cblas.ConjTrans,
		}, in), nil
	case *compiler.Gemv:
		return apply(tc, trace.Contract{A: []int{0, 1}, B: []int{1}, Out: []int{0}, ConjA: s.Trans == cblas.ConjTrans}, in), nil
	case *compiler.Dot:
		return apply(tc, trace.Contract{A: []int{0}, B: []int{0}, Out: []int{}, ConjA: s.Conj}, in), nil
	case *compiler.Reduce:
		fn, ok := reductions[s.Fn]
		if !ok {
			return nil, fmt.Errorf("no meaning known for reduction %s", s.Fn)
		}
		n := len(s.Shape)
		return apply(tc, trace.Reduce{Fn: fn, Axes: span(n-s.Reduce, n)}, in), nil
	case *compiler.Map:
		return program(tc, s.Code, in)
	case *compiler.Triangle:
		if s.Lower {
			return tc.Tril(in[0], s.K), nil
		}
		return tc.Triu(in[0], s.K), nil
	case *compiler.Gather:
		return apply(tc, trace.Gather{Axes: span(len(s.Rest), len(s.Rest)+len(s.Indexed))}, in), nil
	case *compiler.Scatter:
		return apply(tc, trace.Scatter{Axes: span(len(s.Rest), len(s.Rest)+len(s.Indexed)), Add: s.Add}, in), nil
	}
	return nil, fmt.Errorf("no meaning known for a %s step", b.Kind())
}

func apply(tc *trace.Context, op trace.Op, in []*trace.Value) *trace.Value {
	return tc.Apply(op, in...)[0]
}

func conj(tc *trace.Context, v *trace.Value, yes bool) *trace.Value {
	if yes {
		return tc.Conj(v)
	}
	return v
}

func fill(tc *trace.Context, d tensor.DType, shape []int, value complex128) *trace.Value {
	switch {
	case d == tensor.Bool:
		return tc.Full(d, value != 0, shape...)
	case d.IsComplex():
		return tc.Full(d, value, shape...)
	}
	return tc.Full(d, real(value), shape...)
}

// sum sums over the last axes.
func sum(tc *trace.Context, v *trace.Value, reduce int) *trace.Value {
	if reduce == 0 {
		return v
	}
	return apply(tc, trace.Reduce{Fn: trace.ReduceSum, Axes: span(v.Rank()-reduce, v.Rank())}, []*trace.Value{v})
}

// program traces the instructions of a Map; the last one gives its result.
func program(tc *trace.Context, code []compiler.Instr, registers []*trace.Value) (*trace.Value, error) {
	for i, c := range code {
		args := make([]*trace.Value, c.Fn.Arity())
		for k := range args {
			r := c.Args[k]
			if r < 0 || r >= len(registers) {
				return nil, fmt.Errorf("instruction %d reads register %d of %d", i, r, len(registers))
			}
			args[k] = registers[r]
		}
		if n := len(args); n == 0 || args[n-1].DType() != c.In {
			return nil, fmt.Errorf("instruction %d, %s, is given other arguments than %s", i, c.Fn, c.In)
		}
		v := args[0]
		if op := instruction(c); op != nil {
			v = apply(tc, op, args)
		} else if c.Fn != compiler.Identity {
			return nil, fmt.Errorf("instruction %d: no meaning known for %s", i, c.Fn)
		}
		if v.OK() && v.DType() != c.Out {
			return nil, fmt.Errorf("instruction %d, %s, gives %s and says %s", i, c.Fn, v.DType(), c.Out)
		}
		registers = append(registers, v)
	}
	return registers[len(registers)-1], nil
}

// instruction finds the operation of package trace that has the instruction's name.
func instruction(c compiler.Instr) trace.Op {
	name := c.Fn.String()
	for fn := trace.Neg; fn <= trace.Imag; fn++ {
		if fn.String() == name {
			return trace.Unary{Fn: fn}
		}
	}
	for fn := trace.Add; fn <= trace.Min; fn++ {
		if fn.String() == name {
			return trace.Binary{Fn: fn}
		}
	}
	for fn := trace.Equal; fn <= trace.GreaterEqual; fn++ {
		if fn.String() == name {
			return trace.Compare{Fn: fn}
		}
	}
	switch c.Fn {
	case compiler.Where:
		return trace.Where{}
	case compiler.Clamp:
		return trace.Clamp{}
	case compiler.Cast:
		return trace.Cast{To: c.Out}
	}
	return nil
}

var reductions = map[compiler.ReduceFn]trace.ReduceFn{
	compiler.ReduceSum: trace.ReduceSum, compiler.ReduceProd: trace.ReduceProd, compiler.ReduceMax: trace.ReduceMax,
	compiler.ReduceMin: trace.ReduceMin, compiler.ReduceMean: trace.ReduceMean, compiler.ReduceArgMax: trace.ReduceArgMax,
	compiler.ReduceArgMin: trace.ReduceArgMin,
}

// span is from, from+1, …, to-1.
func span(from, to int) []int {
	s := make([]int, 0, to-from)
	for i := from; i < to; i++ {
		s = append(s, i)
	}
	return s
}

func labels(lists ...[]int) []int {
	out := []int{}
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
