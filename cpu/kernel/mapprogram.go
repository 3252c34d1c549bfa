package kernel

// How the program of a map is checked and its registers share vectors.

import (
	"slices"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// assemble checks a program and makes its instructions ready. A register's vector is used again once its last reader has
// read it.
func (p *MapPlan) assemble(d tensor.DType, types []tensor.DType, code []compiler.Instr) error {
	for i, t := range types {
		if !t.Valid() {
			return dtypeErr("map", i+1, t)
		}
	}
	if err := checkProgram(d, types, code); err != nil {
		return err
	}
	for _, t := range types {
		p.widest = max(p.widest, t.Size())
	}
	sources := len(types)
	last := make([]int, sources+len(code)) // the instruction that reads a register last
	for i, in := range code {
		for _, r := range in.Args[:in.Fn.Arity()] {
			last[r] = i
		}
	}
	slot := span(0, sources+len(code)) // the vector of each register
	vectors, free := sources, []int(nil)
	for i, in := range code {
		r := sources + i
		if k := len(free) - 1; k >= 0 {
			slot[r], free = free[k], free[:k]
		} else {
			slot[r] = vectors
			vectors++
		}
		p.widest = max(p.widest, in.Out.Size())
		op := mapOp{do: mapFuncOf(in), out: slot[r]}
		args := in.Args[:in.Fn.Arity()]
		for k, a := range args {
			op.args[k] = slot[a]
			if a >= sources && last[a] == i && !slices.Contains(args[:k], a) {
				free = append(free, slot[a])
			}
		}
		if last[r] == 0 && i < len(code)-1 {
			free = append(free, slot[r]) // nobody reads it
		}
		// Arguments that the function does not have must still name a vector.
		for k := len(args); k < 3; k++ {
			op.args[k] = op.args[0]
		}
		p.ops = append(p.ops, op)
	}
	p.slots = make([]int, vectors)
	return nil
}

// checkProgram checks that every instruction has arguments that exist, of the types it names, and a function for them.
func checkProgram(d tensor.DType, types []tensor.DType, code []compiler.Instr) error {
	if len(code) == 0 {
		return planErr("map", -1, -1, ErrProgram, "no instruction")
	}
	registers := slices.Clone(types)
	for i, in := range code {
		if in.Fn.Arity() == 0 {
			return planErr("map", -1, -1, ErrProgram, "instruction %d: no function", i)
		}
		for k, r := range in.Args[:in.Fn.Arity()] {
			want := in.In
			if in.Fn == compiler.Where && k == 0 {
				want = tensor.Bool
			}
			if r < 0 || r >= len(registers) {
				return planErr("map", -1, -1, ErrProgram, "instruction %d, %v: no register %d", i, in.Fn, r)
			}
			if registers[r] != want {
				return planErr("map", -1, -1, ErrProgram, "instruction %d, %v: register %d is %v, not %v", i, in.Fn, r, registers[r], want)
			}
		}
		if out := resultType(in); out != in.Out || mapFuncOf(in) == nil {
			return planErr("map", -1, -1, ErrProgram, "instruction %d: no %v from %v to %v", i, in.Fn, in.In, in.Out)
		}
		registers = append(registers, in.Out)
	}
	if out := code[len(code)-1].Out; out != d {
		return planErr("map", 0, -1, ErrProgram, "the program gives %v, not %v", out, d)
	}
	return nil
}

// resultType returns the type that an instruction must have as its result.
func resultType(in compiler.Instr) tensor.DType {
	switch in.Fn {
	case compiler.Equal, compiler.NotEqual, compiler.Less, compiler.LessEqual, compiler.Greater, compiler.GreaterEqual:
		return tensor.Bool
	case compiler.Abs, compiler.Real, compiler.Imag:
		return in.In.Real()
	case compiler.Cast:
		return in.Out
	}
	return in.In
}
