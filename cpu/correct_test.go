package cpu

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// moody is a provider in pure Go that claims kernels and changes them on request, some of which compute wrongly.
type moody struct {
	cblas.Provider
	kernel string
	lacks  map[string]bool
	wrong  map[string]bool
}

func newMoody(kernel string) *moody {
	return &moody{Provider: cblas.Gonum(), kernel: kernel, lacks: map[string]bool{}, wrong: map[string]bool{}}
}

func (m *moody) Info() cblas.Info {
	return cblas.Info{Name: "openblas", Kernel: m.kernel, IntBits: 32}
}

func (m *moody) Reselect(kernel string) error {
	if m.lacks[kernel] {
		return errors.New("not in this library")
	}
	m.kernel = kernel
	return nil
}

func (m *moody) Float64() cblas.Ops[float64] { return wrongOps{m.Provider.Float64(), m} }

// wrongOps adds 1 to the first element of a product where its provider's kernels are wrong.
type wrongOps struct {
	cblas.Ops[float64]
	m *moody
}

func (o wrongOps) Gemm(tA, tB cblas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) error {
	err := o.Ops.Gemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	if err == nil && o.m.wrong[o.m.kernel] {
		c[0]++
	}
	return err
}

var (
	big    = Processor{AVX2: true, AVX512: true}
	medium = Processor{AVX2: true}
)

func TestCorrect(t *testing.T) {
	t.Run("a good choice is left alone", func(t *testing.T) {
		for _, k := range []string{"SkylakeX", "Cooperlake", "SapphireRapids"} {
			require.Nil(t, correct(newMoody(k), big, false))
		}
		require.Nil(t, correct(newMoody("Zen"), medium, false))
	})
	t.Run("unknown kernels are left alone", func(t *testing.T) { require.Nil(t, correct(newMoody("Neoverse"), big, false)) })
	t.Run("far below", func(t *testing.T) {
		m := newMoody("Prescott")
		c := correct(m, big, false)
		require.Equal(t, "SkylakeX", c.To)
		require.Equal(t, "Prescott", c.From)
		require.Equal(t, "SkylakeX", m.kernel)
		require.Contains(t, c.String(), "Prescott")
	})
	t.Run("no more than the processor has", func(t *testing.T) {
		require.Equal(t, "Haswell", correct(newMoody("Prescott"), medium, false).To)
	})
	t.Run("the user's choice is obeyed and reported", func(t *testing.T) {
		m := newMoody("Prescott")
		c := correct(m, big, true)
		require.Equal(t, "Prescott", m.kernel)
		require.Equal(t, c.From, c.To)
		require.Contains(t, c.Reason, coretype)
	})
	t.Run("kernels that compute wrongly are passed over", func(t *testing.T) {
		m := newMoody("Prescott")
		m.wrong["SkylakeX"] = true
		c := correct(m, big, false)
		require.Equal(t, "Haswell", c.To)
		require.Equal(t, "Haswell", m.kernel)
		require.Len(t, c.Failed, 1)
	})
	t.Run("nothing works", func(t *testing.T) {
		m := newMoody("Prescott")
		m.wrong["SkylakeX"], m.lacks["Haswell"] = true, true
		c := correct(m, big, false)
		require.Equal(t, "Prescott", m.kernel)
		require.Equal(t, c.From, c.To)
		require.Len(t, c.Failed, 2)
	})
}

func TestAdvice(t *testing.T) {
	none := func(string) string { return "" }
	d := &Diagnosis{}
	d.advise(big, Quota{CPUs: 2}, cblas.Info{Name: "openblas", Threading: "openmp"}, &Correction{From: "Prescott", To: "SkylakeX"}, 8, none)
	text := d.String()
	for _, want := range []string{"SkylakeX", "8 threads are more than the", "OPENBLAS_NUM_THREADS", "OpenMP"} {
		require.Contains(t, text, want)
	}
	d = &Diagnosis{}
	d.advise(big, Quota{}, cblas.Info{Name: "gonum"}, nil, 1, none)
	require.Contains(t, d.String(), "-tags openblas")
}
