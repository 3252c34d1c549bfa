package mps_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/examples/mps"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

func random(shape ...int) *tensor.Tensor {
	rng := rand.New(rand.NewPCG(1, 2))
	n := 1
	for _, k := range shape {
		n *= k
	}
	data := make([]complex128, n)
	for i := range data {
		data[i] = complex(rng.NormFloat64(), rng.NormFloat64())
	}
	return tensor.MustFromColMajor(data, shape...)
}

// A GHZ state of eight sites has bonds of two.
func Example() {
	ghz := tensor.MustNew(tensor.Float64, 2, 2, 2, 2, 2, 2, 2, 2)
	for _, v := range []int{0, 1} {
		if err := tensor.Set(ghz, 0.5, v, v, v, v, v, v, v, v); err != nil {
			log.Fatal(err)
		}
	}
	state, lost, err := mps.FromTensor(ghz, linalg.RelTol(1e-12))
	if err != nil {
		log.Fatal(err)
	}
	for _, site := range state.Sites {
		fmt.Print(site.Shape(), " ")
	}
	fmt.Printf("lost %.1g\n", lost)
	// Output: [1 2 2] [2 2 2] [2 2 2] [2 2 2] [2 2 2] [2 2 2] [2 2 2] [2 2 1] lost 0
}

// The state stays, and the sites are isometries, wherever the centre is.
func TestCanonicalise(t *testing.T) {
	ctx := context.Background()
	x := random(2, 3, 2, 4, 3)
	state, lost, err := mps.FromTensor(x)
	require.NoError(t, err)
	require.Zero(t, lost)
	for _, centre := range []int{0, 2, 4, 1} {
		require.NoError(t, state.Canonicalise(ctx, centre))
		y, err := state.Tensor(ctx)
		require.NoError(t, err)
		require.NoError(t, tensor.AllClose(y, x, 1e-12, 1e-12))
		for i, site := range state.Sites {
			equation, bond := "asx*,asy->xy", site.Dim(2)
			if i > centre {
				equation, bond = "xsb*,ysb->xy", site.Dim(0)
			}
			if i == centre {
				continue
			}
			gram, err := einsum.Contract(ctx, equation, site, site)
			require.NoError(t, err)
			eye := tensor.MustNew(tensor.Complex128, bond, bond)
			for k := range bond {
				require.NoError(t, tensor.Set(eye, complex(1, 0), k, k))
			}
			require.NoError(t, tensor.AllClose(gram, eye, 1e-12, 1e-12))
		}
	}
	require.Error(t, state.Canonicalise(ctx, 5))
}

// What Truncate says it loses is the distance to the state before.
func TestTruncate(t *testing.T) {
	ctx := context.Background()
	x := random(3, 3, 3, 3, 3)
	state, _, err := mps.FromTensor(x)
	require.NoError(t, err)
	lost, err := state.Truncate(ctx, linalg.MaxRank(4))
	require.NoError(t, err)
	y, err := state.Tensor(ctx)
	require.NoError(t, err)
	a, err := tensor.AsColMajor[complex128](x)
	require.NoError(t, err)
	b, err := tensor.ColMajor[complex128](y)
	require.NoError(t, err)
	for i := range b {
		b[i] -= a[i]
	}
	distance, err := linalg.VectorNorm(tensor.MustFromColMajor(b, len(b)), 2)
	require.NoError(t, err)
	d, err := tensor.At[float64](distance)
	require.NoError(t, err)
	require.InDelta(t, lost, d, 1e-10)
	require.Positive(t, lost)
	for _, site := range state.Sites {
		require.LessOrEqual(t, max(site.Dim(0), site.Dim(2)), 4)
	}
}
