package instance

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/tensor"
)

func TestSummariseSeesTheTensorNotItsMemory(t *testing.T) {
	data := []float64{1, 2, 3, 4, 5, 6}
	rows := tensor.MustFromRowMajor(data, 2, 3)
	s, err := Summarise(rows)
	require.NoError(t, err)
	require.Equal(t, &Summary{
		Shape: []int{2, 3}, Sum: 21, Norm2: math.Sqrt(91),
		// (k · 2654435761) mod 6 is 1, 2, 3, 4, 5, 0
		Samples: []Sample{
			{[]int{0, 0}, 1}, {[]int{0, 1}, 2}, {[]int{0, 2}, 3}, {[]int{1, 0}, 4}, {[]int{1, 1}, 5}, {[]int{1, 2}, 6},
		},
	}, s)

	clone, err := rows.Clone() // column-major
	require.NoError(t, err)
	same, err := Summarise(clone)
	require.NoError(t, err)
	require.Equal(t, s, same)

	wide, err := tensor.FromStrided(append([]float64{9, 9}, 6, 9, 5, 9, 4, 9, 3, 9, 2, 9, 1), 12, []int{2, 3}, []int{-6, -2})
	require.NoError(t, err)
	same, err = Summarise(wide)
	require.NoError(t, err)
	require.Equal(t, s, same)

	reversed := &Instance{reversed: true}
	same, err = reversed.Summarise(tensor.MustFromColMajor(data, 3, 2))
	require.NoError(t, err)
	require.Equal(t, s, same)
}

func TestSummariseDTypes(t *testing.T) {
	for _, c := range []struct {
		x    *tensor.Tensor
		want Summary
	}{
		{tensor.FromScalar(float32(0.1)), Summary{Sum: complex(float64(float32(0.1)), 0), Norm2: float64(float32(0.1))}},
		{tensor.FromScalar(complex64(3 - 4i)), Summary{Sum: 3 - 4i, Norm2: 5, Complex: true}},
		{tensor.FromScalar(complex128(3 - 4i)), Summary{Sum: 3 - 4i, Norm2: 5, Complex: true}},
	} {
		s, err := Summarise(c.x)
		require.NoError(t, err)
		c.want.Shape, c.want.Samples = s.Shape, []Sample{{[]int{}, c.want.Sum}}
		require.Equal(t, &c.want, s)
	}
	_, err := Summarise(tensor.FromScalar(int64(1)))
	require.ErrorIs(t, err, tensor.ErrDType)
}

func TestSummariseIsAccurate(t *testing.T) {
	// Terms that cancel: a running sum loses all that is left.
	s, err := Summarise(tensor.MustFromColMajor([]float64{1e16, 1, -1e16, 1, 1e-3}, 5))
	require.NoError(t, err)
	require.Equal(t, 2.001+0i, s.Sum)

	const n = 1 << 20
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]float64, n)
	for i := range data {
		data[i] = float64(1+rng.IntN(1<<20)) * 0x1p-30 // sums and sums of squares are exact in integers
	}
	sum, squares := 0, 0
	for _, x := range data {
		k := int(x * 0x1p30)
		sum, squares = sum+k, squares+k*k
	}
	s, err = Summarise(tensor.MustFromColMajor(data, 1024, n/1024))
	require.NoError(t, err)
	require.Equal(t, float64(sum)*0x1p-30, real(s.Sum))
	require.InEpsilon(t, math.Sqrt(float64(squares))*0x1p-30, s.Norm2, 1e-15)
}

func TestSummariseExtremes(t *testing.T) {
	for _, c := range []struct {
		data          []float64
		norm, epsilon float64
	}{
		{[]float64{3e-200, 4e-200}, 5e-200, 1e-15}, // squares underflow
		{[]float64{3e200, 4e200}, 5e200, 1e-15},    // squares overflow
		{[]float64{3e-320, 4e-320}, 5e-320, 1e-3},  // subnormal: few digits
	} {
		s, err := Summarise(tensor.MustFromColMajor(c.data, len(c.data)))
		require.NoError(t, err)
		require.InEpsilon(t, c.norm, s.Norm2, c.epsilon)
	}
	for _, c := range []struct {
		data []float64
		norm float64
	}{
		{[]float64{0, 0}, 0},
		{[]float64{}, 0},
		{[]float64{1, math.Inf(-1)}, math.Inf(1)},
	} {
		s, err := Summarise(tensor.MustFromColMajor(c.data, len(c.data)))
		require.NoError(t, err)
		require.Equal(t, c.norm, s.Norm2)
	}
	s, err := Summarise(tensor.MustFromColMajor([]float64{1, math.NaN()}, 2))
	require.NoError(t, err)
	require.True(t, math.IsNaN(s.Norm2))
	require.True(t, math.IsNaN(real(s.Sum)))
	_, err = json.Marshal(s)
	require.Error(t, err)
}

func TestSamplePositions(t *testing.T) {
	require.Empty(t, SamplePositions(0))
	require.Equal(t, []int{0}, SamplePositions(1))
	require.Equal(t, []int{0, 1}, SamplePositions(2))
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6}, SamplePositions(7)) // 2654435761 mod 7 is 5: no repeats

	many := SamplePositions(371 * 424)
	require.Len(t, many, 8)
	require.Equal(t, []int{0, 44*424 + 170, 88*424 + 340}, many[:3])
	require.Equal(t, 371*424-1, many[7])
}

func TestSummaryJSON(t *testing.T) {
	for _, c := range []struct {
		s    Summary
		text string
	}{
		{Summary{Shape: []int{2}, Sum: 3, Norm2: 2.5, Samples: []Sample{{[]int{0}, 1}, {[]int{1}, 2}}},
			`{"shape":[2],"sum":3,"norm2":2.5,"samples":[[[0],1],[[1],2]]}`},
		{Summary{Shape: []int{}, Sum: 1 - 2i, Norm2: 2.5, Samples: []Sample{{[]int{}, 1 - 2i}}, Complex: true},
			`{"shape":[],"sum":[1,-2],"norm2":2.5,"samples":[[[],[1,-2]]]}`},
	} {
		text, err := json.Marshal(&c.s)
		require.NoError(t, err)
		require.Equal(t, c.text, string(text))
		var back Summary
		require.NoError(t, json.Unmarshal(text, &back))
		require.Equal(t, c.s, back)
	}
	text, err := json.Marshal(&Summary{})
	require.NoError(t, err)
	require.Equal(t, `{"shape":[],"sum":0,"norm2":0,"samples":[]}`, string(text))
	var s Summary
	require.ErrorContains(t, json.Unmarshal([]byte(`{"sum": [1]}`), &s), "a number is x or [re, im]")
	require.Error(t, json.Unmarshal([]byte(`{"sum": 1, "samples": [[0, 1]]}`), &s))
}
