package tensor_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

func TestFormat(t *testing.T) {
	x := tensor.MustFromColMajor([]float64{1, -2.5, 1.0 / 3, 100, math.NaN(), math.Inf(1)}, 2, 3)
	for _, c := range []struct {
		format string
		x      any
		want   []string
	}{
		{"%v", tensor.FromScalar(2.5), []string{"float64 [] 2.5"}},
		{"%v", tensor.MustFromColMajor([]bool{true, false}, 2), []string{"bool [2] [true false]"}},
		{"%v", tensor.MustFromColMajor([]int32{1, -20, 3}, 3), []string{"int32 [3] [1 -20 3]"}},
		{"%03d", tensor.MustFromColMajor([]int64{1, -20, 3}, 3), []string{"int64 [3] [001 -20 003]"}},
		{"%x", tensor.MustFromColMajor([]int64{255}, 1), []string{"int64 [1] [ff]"}},
		{"%v", tensor.MustFromColMajor([]complex64{1, 2i, -3.5}, 3), []string{"complex64 [3] [1+0i 0+2i -3.5+0i]"}},
		{"%v", tensor.MustNew(tensor.Float32, 2, 0, 3), []string{"float32 [2 0 3] without elements"}},
		{"%v", x, []string{"float64 [2 3]", "[[   1 0.33333333  NaN]", " [-2.5        100 +Inf]]"}},
		{"%s", tensor.Must(x.Transpose()), []string{
			"float64 [3 2]", "[[         1 -2.5]", " [0.33333333  100]", " [       NaN +Inf]]"}},
		{"%.2f", x, []string{"float64 [2 3]", "[[ 1.00   0.33  NaN]", " [-2.50 100.00 +Inf]]"}},
		{"%#v", tensor.Must(x.Reverse(0)), []string{"tensor.Tensor{float64 shape [2 3] strides [-1 2] offset 1}"}},
		{"%v", (*tensor.Tensor)(nil), []string{"tensor(nil)"}},
		{"%v", &tensor.Tensor{}, []string{"tensor(nil)"}},
		{"%v", tensor.MustFromColMajor([]int64{1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, 1, 2), []string{
			"int64 [2 2 1 2]", "[:, :, 0, 0]", "[[1 3]", " [2 4]]", "[:, :, 0, 1]", "[[5 7]", " [6 8]]"}},
		{"%v", counting(t, 13), []string{"int64 [13] [0 1 2 … 10 11 12]"}},
		{"%v", counting(t, 12), []string{"int64 [12] [0 1 2 3 4 5 6 7 8 9 10 11]"}},
		{"%v", counting(t, 100, 2), []string{"int64 [100 2]",
			"[[ 0 100]", " [ 1 101]", " [ 2 102]", " …", " [97 197]", " [98 198]", " [99 199]]"}},
		{"%v", counting(t, 1, 1, 9), []string{"int64 [1 1 9]", "[:, :, 0]", "[[0]]", "[:, :, 1]", "[[1]]",
			"[:, :, 2]", "[[2]]", "… 3 more", "[:, :, 6]", "[[6]]", "[:, :, 7]", "[[7]]", "[:, :, 8]", "[[8]]"}},
	} {
		require.Equal(t, strings.Join(c.want, "\n"), fmt.Sprintf(c.format, c.x))
	}
	require.Equal(t, fmt.Sprintf("%v", x), x.String())
}

// What is printed does not grow with the tensor.
func TestFormatIsBounded(t *testing.T) {
	one := tensor.FromScalar(1.0)
	shape := make([]int, 40)
	for axis := range shape {
		shape[axis] = 2
	}
	for _, shape := range [][]int{
		{1 << 62}, {1 << 31, 1 << 31}, {1, 1 << 40}, {1 << 40, 1}, {1 << 20, 1 << 20, 1 << 20}, shape,
	} {
		x, err := one.Broadcast(shape...)
		require.NoError(t, err)
		require.Less(t, len(x.String()), 4000)
	}
}
