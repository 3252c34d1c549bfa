package families

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/testdata"
)

// The files that ship are the problems that the code makes, each with two paths that cost what is recorded.
func TestShippedInstances(t *testing.T) {
	shipped, err := instance.ReadFS(testdata.FS, testdata.Instances)
	require.NoError(t, err)
	byName := map[string]*instance.Instance{}
	for _, in := range shipped {
		byName[in.Name] = in
	}
	suite := Suite()
	require.Len(t, shipped, len(suite))
	for _, made := range suite {
		in := byName[made.Name]
		require.NotNil(t, in, "%s is not in testdata: run go generate ./testdata", made.Name)
		require.Equal(t, made.Equation, in.Equation)
		require.Equal(t, made.Shapes, in.Shapes)
		require.Equal(t, made.DType, in.DType)
		require.Len(t, in.Paths, 2)
		network, err := Network(in)
		require.NoError(t, err)
		for strategy, recorded := range in.Paths {
			tree, err := path.FromLinear(network, recorded.Steps)
			require.NoError(t, err, "%s %s", in.Name, strategy)
			costs := tree.Costs(Element(in.DType), nil)
			require.InDelta(t, recorded.Log10Flops, math.Log10(costs.FlopsCotengra), 1e-4, "%s %s", in.Name, strategy)
			require.InDelta(t, recorded.Log2Size, math.Log2(costs.MaxSize), 1e-4, "%s %s", in.Name, strategy)
		}
		require.LessOrEqual(t, in.Paths["opt_flops"].Log10Flops, in.Paths["opt_size"].Log10Flops, in.Name)
		require.GreaterOrEqual(t, in.Paths["opt_flops"].Log2Size, in.Paths["opt_size"].Log2Size, in.Name)
	}
}

// Every instance has a result, of the shape that its equation gives, that two paths agreed on.
func TestShippedReference(t *testing.T) {
	file, err := testdata.FS.Open(testdata.Reference)
	require.NoError(t, err)
	defer file.Close()
	refs, err := instance.ReadReferences(file)
	require.NoError(t, err)
	suite := Suite()
	require.Len(t, refs, len(suite))
	for _, in := range suite {
		ref := refs[in.Name]
		require.NotNil(t, ref, in.Name)
		require.Equal(t, uint64(1), ref.Seed)
		require.Less(t, ref.TwoPaths, 1e-13, in.Name)
		require.Equal(t, in.DType.IsComplex(), ref.Result.Complex, in.Name)
		network, err := Network(in)
		require.NoError(t, err)
		shape := []int{}
		n := 1
		for _, label := range network.Output {
			shape = append(shape, network.Sizes[label])
			n *= network.Sizes[label]
		}
		require.Equal(t, shape, ref.Result.Shape, in.Name)
		require.Len(t, ref.Result.Samples, len(instance.SamplePositions(n)), in.Name)
		require.NoError(t, refs.Check(in.Name, 1, in.DType, &ref.Result))
	}
}

// The inputs of the two languages are the same: a matrix-vector product is summed up here, exactly as defined.
func TestShippedReferenceInputs(t *testing.T) {
	file, err := testdata.FS.Open(testdata.Reference)
	require.NoError(t, err)
	defer file.Close()
	refs, err := instance.ReadReferences(file)
	require.NoError(t, err)
	in := &instance.Instance{Shapes: [][]int{{2048, 2048}, {2048}}} // matvec_2048
	xs, err := in.Inputs(1, tensor.Float64, instance.RowMajor)
	require.NoError(t, err)
	matrix, err := tensor.RowMajor[float64](xs[0])
	require.NoError(t, err)
	vector, err := tensor.RowMajor[float64](xs[1])
	require.NoError(t, err)
	result := make([]float64, 2048)
	for i := range result {
		for j, x := range vector {
			result[i] += matrix[2048*i+j] * x
		}
	}
	got, err := instance.Summarise(tensor.MustFromColMajor(result, 2048))
	require.NoError(t, err)
	require.NoError(t, refs.Check("matvec_2048", 1, tensor.Float64, got))
}
