package cpu

import (
	"errors"
	"fmt"
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
	fixed  bool
}

func newMoody(kernel string) *moody {
	return &moody{Provider: cblas.Gonum(), kernel: kernel, lacks: map[string]bool{}, wrong: map[string]bool{}}
}

func (m *moody) Info() cblas.Info {
	return cblas.Info{Name: "openblas", Kernel: m.kernel, IntBits: 32}
}

func (m *moody) Reselect(kernel string) error {
	if m.fixed {
		return fmt.Errorf("moody: %w", cblas.ErrFixedKernels)
	}
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
	big    = Processor{Vendor: "GenuineIntel", Family: 6, Model: 207, AVX: true, AVX2: true, AVX512: true, BF16: true}
	medium = Processor{Vendor: "GenuineIntel", Family: 6, Model: 186, AVX: true, AVX2: true}
	toys   = Processor{Vendor: "GenuineIntel", Family: 6, Model: 58, AVX: true}
	zen4   = Processor{Vendor: "AuthenticAMD", Family: 25, Model: 17, AVX: true, AVX2: true, AVX512: true, BF16: true}
	zen5   = Processor{Vendor: "AuthenticAMD", Family: 26, Model: 2, AVX: true, AVX2: true, AVX512: true, BF16: true}
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
		require.True(t, c.Obeyed)
		require.Contains(t, c.String(), coretype)
	})
	t.Run("kernels that compute wrongly are passed over", func(t *testing.T) {
		m := newMoody("Prescott")
		m.wrong["SkylakeX"], m.lacks["Cooperlake"] = true, true
		c := correct(m, big, false)
		require.Equal(t, "Haswell", c.To)
		require.Equal(t, "Haswell", m.kernel)
		require.Len(t, c.Failed, 2)
	})
	t.Run("nothing works", func(t *testing.T) {
		m := newMoody("Prescott")
		for _, rung := range ladder {
			m.wrong[rung.kernel] = true
		}
		c := correct(m, big, false)
		require.Equal(t, "Prescott", m.kernel)
		require.Equal(t, c.From, c.To)
		require.Len(t, c.Failed, len(ladder))
	})
	t.Run("a library of one processor is tried once", func(t *testing.T) {
		m := newMoody("Nehalem")
		m.fixed = true
		c := correct(m, big, false)
		require.Equal(t, c.From, c.To)
		require.Len(t, c.Failed, 1)
	})
}

// TestBetterKernels goes through what libraries have chosen on processors.
func TestBetterKernels(t *testing.T) {
	for _, c := range []struct {
		chosen, version string
		p               Processor
		want            []string
	}{
		{"Prescott", "0.3.21", big, []string{"SkylakeX", "Cooperlake", "Haswell", "Zen", "Sandybridge"}}, // OpenBLAS#4267
		{"Prescott", "0.3.24", medium, []string{"Haswell", "Zen", "Sandybridge"}},
		{"Nehalem", "0.3.21", toys, []string{"Sandybridge"}},
		{"Nehalem", "0.3.21", Processor{}, nil},
		{"Haswell", "0.3.21", big, []string{"SkylakeX", "Cooperlake"}},
		{"Sandybridge", "0.3.21", toys, nil},
		{"Zen", "0.3.21", medium, nil},
		{"Zen", "0.3.21", zen4, nil}, // no slower there
		{"HASWELL", "0.3.33", zen4, nil},
		{"Barcelona", "0.3.21", zen5, []string{"SkylakeX", "Cooperlake", "Haswell", "Zen", "Sandybridge"}},
		{"Zen", "0.3.21", zen5, []string{"SkylakeX", "Cooperlake"}},
		{"Zen", "0.3.34", zen4, []string{"SkylakeX", "Cooperlake"}}, // OpenBLAS#6021
		{"Prescott", "0.3.34", zen4, []string{"SkylakeX", "Cooperlake", "Sandybridge"}},
		{"NEOVERSEN1", "0.3.21", Processor{NEON: true}, nil},
	} {
		require.Equal(t, c.want, betterKernels(c.chosen, c.version, c.p), "%s of %s on %s family %d", c.chosen, c.version, c.p.Vendor, c.p.Family)
	}
}

func TestAdvice(t *testing.T) {
	none := func(string) string { return "" }
	d := &Diagnosis{}
	d.advise(big, Quota{CPUs: 2}, cblas.Info{Name: "openblas", Threading: "openmp"}, &Correction{From: "Prescott", To: "SkylakeX"}, 8, none)
	text := d.String()
	for _, want := range []string{"SkylakeX", "0.3.25", "8 threads are more than the", "OPENBLAS_NUM_THREADS", "OpenMP"} {
		require.Contains(t, text, want)
	}
	for _, c := range []struct {
		what Correction
		want string
	}{
		{Correction{From: "Prescott", To: "Prescott", Obeyed: true}, "unset it"},
		{Correction{From: "Nehalem", To: "Nehalem", Failed: []string{"its kernels are fixed"}}, "could not be corrected"},
		{Correction{From: "Zen", To: "SkylakeX"}, "#6021"},
	} {
		d = &Diagnosis{}
		d.advise(zen4, Quota{}, cblas.Info{Name: "openblas", Version: "0.3.34"}, &c.what, 1, none)
		require.Contains(t, d.String(), c.want)
	}
	d = &Diagnosis{}
	d.advise(big, Quota{}, cblas.Info{Name: "gonum"}, nil, 1, none)
	require.Contains(t, d.String(), "-tags openblas")
}
