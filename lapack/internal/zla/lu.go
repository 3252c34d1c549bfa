package zla

// This file factorises with partial pivoting, GVL 3.4, in Toledo's recursive form (SIAM J. Matrix Anal. Appl. 18, 1997):
// the left half of the columns is factorised, then the right half is updated and factorised. Most of the work is then
// matrix products without a block size to choose.

// thin is how many columns are factorised one by one.
const thin = 8

// LU overwrites a with its factors: row i was exchanged with row pivot[i], in order. It returns the index of the first
// zero on the diagonal of U, or -1; the factorisation is complete either way.
func LU(a Matrix, pivot []int) (zero int) {
	k := min(a.Rows, a.Cols)
	zero = luColumns(a.Sub(0, 0, a.Rows, k), pivot)
	if a.Cols > k {
		rest := a.Sub(0, k, a.Rows, a.Cols-k)
		exchange(rest, pivot[:k])
		SolveLeft(false, NoTrans, true, a.Sub(0, 0, k, k), rest.Sub(0, 0, k, rest.Cols))
	}
	return zero
}

// luColumns factorises a matrix with at least as many rows as columns.
func luColumns(a Matrix, pivot []int) (zero int) {
	m, n := a.Rows, a.Cols
	if n <= thin {
		return luThin(a, pivot)
	}
	h := n / 2
	left, right := a.Sub(0, 0, m, h), a.Sub(0, h, m, n-h)
	zero = luColumns(left, pivot[:h])

	exchange(right, pivot[:h])
	top, bottom := right.Sub(0, 0, h, n-h), right.Sub(h, 0, m-h, n-h)
	SolveLeft(false, NoTrans, true, left.Sub(0, 0, h, h), top)
	gemm(NoTrans, NoTrans, -1, left.Sub(h, 0, m-h, h), top, bottom)

	second := luColumns(bottom, pivot[h:n])
	exchange(left.Sub(h, 0, m-h, h), pivot[h:n])
	for i := h; i < n; i++ {
		pivot[i] += h
	}
	if zero < 0 && second >= 0 {
		zero = second + h
	}
	return zero
}

// luThin factorises a few columns, each of which is first brought up to date with those before it.
func luThin(a Matrix, pivot []int) (zero int) {
	zero = -1
	for j := range a.Cols {
		col := a.Col(j)
		p := j + indexMax(col[j:])
		pivot[j] = p
		a.swapRows(j, p, 0, a.Cols)
		if col[j] == 0 {
			if zero < 0 {
				zero = j
			}
		} else {
			divide(col[j+1:], col[j])
		}
		for c := j + 1; c < a.Cols; c++ {
			next := a.Col(c)
			axpy(-next[j], col[j+1:], next[j+1:])
		}
	}
	return zero
}

// divide computes x /= d, by the reciprocal unless that overflows.
func divide(x []complex128, d complex128) {
	if abs1(d) >= 2*safeMin {
		scal(1/d, x)
		return
	}
	for i := range x {
		x[i] /= d
	}
}

// exchange applies row exchanges in order.
func exchange(a Matrix, pivot []int) {
	for j := range a.Cols {
		col := a.Col(j)
		for i, p := range pivot {
			col[i], col[p] = col[p], col[i]
		}
	}
}

// exchangeBack undoes exchange.
func exchangeBack(a Matrix, pivot []int) {
	for j := range a.Cols {
		col := a.Col(j)
		for i := len(pivot) - 1; i >= 0; i-- {
			p := pivot[i]
			col[i], col[p] = col[p], col[i]
		}
	}
}

// SolveLU computes B = op(A)⁻¹*B from the factors of A.
func SolveLU(t Transpose, lu Matrix, pivot []int, b Matrix) {
	if t == NoTrans {
		exchange(b, pivot)
		SolveLeft(false, NoTrans, true, lu, b)
		SolveLeft(true, NoTrans, false, lu, b)
		return
	}
	SolveLeft(true, t, false, lu, b)
	SolveLeft(false, t, true, lu, b)
	exchangeBack(b, pivot)
}

// InvertLU overwrites the factors of A, whose U has no zero on its diagonal, with A⁻¹: X*L = U⁻¹ is solved for X from
// the last column on, then the exchanges are undone on the columns; Higham, Accuracy and Stability, 14.3.2, method B.
func InvertLU(lu Matrix, pivot []int, mem Memory) {
	n := lu.Rows
	Invert(true, false, lu)
	l := mem.Complex128s(n)
	for j := n - 2; j >= 0; j-- {
		col := lu.Col(j)
		copy(l[j+1:], col[j+1:])
		clear(col[j+1:])
		for k := j + 1; k < n; k++ {
			axpy(-l[k], lu.Col(k), col)
		}
	}
	for j := n - 2; j >= 0; j-- {
		lu.swapCols(j, pivot[j], 0, n)
	}
}
