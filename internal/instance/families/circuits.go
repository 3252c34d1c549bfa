package families

// Quantum circuits, as networks of complex gates.

import (
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// Circuit is the amplitudes of a brickwork circuit on a row of qubits: a vector for the initial state of each qubit, layers
// of gates on one qubit and on two neighbours, and a vector for what is measured on all but the first few, which stay open.
func Circuit(name string, seed uint64, qubits, layers, open int) *instance.Instance {
	b := newBuilder(seed)
	wires := b.labels(qubits, 2)
	for _, w := range wires {
		b.tensor(w)
	}
	for layer := range layers {
		for q := range wires {
			if b.rng.IntN(2) == 0 {
				b.gate(wires, q)
			}
		}
		for q := layer % 2; q+1 < qubits; q += 2 {
			b.gate(wires, q, q+1)
		}
	}
	b.measure(wires, open)
	return b.instance(name, "Amplitudes of a brickwork circuit: hundreds of complex tensors whose axes all have size 2.", tensor.Complex128)
}

// GridCircuit is the amplitudes of a circuit on a grid of qubits: each layer acts on the pairs of one of four patterns,
// after a gate on every qubit, as in experiments on supremacy (Arute et al., Nature 574, 2019).
func GridCircuit(name string, seed uint64, rows, columns, layers, open int) *instance.Instance {
	b := newBuilder(seed)
	wires := b.labels(rows*columns, 2)
	for _, w := range wires {
		b.tensor(w)
	}
	for layer := range layers {
		for q := range wires {
			b.gate(wires, q)
		}
		for r := range rows {
			for c := range columns {
				switch q := r*columns + c; {
				case layer%4 < 2 && c%2 == layer%2 && c+1 < columns:
					b.gate(wires, q, q+1)
				case layer%4 >= 2 && r%2 == layer%2 && r+1 < rows:
					b.gate(wires, q, q+columns)
				}
			}
		}
	}
	b.measure(wires, open)
	return b.instance(name, "Amplitudes of a circuit on a grid: complex tensors, hard to order.", tensor.Complex128)
}

// gate adds a tensor [out…, in…] on the wires at the given qubits.
func (b *builder) gate(wires []int, qubits ...int) {
	labels := b.labels(len(qubits), 2)
	for i, q := range qubits {
		labels = append(labels, wires[q])
		wires[q] = labels[i]
	}
	b.tensor(labels...)
}

// measure closes all wires but the first ones, which become the result.
func (b *builder) measure(wires []int, open int) {
	b.output = append(b.output, wires[:open]...)
	for _, w := range wires[open:] {
		b.tensor(w)
	}
}
