package tracetest_test

// The table of derivatives that closure_test.go checks.

import (
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

func rules() []rule {
	return slices.Concat(unaryRules(), binaryRules(), reduceRules(), structureRules(), indexRules(), contractRules())
}

func unaryRules() []rule {
	return []rule{
		unaryRule("neg", tctx.Neg, func(tc tctx, x, y, g val) val { return tc.Neg(g) }, both),
		unaryRule("abs", tctx.Abs, func(tc tctx, x, y, g val) val {
			return tc.Mul(tc.Cast(g, x.DType()), tc.Sign(x))
		}, both),
		unaryRule("sign", tctx.Sign, func(tc tctx, x, y, g val) val { return like(tc, x, 0) }, realOnly),
		unaryRule("sign", tctx.Sign, func(tc tctx, x, y, g val) val {
			along := tc.Mul(y, tc.Cast(tc.Real(tc.Mul(tc.Conj(y), g)), c128))
			return tc.Div(tc.Sub(g, along), tc.Cast(tc.Abs(x), c128))
		}, complexOnly),
		unaryRule("exp", tctx.Exp, func(tc tctx, x, y, g val) val { return tc.Mul(g, tc.Conj(y)) }, both),
		unaryRule("expm1", tctx.Expm1, func(tc tctx, x, y, g val) val {
			return tc.Mul(g, tc.Conj(tc.Add(y, like(tc, y, 1))))
		}, both),
		unaryRule("log", tctx.Log, func(tc tctx, x, y, g val) val { return tc.Div(g, tc.Conj(x)) }, both),
		unaryRule("log1p", tctx.Log1p, func(tc tctx, x, y, g val) val {
			return tc.Div(g, tc.Conj(tc.Add(x, like(tc, x, 1))))
		}, both),
		unaryRule("sqrt", tctx.Sqrt, func(tc tctx, x, y, g val) val {
			return tc.Div(g, tc.Conj(tc.Add(y, y)))
		}, both),
		unaryRule("rsqrt", tctx.Rsqrt, func(tc tctx, x, y, g val) val {
			return tc.Neg(tc.Mul(g, tc.Conj(tc.Div(y, tc.Add(x, x)))))
		}, both),
		unaryRule("sin", tctx.Sin, func(tc tctx, x, y, g val) val { return tc.Mul(g, tc.Conj(tc.Cos(x))) }, both),
		unaryRule("cos", tctx.Cos, func(tc tctx, x, y, g val) val { return tc.Neg(tc.Mul(g, tc.Conj(tc.Sin(x)))) }, both),
		unaryRule("tanh", tctx.Tanh, func(tc tctx, x, y, g val) val {
			return tc.Mul(g, tc.Conj(tc.Sub(like(tc, y, 1), tc.Mul(y, y))))
		}, both),
		unaryRule("conj", tctx.Conj, func(tc tctx, x, y, g val) val { return tc.Conj(g) }, complexOnly),
		unaryRule("real", tctx.Real, func(tc tctx, x, y, g val) val { return tc.Cast(g, c128) }, complexOnly),
		unaryRule("imag", tctx.Imag, func(tc tctx, x, y, g val) val {
			return tc.Mul(tc.Cast(g, c128), like(tc, x, 1i))
		}, complexOnly),
		unaryRule("cast", func(tc tctx, x val) val { return tc.Cast(x, c128) },
			func(tc tctx, x, y, g val) val { return tc.Cast(g, f64) }, realOnly),
		unaryRule("cast", func(tc tctx, x val) val { return tc.Cast(x, f64) },
			func(tc tctx, x, y, g val) val { return tc.Cast(g, c128) }, complexOnly),
	}
}

// binaryRule is a rule of a function of operands of one shape.
func binaryRule(op string, f func(tc tctx, x, y val) val, pull func(tc tctx, x, y, z, g val) []val,
	ds []tensor.DType) rule {
	return rule{op, [][]int{{3, 2}, {3, 2}},
		func(tc tctx, x []val) val { return f(tc, x[0], x[1]) },
		func(tc tctx, x []val, z, g val) []val { return pull(tc, x[0], x[1], z, g) }, ds}
}

// shared gives g to the side that the comparison favours, halves where equal.
func shared(tc tctx, favours func(tc tctx, x, y val) val, x, y, g val) []val {
	half := tc.Where(tc.Equal(x, y), tc.Mul(g, like(tc, g, 0.5)), like(tc, g, 0))
	return []val{tc.Where(favours(tc, x, y), g, half), tc.Where(favours(tc, y, x), g, half)}
}

func binaryRules() []rule {
	mask := func(tc tctx) val {
		return tc.Const(tensor.MustFromColMajor([]bool{true, false, false, true, true, false}, 3, 2))
	}
	return []rule{
		binaryRule("add", tctx.Add, func(tc tctx, x, y, z, g val) []val { return []val{g, g} }, both),
		binaryRule("sub", tctx.Sub, func(tc tctx, x, y, z, g val) []val { return []val{g, tc.Neg(g)} }, both),
		binaryRule("mul", tctx.Mul, func(tc tctx, x, y, z, g val) []val {
			return []val{tc.Mul(g, tc.Conj(y)), tc.Mul(g, tc.Conj(x))}
		}, both),
		binaryRule("div", tctx.Div, func(tc tctx, x, y, z, g val) []val {
			return []val{tc.Div(g, tc.Conj(y)), tc.Neg(tc.Mul(g, tc.Conj(tc.Div(z, y))))}
		}, both),
		binaryRule("pow", tctx.Pow, func(tc tctx, x, y, z, g val) []val {
			slope := tc.Mul(y, tc.Pow(x, tc.Sub(y, like(tc, y, 1))))
			zero := like(tc, x, 0)
			return []val{tc.Mul(g, tc.Conj(slope)),
				tc.Where(tc.Equal(x, zero), zero, tc.Mul(g, tc.Conj(tc.Mul(tc.Log(x), z))))}
		}, both),
		binaryRule("max", tctx.Max, func(tc tctx, x, y, z, g val) []val {
			return shared(tc, tctx.Greater, x, y, g)
		}, realOnly),
		binaryRule("min", tctx.Min, func(tc tctx, x, y, z, g val) []val {
			return shared(tc, tctx.Less, x, y, g)
		}, realOnly),
		binaryRule("where", func(tc tctx, x, y val) val { return tc.Where(mask(tc), x, y) },
			func(tc tctx, x, y, z, g val) []val {
				zero := like(tc, g, 0)
				return []val{tc.Where(mask(tc), g, zero), tc.Where(mask(tc), zero, g)}
			}, both),
		{"clamp", [][]int{{8}, {8}, {8}},
			func(tc tctx, x []val) val { return tc.Clamp(x[0], x[1], x[2]) },
			func(tc tctx, x []val, y, g val) []val {
				zero := like(tc, g, 0)
				top := tc.Greater(tc.Max(x[0], x[1]), x[2])
				bottom := tc.And(tc.Not(top), tc.Less(x[0], x[1]))
				return []val{tc.Where(tc.Or(top, bottom), zero, g), tc.Where(bottom, g, zero), tc.Where(top, g, zero)}
			}, realOnly},
	}
}

// along stretches a reduced value over the axis that vanished.
func along(tc tctx, v, x val, axis int) val { return tc.Broadcast(tc.ExpandDims(v, axis), x.Shape()) }

// extreme shares the cotangent of a maximum or minimum out among the elements that attain it.
func extreme(tc tctx, x, y, g val) val {
	hit := tc.Cast(tc.Equal(x, along(tc, y, x, 1)), x.DType())
	return tc.Mul(hit, along(tc, tc.Div(g, tc.Sum(hit, 1)), x, 1))
}

// others is the product, along axis 1 of x: [m, n, p], of all elements but one: x is laid out n times, one element of
// each copy replaced by 1. It is right where elements are 0, too.
func others(tc tctx, x val) val {
	n := x.Dim(1)
	shape := []int{x.Dim(0), n, n, x.Dim(2)}
	copies := tc.Broadcast(x, shape, 0, 1, 3)
	self := tc.Equal(tc.Iota(i64, 1, shape...), tc.Iota(i64, 2, shape...))
	return tc.Prod(tc.Where(self, like(tc, copies, 1), copies), 1)
}

func reduceRules() []rule {
	over1 := func(f func(tc tctx, x val, axes ...int) val) func(tc tctx, x val) val {
		return func(tc tctx, x val) val { return f(tc, x, 1) }
	}
	hole := func(tc tctx, x val) val {
		return tc.Where(tc.Equal(tc.Iota(i64, 1, 2, 3, 2), tc.Ones(i64)), like(tc, x, 0), x)
	}
	rs := []rule{
		unaryRule("reduce_sum", over1(tctx.Sum), func(tc tctx, x, y, g val) val { return along(tc, g, x, 1) }, both),
		unaryRule("reduce_mean", over1(tctx.Mean), func(tc tctx, x, y, g val) val {
			return along(tc, tc.Div(g, like(tc, g, 3)), x, 1)
		}, both),
		unaryRule("reduce_prod", over1(tctx.Prod), func(tc tctx, x, y, g val) val {
			return tc.Mul(along(tc, g, x, 1), tc.Conj(others(tc, x)))
		}, both),
		unaryRule("reduce_prod", func(tc tctx, x val) val { return tc.Prod(hole(tc, x), 1) },
			func(tc tctx, x, y, g val) val {
				return hole(tc, tc.Mul(along(tc, g, x, 1), tc.Conj(others(tc, hole(tc, x)))))
			}, both),
		unaryRule("reduce_max", over1(tctx.ReduceMax), extreme, realOnly),
		unaryRule("reduce_min", over1(tctx.ReduceMin), extreme, realOnly),
	}
	for i := range rs {
		rs[i].shapes = [][]int{{2, 3, 2}}
	}
	return rs
}

func structureRules() []rule {
	return []rule{
		structural("permute", []int{2, 3, 4}, func(tc tctx, x val) val { return tc.Permute(x, 2, 0, 1) },
			func(tc tctx, g val) val { return tc.Permute(g, 1, 2, 0) }),
		structural("reshape", []int{2, 3}, func(tc tctx, x val) val { return tc.Reshape(x, 6) },
			func(tc tctx, g val) val { return tc.Reshape(g, 2, 3) }),
		structural("broadcast", []int{1, 3}, func(tc tctx, x val) val { return tc.Broadcast(x, []int{2, 4, 3}, 0, 2) },
			func(tc tctx, g val) val { return tc.Reshape(tc.Sum(g, 0, 1), 1, 3) }),
		structural("slice", []int{7, 3}, func(tc tctx, x val) val { return tc.Slice(x, []int{1, 0}, []int{6, 2}, []int{3, 1}) },
			func(tc tctx, g val) val { // of 7, indices 1 and 4: one before, two between, two after
				return tc.Pad(g, tc.Zeros(g.DType()), []int{1, 0}, []int{2, 1}, []int{2, 0})
			}),
		structural("reverse", []int{3, 2}, func(tc tctx, x val) val { return tc.Reverse(x, 0) },
			func(tc tctx, g val) val { return tc.Reverse(g, 0) }),
		{"pad", [][]int{{3, 2}, {}},
			func(tc tctx, x []val) val { return tc.Pad(x[0], x[1], []int{1, 0}, []int{0, 2}, []int{1, 0}) },
			func(tc tctx, x []val, y, g val) []val {
				inside := tc.Slice(g, []int{1, 0}, []int{6, 2}, []int{2, 1})
				return []val{inside, tc.Sub(tc.Sum(g), tc.Sum(inside))}
			}, both},
		{"concatenate", [][]int{{3, 1}, {3, 2}},
			func(tc tctx, x []val) val { return tc.Concatenate(1, x...) },
			func(tc tctx, x []val, y, g val) []val { return tc.Split(g, 1, 1, 2) }, both},
		structural("diagonal", []int{3, 2, 3}, func(tc tctx, x val) val { return tc.Diagonal(x, 0, 2) },
			func(tc tctx, g val) val { return tc.EmbedDiagonal(g, 0, 2) }),
		structural("embed_diagonal", []int{3, 2}, func(tc tctx, x val) val { return tc.EmbedDiagonal(x, 0, 2) },
			func(tc tctx, g val) val { return tc.Diagonal(g, 0, 2) }),
		structural("tril", []int{3, 3, 2}, func(tc tctx, x val) val { return tc.Tril(x, 1) },
			func(tc tctx, g val) val { return tc.Tril(g, 1) }),
		structural("triu", []int{3, 3, 2}, func(tc tctx, x val) val { return tc.Triu(x, 1) },
			func(tc tctx, g val) val { return tc.Triu(g, 1) }),
	}
}

func indexRules() []rule {
	at := func(tc tctx) val { return tc.Const(tensor.MustFromColMajor([]int64{2, 0, 2}, 3)) } // 2 comes twice
	axes := []int{1}
	return []rule{
		structural("gather", []int{2, 3}, func(tc tctx, x val) val { return tc.Gather(x, axes, at(tc)) },
			func(tc tctx, g val) val { return tc.ScatterAdd(tc.Zeros(g.DType(), 2, 3), g, axes, at(tc)) }),
		{"scatter_add", [][]int{{2, 3}, {2, 3}},
			func(tc tctx, x []val) val { return tc.ScatterAdd(x[0], x[1], axes, at(tc)) },
			func(tc tctx, x []val, y, g val) []val { return []val{g, tc.Gather(g, axes, at(tc))} }, both},
		{"scatter_set", [][]int{{2, 3}, {2, 3}},
			func(tc tctx, x []val) val { return tc.ScatterSet(x[0], x[1], axes, at(tc)) },
			func(tc tctx, x []val, y, g val) []val {
				// Number the updates; those that find their own number again have stayed.
				number := tc.Reshape(tc.Iota(i64, 0, 6), 2, 3)
				last := tc.Gather(tc.ScatterSet(tc.Zeros(i64, 2, 3), number, axes, at(tc)), axes, at(tc))
				zero := like(tc, x[1], 0)
				return []val{tc.ScatterSet(g, zero, axes, at(tc)),
					tc.Where(tc.Equal(last, number), tc.Gather(g, axes, at(tc)), zero)}
			}, both},
	}
}

func contractRules() []rule {
	var rs []rule
	for _, c := range []struct {
		op   trace.Contract
		a, b []int
	}{
		{trace.Contract{A: []int{0, 1}, B: []int{1, 2}, Out: []int{0, 2}}, []int{2, 3}, []int{3, 2}},
		{trace.Contract{A: []int{0, 1}, B: []int{1, 2}, Out: []int{2, 0}, ConjA: true}, []int{2, 3}, []int{3, 2}},
		{trace.Contract{A: []int{5, 0, 5, 1}, B: []int{1, 3, 4}, Out: []int{4, 5}, ConjB: true},
			[]int{2, 3, 2, 2}, []int{2, 2, 3}},
		{trace.Contract{A: []int{0, 0, 0}, B: []int{1, 1}, Out: []int{1}}, []int{2, 2, 2}, []int{3, 3}},
	} {
		rs = append(rs, rule{"contract", [][]int{c.a, c.b},
			func(tc tctx, x []val) val { return tc.Apply(c.op, x...)[0] },
			func(tc tctx, x []val, y, g val) []val {
				swapped := trace.Contract{A: c.op.B, B: c.op.A, Out: c.op.Out, ConjA: c.op.ConjB, ConjB: c.op.ConjA}
				return []val{pullContract(tc, c.op, x[0], x[1], g), pullContract(tc, swapped, x[1], x[0], g)}
			}, both})
	}
	return rs
}

// pullContract is the cotangent of the first operand of a contraction: g times the conjugated second, over the labels
// that the first does not have; stretched along the labels that it has alone, and put on the diagonals that it had.
func pullContract(tc tctx, op trace.Contract, a, b, g val) val {
	var labels, shape, known, at []int // a's distinct labels, their sizes; those that g or b know, and where
	for axis, l := range op.A {
		if slices.Contains(labels, l) {
			continue
		}
		if slices.Contains(op.Out, l) || slices.Contains(op.B, l) {
			known, at = append(known, l), append(at, len(labels))
		}
		labels, shape = append(labels, l), append(shape, a.Dim(axis))
	}
	v := tc.Apply(trace.Contract{A: op.Out, B: op.B, Out: known, ConjB: !op.ConjB}, g, b)[0]
	v = tc.Apply(trace.Broadcast{Shape: shape, Axes: at}, v)[0]
	for axis, l := range op.A {
		if first := slices.Index(op.A, l); first < axis {
			v = tc.EmbedDiagonal(v, first, axis)
		}
	}
	if op.ConjA {
		v = tc.Conj(v)
	}
	return v
}
