package compiler

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// chain traces (a·b)ᵀ·c + 1.
func chain(t *testing.T) *trace.Graph {
	tc := trace.New()
	a, b, c := tc.Input(tensor.Float64, 64, 128), tc.Input(tensor.Float64, 128, 32), tc.Input(tensor.Float64, 64, 16)
	y := tc.Add(tc.MatMul(tc.Transpose(tc.MatMul(a, b)), c), tc.Scalar(tensor.Float64, 1))
	g, err := tc.Graph(y)
	require.NoError(t, err)
	return g
}

func TestTransposesBecomeFlags(t *testing.T) {
	p, err := Compile(chain(t))
	require.NoError(t, err)
	t.Log("\n" + p.String())
	for _, s := range p.Steps {
		require.NotEqual(t, "COPY", s.Body.Kind(), p.String())
	}
}

func TestSameGraphSameProgram(t *testing.T) {
	p, err := Compile(chain(t))
	require.NoError(t, err)
	q, err := Compile(chain(t))
	require.NoError(t, err)
	require.Equal(t, p.String(), q.String())
	require.Equal(t, p.DOT(), q.DOT())
}
