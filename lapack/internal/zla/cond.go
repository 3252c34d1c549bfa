package zla

import "math/cmplx"

// This file estimates the norm of an inverse, by Hager's method in Higham's form: ACM Trans. Math. Softw. 14 (1988) 381,
// for complex matrices ibid. 15 (1989) 168.

// RcondLU estimates 1/(‖A‖*‖A⁻¹‖) from the factors of A and anorm = ‖A‖ > 0, in the 1-norm or, for the adjoint, in the
// ∞-norm. U has no zero on its diagonal. The row exchanges do not change either norm of the inverse beyond the order of
// its columns, so they are not needed.
func RcondLU(adjoint bool, lu Matrix, anorm float64, mem Memory) float64 {
	n := lu.Rows
	umax := 0.0
	for j := range n {
		for _, x := range lu.Col(j)[:j+1] {
			umax = max(umax, abs1(x))
		}
	}
	// With U scaled to largest element one, overflow in a solve means a condition beyond all numbers.
	x := Matrix{Rows: n, Cols: 1, Data: mem.Complex128s(n), LD: n}
	solve := func(adj bool) {
		t := NoTrans
		if adj {
			t = ConjTrans
		}
		if t == NoTrans {
			SolveLeft(false, t, true, lu, x)
			scalReal(umax, x.Data)
			SolveLeft(true, t, false, lu, x)
			return
		}
		scalReal(umax, x.Data)
		SolveLeft(true, t, false, lu, x)
		SolveLeft(false, t, true, lu, x)
	}
	inverse := estimateNorm1(x.Data, func() { solve(adjoint) }, func() { solve(!adjoint) })
	if !(inverse > 0) || inverse > maxFloat {
		return 0
	}
	return min(1, (1/inverse)*(umax/anorm))
}

const maxFloat = 0x1.fffffffffffffp1023

// estimateNorm1 estimates the 1-norm of a linear map B: apply computes x = B*x and applyAdjoint x = Bᴴ*x. The result is
// a lower bound, NaN or infinite if x came to be so.
func estimateNorm1(x []complex128, apply, applyAdjoint func()) float64 {
	n := float64(len(x))
	for i := range x {
		x[i] = complex(1/n, 0)
	}
	apply()
	estimate := sumAbs(x)
	if len(x) == 1 {
		return estimate
	}
	toSigns(x)
	applyAdjoint()
	at := indexMaxAbs(x)
	for range 5 {
		clear(x)
		x[at] = 1
		apply()
		last := estimate
		if estimate = sumAbs(x); !(estimate > last) {
			estimate = propagate(last, estimate)
			break
		}
		toSigns(x)
		applyAdjoint()
		next := indexMaxAbs(x)
		if cmplx.Abs(x[next]) == cmplx.Abs(x[at]) {
			break
		}
		at = next
	}
	// A vector with alternating signs catches the maps that fool the iteration.
	sign := 1.0
	for i := range x {
		x[i] = complex(sign*(1+float64(i)/(n-1)), 0)
		sign = -sign
	}
	apply()
	return max(estimate, 2*sumAbs(x)/(3*n))
}

// propagate keeps the larger estimate, but lets NaN through.
func propagate(last, estimate float64) float64 {
	if estimate != estimate {
		return estimate
	}
	return last
}

// toSigns replaces each element by x/|x|, or 1 where that has no meaning.
func toSigns(x []complex128) {
	for i, v := range x {
		if r := cmplx.Abs(v); r > safeMin {
			x[i] = complex(real(v)/r, imag(v)/r)
		} else {
			x[i] = 1
		}
	}
}

func sumAbs(x []complex128) float64 {
	sum := 0.0
	for _, v := range x {
		sum += cmplx.Abs(v)
	}
	return sum
}

func indexMaxAbs(x []complex128) int {
	at, most := 0, -1.0
	for i, v := range x {
		if r := cmplx.Abs(v); r > most {
			at, most = i, r
		}
	}
	return at
}
