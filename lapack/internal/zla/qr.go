package zla

import (
	"math"
	"math/cmplx"
)

// This file holds the QR factorisation, with and without column pivoting, and forms and applies its Q; GVL 5.2 and 5.4.
//
// Q = H[0]*...*H[k-1] is stored as reflectors in the columns of a matrix: that of H[i] starts at row i.

// panel is how many reflectors are applied to a column while it is in cache.
const panel = 32

// QR overwrites a with R on and above the diagonal and the reflectors of Q below it; tau: [min(m, n)].
func QR(a Matrix, tau []complex128) {
	k := min(a.Rows, a.Cols)
	for p := 0; p < k; p += panel {
		width := min(panel, k-p)
		block := a.Sub(p, p, a.Rows-p, width)
		qrPanel(block, tau[p:p+width])
		applyReflectors(block, tau[p:p+width], true, a.Sub(p, p+width, a.Rows-p, a.Cols-p-width))
	}
}

// qrPanel factorises a few columns one by one.
func qrPanel(a Matrix, tau []complex128) {
	for i := range tau {
		v := a.Col(i)[i:]
		tau[i] = reflect(v)
		applyLeft(v, cmplx.Conj(tau[i]), a.Sub(i, i+1, a.Rows-i, a.Cols-i-1))
	}
}

// applyReflectors computes C = Q*C or Qᴴ*C column by column, for the few reflectors in v.
func applyReflectors(v Matrix, tau []complex128, adjoint bool, c Matrix) {
	for j := range c.Cols {
		x := c.Col(j)
		if adjoint {
			for i, t := range tau {
				applyColumn(v.Col(i)[i:], cmplx.Conj(t), x[i:])
			}
			continue
		}
		for i := len(tau) - 1; i >= 0; i-- {
			applyColumn(v.Col(i)[i:], tau[i], x[i:])
		}
	}
}

// ApplyLeft computes C = Q*C or Qᴴ*C, with the reflectors in v: [C.Rows, len(tau)].
func ApplyLeft(v Matrix, tau []complex128, adjoint bool, c Matrix) {
	k := len(tau)
	apply := func(p int) {
		width := min(panel, k-p)
		applyReflectors(v.Sub(p, p, v.Rows-p, width), tau[p:p+width], adjoint, c.Sub(p, 0, c.Rows-p, c.Cols))
	}
	if adjoint {
		for p := 0; p < k; p += panel {
			apply(p)
		}
		return
	}
	for p := (k - 1) / panel * panel; p >= 0 && k > 0; p -= panel {
		apply(p)
	}
}

// ApplyRight computes C = C*Q or C*Qᴴ, with the reflectors in v: [C.Cols, len(tau)].
func ApplyRight(v Matrix, tau []complex128, adjoint bool, c Matrix, mem Memory) {
	w := mem.Complex128s(c.Rows)
	apply := func(i int, t complex128) {
		applyRight(v.Col(i)[i:], t, c.Sub(0, i, c.Rows, c.Cols-i), w)
	}
	if adjoint {
		for i := len(tau) - 1; i >= 0; i-- {
			apply(i, cmplx.Conj(tau[i]))
		}
		return
	}
	for i, t := range tau {
		apply(i, t)
	}
}

// FormQ writes the first columns of Q over the reflectors in a: [m, n] with len(tau) ≤ n ≤ m.
func FormQ(a Matrix, tau []complex128, mem Memory) {
	k := len(tau)
	v := newMatrix(a.Rows, k, mem)
	a.Sub(0, 0, a.Rows, k).copyTo(v)
	a.setIdentity()
	// Column j of the identity stays as it is under the reflectors that start below row j: panels leave them out.
	for p := (k - 1) / panel * panel; p >= 0 && k > 0; p -= panel {
		width := min(panel, k-p)
		applyReflectors(v.Sub(p, p, v.Rows-p, width), tau[p:p+width], false, a.Sub(p, p, a.Rows-p, a.Cols-p))
	}
}

// LQ overwrites a with L on and below the diagonal and the conjugated reflectors of Q right of it, by the QR
// factorisation of aᴴ: a = L*Q with Q = (H[0]*...*H[k-1])ᴴ.
func LQ(a Matrix, tau []complex128, mem Memory) {
	t := newMatrix(a.Cols, a.Rows, mem)
	Adjoint(a, t)
	QR(t, tau)
	Adjoint(t, a)
}

// PivotedQR computes a*P = Q*R: column j of a*P was column pivot[j]. At each step the column with the largest norm below
// the finished rows comes next. The norms are brought forward and computed anew where the update has cancelled, by the
// criterion of Drmač and Bujanović, ACM Trans. Math. Softw. 35 (2008).
func PivotedQR(a Matrix, pivot []int, tau []complex128, mem Memory) {
	norms, exact := mem.Float64s(a.Cols), mem.Float64s(a.Cols)
	for j := range a.Cols {
		pivot[j] = j
		norms[j] = norm2(a.Col(j))
		exact[j] = norms[j]
	}
	for i := range tau {
		most := i
		for j := i + 1; j < a.Cols; j++ {
			if norms[j] > norms[most] {
				most = j
			}
		}
		if most != i {
			a.swapCols(i, most, 0, a.Rows)
			pivot[i], pivot[most] = pivot[most], pivot[i]
			norms[most], exact[most] = norms[i], exact[i]
		}
		v := a.Col(i)[i:]
		tau[i] = reflect(v)
		applyLeft(v, cmplx.Conj(tau[i]), a.Sub(i, i+1, a.Rows-i, a.Cols-i-1))
		for j := i + 1; j < a.Cols; j++ {
			norms[j], exact[j] = downdate(norms[j], exact[j], a.Col(j)[i:])
		}
	}
}

// downdate returns the norm of x[1:] given that of x, and the last norm that was computed from elements.
func downdate(norm, exact float64, x []complex128) (float64, float64) {
	if norm == 0 {
		return 0, exact
	}
	ratio := cmplx.Abs(x[0]) / norm
	shrink := max(0, (1-ratio)*(1+ratio))
	lost := norm / exact
	if shrink*lost*lost <= 0x1p-26 { // √epsilon
		norm = norm2(x[1:])
		return norm, norm
	}
	return norm * math.Sqrt(shrink), exact
}
