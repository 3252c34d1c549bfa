package einsum

import (
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/tensor"
)

// This file lets searches for an order of contraction go by what the compiler knows of the machine.

// machine is a compiler's cost model as package path asks for one.
type machine struct{ model *compiler.CostModel }

// CostModel makes the time by which searches order contractions from a compiler's model of a machine.
func CostModel(m compiler.CostModel) path.CostModel { return machine{&m} }

// Seconds implements path.CostModel.
func (m machine) Seconds(s path.StepSize) float64 {
	n := 1.0
	if !s.Sum {
		n = s.N
	}
	if s.Batch*s.M*n*s.K == 0 {
		return 0 // nothing is computed
	}
	bytes := s.Element.Bytes
	if bytes == 0 {
		bytes = 8
		if s.Element.Complex {
			bytes = 16
		}
	}
	return 1e-9 * m.model.Contraction(s.Batch, s.M, n, s.K, bytes, s.Element.Complex)
}

// modelOf is the cost model that a search goes by: the caller's choice before the one at hand.
func (o *options) modelOf(at *compiler.CostModel) path.CostModel {
	switch {
	case o.model != nil:
		return machine{o.model}
	case at != nil:
		return machine{at}
	}
	return CostModel(compiler.DefaultCostModel)
}

// element is what package path has to know of a dtype.
func element(d tensor.DType) path.Element {
	return path.Element{Bytes: d.Size(), Complex: d.IsComplex()}
}
