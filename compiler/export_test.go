package compiler

import (
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// CompilePair makes a program of one contraction whose operands and result lie as the strides of each say. Every label
// of op must be in both operands or in the result.
func CompilePair(op trace.Contract, a, b trace.Type, strides [3][]int, cm CostModel) (*Program, error) {
	tc := trace.New()
	g, err := tc.Graph(tc.Apply(op, tc.Input(a.DType, a.Shape...), tc.Input(b.DType, b.Shape...))...)
	if err != nil {
		return nil, err
	}
	bld := &builder{ir: &ir{seen: map[string]int{}}}
	if err := bld.program(g); err != nil {
		return nil, err
	}
	e := &emitter{g: bld.ir, cm: &cm, p: &Program{}, output: map[ref]int{{2, 0}: 0}, placed: make([][]Operand, 3)}
	if err := e.ports(&config{strides: map[int][]int{0: strides[opA], 1: strides[opB]}}); err != nil {
		return nil, err
	}
	t := g.Type(g.Outputs[0])
	port := Port{DType: t.DType, Shape: slices.Clone(t.Shape), Strides: strides[opC]}
	n := 0
	n, port.Origin = extent(t.Shape, port.Strides)
	port.Buf = e.buffer(Output, 0, t.DType, n)
	e.p.Outputs = []Port{port}
	e.placed[2] = make([]Operand, 1)
	e.contract(2, bld.ir.nodes[2].op.(trace.Contract))
	assignArena(e.p)
	return e.p, nil
}
