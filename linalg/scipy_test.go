package linalg_test

import (
	"cmp"
	"encoding/json"
	"math"
	"math/cmplx"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

// scipyCase is a case of testdata/scipy.json: values that scripts/peers/linalg_values.py had from SciPy and NumPy.
type scipyCase struct {
	M, N    int
	Complex bool
	Seed    int
	Rank    int
	Values  map[string][]complex128
}

func scipyCases(t *testing.T) []scipyCase {
	data, err := os.ReadFile("testdata/scipy.json")
	require.NoError(t, err)
	var file struct {
		Cases []map[string]json.RawMessage
	}
	require.NoError(t, json.Unmarshal(data, &file))
	var out []scipyCase
	for _, raw := range file.Cases {
		c := scipyCase{Values: map[string][]complex128{}}
		for key, into := range map[string]any{"m": &c.M, "n": &c.N, "complex": &c.Complex, "seed": &c.Seed, "rank": &c.Rank} {
			require.NoError(t, json.Unmarshal(raw[key], into))
			delete(raw, key)
		}
		for key, numbers := range raw {
			var pairs [][2]float64
			require.NoError(t, json.Unmarshal(numbers, &pairs), key)
			for _, p := range pairs {
				c.Values[key] = append(c.Values[key], complex(p[0], p[1]))
			}
		}
		out = append(out, c)
	}
	require.NotEmpty(t, out)
	return out
}

// formula is the matrix that the script makes.
func formula(m, n int, isComplex bool, seed int) dense {
	x := newDense(m, n)
	x.each(func(i, j int, _ complex128) {
		v := complex(float64((7*i+3*j+5*i*j+seed)%17-8)/5, 0)
		if isComplex {
			v += complex(0, float64((3*i+11*j+2*i*j+seed)%13-6)/7)
		}
		x.set(i, j, v)
	})
	return x
}

// TestSciPy holds what does not depend on choices against SciPy's values.
func TestSciPy(t *testing.T) {
	for _, s := range stations(t) {
		for _, c := range scipyCases(t) {
			d := tensor.Float64
			if c.Complex {
				d = tensor.Complex128
			}
			a, b := formula(c.M, c.N, c.Complex, c.Seed), formula(c.M, 2, c.Complex, c.Seed+1)
			x, y := lay(t, d, "row-major", a.a, c.M, c.N), lay(t, d, "strided", b.a, c.M, 2)
			cond := real(c.Values["cond_two"][0])
			singular := c.Rank < min(c.M, c.N)
			hold := func(name string, got *tensor.Tensor, err error) {
				t.Helper()
				require.NoError(t, err, name)
				want := c.Values[name]
				require.NotEmpty(t, want, name)
				values := elements(t, got)
				require.Len(t, values, len(want))
				scale := 0.0
				for _, v := range want {
					scale = max(scale, cmplx.Abs(v))
				}
				for i, v := range values {
					require.LessOrEqual(t, cmplx.Abs(v-want[i]), 1e-14*min(cond*cond, 1e6)*max(scale, 1e-3)*100, "%s of %d×%d, seed %d, element %d: %v, want %v", name, c.M, c.N, c.Seed, i, v, want[i])
				}
			}
			call := func(name string, f func() (*tensor.Tensor, error)) {
				t.Helper()
				got, err := f()
				hold(name, got, err)
			}
			o := s.opts
			call("svdvals", func() (*tensor.Tensor, error) { return linalg.SingularValues(x, o()...) })
			for name, kind := range map[string]linalg.NormKind{"norm_frobenius": linalg.Frobenius, "norm_one": linalg.One, "norm_inf": linalg.Inf, "norm_two": linalg.Two, "norm_nuclear": linalg.Nuclear} {
				call(name, func() (*tensor.Tensor, error) { return linalg.Norm(x, kind, o()...) })
			}
			rank, err := linalg.MatrixRank(x, o()...)
			require.NoError(t, err)
			require.Equal(t, complex(float64(c.Rank), 0), elements(t, rank)[0])
			if c.M == c.N {
				h := hermitian(a)
				call("eigvalsh", func() (*tensor.Tensor, error) {
					return linalg.EigvalsH(lay(t, d, "column-major", h.a, c.M, c.M), o()...)
				})
				p := a.mul(a.adjoint())
				for i := range c.M {
					p.set(i, i, p.at(i, i)+complex(float64(c.M), 0))
				}
				call("cholesky", func() (*tensor.Tensor, error) {
					return linalg.Cholesky(lay(t, d, "column-major", p.a, c.M, c.M), o()...)
				})
				call("expm", func() (*tensor.Tensor, error) { return linalg.MatrixExp(x, o()...) })
				call("power_5", func() (*tensor.Tensor, error) { return linalg.MatrixPower(x, 5, o()...) })
				call("det", func() (*tensor.Tensor, error) { return linalg.Det(x, o()...) })
			}
			if singular {
				continue // what follows is not well defined
			}
			call("pinv", func() (*tensor.Tensor, error) { return linalg.Pinv(x, o()...) })
			call("lstsq", func() (*tensor.Tensor, error) { got, _, _, err := linalg.LstSq(x, y, o()...); return got, err })
			call("cond_two", func() (*tensor.Tensor, error) { return linalg.Cond(x, linalg.Two, o()...) })
			_, r, err := linalg.QR(x, o(linalg.Gauge())...)
			require.NoError(t, err)
			for i, v := range elements(t, r) {
				require.InDelta(t, real(c.Values["qr_r_abs"][i]), cmplx.Abs(v), 1e-12*cond)
			}
			if c.M != c.N {
				continue
			}
			call("inv", func() (*tensor.Tensor, error) { return linalg.Inv(x, o()...) })
			call("solve", func() (*tensor.Tensor, error) { return linalg.Solve(x, y, o()...) })
			call("cond_one", func() (*tensor.Tensor, error) { return linalg.Cond(x, linalg.One, o()...) })
			call("polar_p", func() (*tensor.Tensor, error) {
				p, err := linalg.SplitPolar("ab->ax,xb", x, o()...)
				return p.Right, err
			})
			sign, log, err := linalg.SlogDet(x, o()...)
			hold("slogdet_sign", sign, err)
			hold("slogdet_log", log, err)
			w, err := linalg.Eigvals(x, o()...)
			require.NoError(t, err)
			values := elements(t, w)
			slices.SortFunc(values, func(u, v complex128) int {
				if r := cmp.Compare(math.Round(real(u)*1e9), math.Round(real(v)*1e9)); r != 0 {
					return r
				}
				return cmp.Compare(imag(u), imag(v))
			})
			hold("eigvals", lay(t, tensor.Complex128, "column-major", values, len(values)), nil)
		}
	}
}
