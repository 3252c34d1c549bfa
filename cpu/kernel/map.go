package kernel

// Map: a fused elementwise program in one pass over memory, block by block, so that all that lies between sources and
// result stays in the first-level cache.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// MapPlan computes dst[i] by a register program from sources that are broadcast by strides of 0. What the functions give
// is said in the documentation of package trace:
//
//   - Integers wrap round; x/0 is 0; the least integer over -1 is itself; 1/xⁿ is truncated.
//   - Max, Min and Clamp give NaN if an argument is NaN. NaN is unequal to everything and not less than anything.
//   - Cast truncates to integers toward zero, to the nearest integer beyond the range, and NaN to 0; a complex value
//     gives its real part to a real type; to bool it asks whether the value differs from 0.
type MapPlan struct {
	common
	sources []mover
	ops     []mapOp
	store   mover
	blocks  []mapBlock
	widest  int   // bytes of the largest element among the registers
	slots   []int // byte offsets of the vectors in scratch: sources, then temporary registers
}

// mapOp is one instruction made ready: which function over which vectors. Vectors are numbered as slots are.
type mapOp struct {
	do   mapFunc
	args [3]int
	out  int
}

// mapFunc computes n elements of d from those of x, y and z. d may be the same memory as no other, or wholly as x, y or z.
type mapFunc func(d, x, y, z unsafe.Pointer, n int)

// mapBlock is a part of a map with one shape of inner loop.
type mapBlock struct {
	loops loops
	base  []int
	n     int
	lanes []lane
}

// PlanMap plans dst = program(sources) over shape. types are the dtypes of the sources, code the program: registers
// 0 … len(src)-1 hold the sources, instruction i writes register len(src)+i, and the last instruction gives the result,
// whose dtype is d. dst may be the same view as a source of d's size; it must not overlap sources otherwise.
func PlanMap(d tensor.DType, shape []int, dst Layout, types []tensor.DType, src []Layout, code []compiler.Instr) (*MapPlan, error) {
	if len(types) != len(src) {
		return nil, planErr("map", -1, -1, ErrProgram, "%d source types for %d sources", len(types), len(src))
	}
	n, err := newNest("map", shape, append([]Layout{dst}, src...)...)
	if err != nil {
		return nil, err
	}
	if err := n.writable("map"); err != nil {
		return nil, err
	}
	p := &MapPlan{}
	if err := p.assemble(d, types, code); err != nil {
		return nil, err
	}
	sizes := []int{d.Size()}
	p.store = moverOf(d.Size())
	for _, t := range types {
		p.sources = append(p.sources, moverOf(t.Size()))
		sizes = append(sizes, t.Size())
	}
	for o, size := range sizes {
		p.tally(n, o, size)
	}
	if n.points() > 0 {
		p.plan(n.normal().inBytes(sizes...), sizes)
	}
	return p, nil
}

func (p *MapPlan) plan(n *nest, sizes []int) {
	longest := 0
	blocks(n, groupBytes/p.widest, reloads(func(o int) int { return sizes[o] }), func(n *nest, inner int) {
		group, outer := n.cut(inner)
		b := mapBlock{loops: newLoops(outer), base: n.base, n: group.points()}
		for o, size := range sizes {
			b.lanes = append(b.lanes, groupLane(group, o, size))
		}
		p.blocks = append(p.blocks, b)
		p.pieces = max(p.pieces, b.loops.total)
		longest = max(longest, b.n)
	})
	for i := range p.slots {
		p.slots[i] = i * align(longest*p.widest)
	}
	// The positions of the operands are kept in scratch as well: there may be any number of them.
	p.scratch = len(p.slots)*align(longest*p.widest) + p.operandBytes()
}

// mapOperand is what one worker knows about an operand during a run.
type mapOperand struct {
	at     int // position in bytes from the operand's base address
	loaded int // the position whose vector is in the slot, -1 for none
}

func (p *MapPlan) operandBytes() int {
	return align((len(p.sources) + 1) * int(unsafe.Sizeof(mapOperand{})))
}

// Run computes this worker's part from the memory at src into that at dst, each the base address of its operand.
func (p *MapPlan) Run(w Work, dst unsafe.Pointer, src ...unsafe.Pointer) {
	if len(p.blocks) == 0 {
		return
	}
	scratch := w.scratch(p.scratch)
	operands := vec[mapOperand](scratch, len(p.sources)+1)
	slots := unsafe.Add(scratch, p.operandBytes())
	var odo odometer
	for i := range p.blocks {
		b := &p.blocks[i]
		lo, hi := w.span(b.loops.total)
		if lo == hi {
			continue
		}
		odo.seek(&b.loops, lo)
		for o := range operands {
			operands[o] = mapOperand{at: b.base[o] + odo.at(&b.loops, o), loaded: -1}
		}
		for k := lo; k < hi; k++ {
			p.block(b, operands, slots, dst, src)
			if a := odo.next(&b.loops); a >= 0 {
				for o := range operands {
					operands[o].at += b.loops.jump[o][a]
				}
			}
		}
	}
}

// block computes one group of elements.
func (p *MapPlan) block(b *mapBlock, operands []mapOperand, slots, dst unsafe.Pointer, src []unsafe.Pointer) {
	for i := range p.sources {
		l, o := &b.lanes[i+1], &operands[i+1]
		if l.kind != dense && o.loaded != o.at {
			p.sources[i].load(unsafe.Add(slots, p.slots[i]), unsafe.Add(src[i], o.at), l, b.n)
			o.loaded = o.at
		}
	}
	d := unsafe.Add(dst, operands[0].at)
	for i := range p.ops {
		op := &p.ops[i]
		var args [3]unsafe.Pointer
		for k, slot := range op.args {
			if slot < len(src) && b.lanes[slot+1].kind == dense {
				args[k] = unsafe.Add(src[slot], operands[slot+1].at)
			} else {
				args[k] = unsafe.Add(slots, p.slots[slot])
			}
		}
		out := unsafe.Add(slots, p.slots[op.out])
		if i == len(p.ops)-1 && b.lanes[0].kind == dense {
			out = d
		}
		op.do(out, args[0], args[1], args[2], b.n)
	}
	if b.lanes[0].kind != dense {
		p.store.store(d, &b.lanes[0], unsafe.Add(slots, p.slots[p.ops[len(p.ops)-1].out]), b.n)
	}
}
