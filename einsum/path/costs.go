package path

// What a tree costs, in every convention that people compare by. Definitions:
//   - opt_einsum: opt_einsum 3.4, helpers.flop_count: the product over all labels of the two terms, doubled where a label
//     is summed; inputs are not summed by themselves first.
//   - cotengra: ContractionTree.total_flops without dtype: the same product, never doubled; inputs are summed first.
//   - real operations: what the engine runs; see StepSize.Flops.

// alphaDefault weighs written elements against multiplications in Combo and Limit, as in opt_einsum and cotengra.
const alphaDefault = 64

// Costs holds the costs of a tree. Figures are float64: exact up to 2^53, +Inf beyond 1.8e308; Tree.Exact has no such
// bounds.
type Costs struct {
	Flops          float64 `json:"flops"`            // real operations, the inputs' own sums included
	FlopsOptEinsum float64 `json:"flops_opt_einsum"` // opt_einsum's count
	FlopsCotengra  float64 `json:"flops_cotengra"`   // scalar multiplications, and one for each element of an input summed first
	MaxSize        float64 `json:"max_size"`         // elements of the largest intermediate or of the result
	Write          float64 `json:"write"`            // elements of all intermediates and of the result
	Bytes          float64 `json:"bytes"`            // each step's operands read once and its result written once
	Peak           float64 `json:"peak"`             // most elements alive at once in the tree's order of steps, inputs held throughout
	PeakBytes      float64 `json:"peak_bytes"`       // the same in bytes
	PeakFreed      float64 `json:"peak_freed"`       // cotengra's peak_size: inputs are given up once used; their own sums apart
	Combo          float64 `json:"combo"`            // Σ multiplications + 64·size
	Limit          float64 `json:"limit"`            // Σ max(multiplications, 64·size)
	Seconds        float64 `json:"seconds"`          // by the cost model
}

// Costs adds up the costs of the tree for elements e. A nil model is DefaultRoofline(e).
func (t *Tree) Costs(e Element, model CostModel) Costs {
	return newMeter(t.net, e, model).costs(t.pairs, alphaDefault)
}

// meter evaluates trees of one network. It keeps buffers between trees and is not safe for concurrent use.
type meter struct {
	w     *walker
	e     Element
	model CostModel
	held  float64 // elements of all inputs
	kept  float64 // the same after the inputs' own sums, each label once
	sums  Costs   // what the inputs' own sums cost
	size  []float64
}

func newMeter(n *Network, e Element, model CostModel) *meter {
	if model == nil {
		model = DefaultRoofline(e)
	}
	m := &meter{w: newWalker(n), e: e, model: model}
	var legs []leg
	var sums []int32
	for i := range n.Inputs {
		legs, sums = m.w.leaf(i, legs[:0], sums[:0])
		after, before := 1.0, 1.0
		for _, l := range legs {
			after *= m.w.dims[l.label]
		}
		for _, l := range sums {
			before *= m.w.dims[l]
		}
		m.held += n.inputElements(i)
		m.kept += after
		if before != 1 {
			s := StepSize{Batch: 1, M: after, N: 1, K: before, Sum: true, Element: e}
			m.sums.Flops += s.Flops()
			m.sums.FlopsCotengra += after * before
			m.sums.Combo += after * before
			m.sums.Limit += after * before
			m.sums.Bytes += s.In() + s.Out()
			m.sums.Seconds += model.Seconds(s)
		}
	}
	return m
}

func (m *meter) costs(pairs [][2]int32, alpha float64) Costs {
	if len(m.w.net.Inputs) == 1 {
		return m.single(alpha)
	}
	c := m.sums
	n := len(m.w.net.Inputs)
	m.size = append(m.size[:0], make([]float64, len(pairs))...)
	besides := memory{n: n, size: m.size}
	freed := m.kept
	m.w.walk(pairs, func(i int, s *step) {
		c.add(m.price(s, alpha))
		m.size[i] = s.sizeC()
		besides.step(s, nil)
		c.MaxSize = max(c.MaxSize, m.size[i])
		c.PeakFreed = max(c.PeakFreed, freed+m.size[i])
		freed += m.size[i] - s.sizeA() - s.sizeB()
	})
	c.Peak = m.held + besides.peak
	c.PeakBytes = c.Peak * m.e.size()
	return c
}

// price returns what one step adds to the costs that are sums.
func (m *meter) price(s *step, alpha float64) Costs {
	p, size := s.union(), s.sizeC()
	st := StepSize{Batch: s.batch, M: s.m, N: s.n, K: s.k, Element: m.e}
	mult := 1.0
	if len(s.sumA)+len(s.sumB)+s.gone() > 0 {
		mult = 2
	}
	return Costs{
		Flops: st.Flops(), FlopsOptEinsum: p * s.preA * s.preB * mult, FlopsCotengra: p, Write: size,
		Bytes: st.In() + st.Out(), Combo: p + alpha*size, Limit: max(p, alpha*size), Seconds: m.model.Seconds(st),
	}
}

// add adds the costs that are sums.
func (c *Costs) add(d Costs) {
	c.Flops += d.Flops
	c.FlopsOptEinsum += d.FlopsOptEinsum
	c.FlopsCotengra += d.FlopsCotengra
	c.Write += d.Write
	c.Bytes += d.Bytes
	c.Combo += d.Combo
	c.Limit += d.Limit
	c.Seconds += d.Seconds
}

// times multiplies the costs that are sums.
func (c Costs) times(f float64) Costs {
	c.Flops *= f
	c.FlopsOptEinsum *= f
	c.FlopsCotengra *= f
	c.Write *= f
	c.Bytes *= f
	c.Combo *= f
	c.Limit *= f
	c.Seconds *= f
	return c
}

// single returns the costs of a network of one input, which has no steps: its sum or copy is all there is.
func (m *meter) single(alpha float64) Costs {
	c := m.sums
	before := 1.0
	_, sums := m.w.leaf(0, nil, nil)
	for _, l := range sums {
		before *= m.w.dims[l]
	}
	size := m.kept
	c.FlopsOptEinsum = size * before
	if len(sums) > 0 {
		c.FlopsOptEinsum *= 2
	}
	c.MaxSize, c.Write = size, size
	c.Combo += alpha * size
	c.Limit = max(c.Limit, alpha*size)
	c.Peak = m.held + size
	c.PeakFreed = m.kept + size
	c.PeakBytes = c.Peak * m.e.size()
	return c
}
