package lapack

// This file checks the arguments of the eigenvalue routines, and unpacks LAPACK's packed pairs of real eigenvectors.

func (o *checked[T, R]) Syevd(vectors bool, uplo Uplo, n int, a []T, lda int, w []R, ws *Workspace) error {
	c := o.check("syevd")
	c.flag("uplo", uint8(uplo), uint8(Lower))
	c.dim("n", n)
	c.matrix("a", n, n, len(a), lda)
	c.vector("w", n, len(w))
	if c.err != nil || n == 0 {
		return c.err
	}
	info, err := o.r.syevd(vectors, uplo, n, a, lda, w, ready(ws))
	return unconverged("syevd", info, err)
}

func (o *checked[T, R]) Geev(left, right bool, n int, a []T, lda int, wr, wi []R, vl []T, ldvl int, vr []T, ldvr int, ws *Workspace) error {
	c := o.check("geev")
	c.dim("n", n)
	c.matrix("a", n, n, len(a), lda)
	c.vector("wr", n, len(wr))
	c.vector("wi", n, len(wi))
	ldvl = c.matrix("vl", n, columns(left, n), len(vl), ldvl)
	ldvr = c.matrix("vr", n, columns(right, n), len(vr), ldvr)
	if c.err != nil || n == 0 {
		return c.err
	}
	info, err := o.r.geev(left, right, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, ready(ws))
	return unconverged("geev", info, err)
}

// columns returns how many vectors there are if they are wanted.
func columns(want bool, n int) int {
	if want {
		return n
	}
	return 0
}

// ExpandEigenvectors unpacks the eigenvectors that Geev returns for a real matrix: v: [n, n] with the imaginary parts
// wi: [n] of the eigenvalues becomes z: [n, n], whose column k is the vector of the eigenvalue k. z must not overlap v.
func ExpandEigenvectors[R Real, C complex64 | complex128](n int, wi []R, v []R, ldv int, z []C, ldz int) error {
	c := check{routine: "ExpandEigenvectors", limit: maxInt(64)}
	c.dim("n", n)
	c.vector("wi", n, len(wi))
	c.matrix("v", n, n, len(v), ldv)
	c.matrix("z", n, n, len(z), ldz)
	if c.err != nil {
		return c.err
	}
	for k := 0; k < n; k++ {
		re, out := v[k*ldv:k*ldv+n], z[k*ldz:k*ldz+n]
		if wi[k] == 0 || k+1 == n {
			for i, x := range re {
				out[i] = C(complex(float64(x), 0))
			}
			continue
		}
		im, conj := v[(k+1)*ldv:(k+1)*ldv+n], z[(k+1)*ldz:(k+1)*ldz+n]
		for i := range re {
			out[i] = C(complex(float64(re[i]), float64(im[i])))
			conj[i] = C(complex(float64(re[i]), -float64(im[i])))
		}
		k++
	}
	return nil
}
