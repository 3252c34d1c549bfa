package tensor_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// What a person reads when something is wrong names the operation, the axis and the sizes.
func TestErrorMessages(t *testing.T) {
	x := tensor.MustNew(tensor.Float64, 2, 3)
	fail := func(_ any, err error) error { return err }
	for _, c := range []struct {
		err  error
		want string
		is   error
	}{
		{fail(tensor.ParseDType("float16")), `parse dtype: "float16" names no dtype`, tensor.ErrDType},
		{fail(tensor.At[float32](x, 0, 0)), "at: dtype is float64, not float32", tensor.ErrDType},
		{fail(x.Imag()), "imag: dtype float64 is not supported", tensor.ErrDType},
		{fail(tensor.FromScalar(1i).Convert(tensor.Float64)),
			"convert: complex128 to float64: take Real or Imag first", tensor.ErrDType},
		{fail(x.Permute(0, 2)), "permute: no axis 2 in rank 2", tensor.ErrAxis},
		{fail(x.Permute(1, 1)), "permute: axis 1 is named twice", tensor.ErrAxis},
		{fail(x.Permute(1)), "permute: shape [2 3]: 1 axes named, rank is 2", tensor.ErrShape},
		{fail(x.Index(1, 3)), "index: axis 1: index 3 is not within size 3", tensor.ErrBounds},
		{fail(x.Slice(tensor.All(), tensor.Range{Start: 1, Stop: 4})),
			"slice: axis 1: range 1:4:1 is not within size 3", tensor.ErrBounds},
		{fail(x.Diagonal(0, 1)), "diagonal: shape [2 3]: axis 0 has size 2 and axis 1 has size 3", tensor.ErrShape},
		{fail(x.Broadcast(2, 4)),
			"broadcast: shape [2 3] against [2 4]: axis 1 has size 3, not 1 or 4", tensor.ErrShape},
		{fail(x.Squeeze(1)), "squeeze: shape [2 3]: axis 1 has size 3", tensor.ErrShape},
		{fail(x.Reshape(7)), "reshape: shape [7] needs 7 elements, got 6", tensor.ErrLength},
		{fail(x.Reshape(4, -1)),
			"reshape: shape [2 3] against [4 -1]: no size in place of -1 gives 6 elements", tensor.ErrShape},
		{fail(tensor.Must(x.Transpose()).Reshape(6)),
			"reshape: shape [3 2] with strides [2 1] is no view of shape [6]; clone first", tensor.ErrNeedsCopy},
		{fail(tensor.AsColMajor[float64](tensor.Must(x.Transpose()))),
			"as col major: shape [3 2] with strides [2 1] is not compact column-major", tensor.ErrNeedsCopy},
		{fail(tensor.New(tensor.Bool, 2, -1)), "new: shape [2 -1] has a negative size", tensor.ErrNegative},
		{fail(tensor.New(tensor.Bool, 1<<40, 1<<40)),
			"new: shape [1099511627776 1099511627776] has more elements than an int can count", tensor.ErrOverflow},
		{fail(tensor.New(tensor.Float32, 1<<61)),
			"new: shape [2305843009213693952] of float32 has more bytes than can be addressed", tensor.ErrOverflow},
		{fail(tensor.FromStrided(make([]bool, 4), 1, []int{2, 2}, []int{1, 2})),
			"from strided: shape [2 2] with strides [1 2] from offset 1 reaches outside of 4 elements", tensor.ErrBounds},
		{fail(tensor.FromScalar(-0.5e10).Convert(tensor.Int32)),
			"convert: element [] is -5e+09, which no int32 can hold", tensor.ErrValue},
		{tensor.Copy(tensor.Must(x.Broadcast(2, 2, 3)), tensor.Must(x.Broadcast(2, 2, 3))),
			"copy: destination of shape [2 2 3] with strides [0 1 2] holds one element at two indices", tensor.ErrOverlap},
		{tensor.Copy(x, tensor.MustNew(tensor.Float64, 3, 2)), "copy: shape [3 2] against [2 3]", tensor.ErrShape},
		{tensor.Copy(x, nil), "copy: operand is nil or its zero value", tensor.ErrInvalid},
		{tensor.AllClose(x, tensor.MustNew(tensor.Int32, 2, 3), 0, 0),
			"compare: dtype is float64, not int32", tensor.ErrDType},
	} {
		require.EqualError(t, c.err, c.want)
		require.True(t, errors.Is(c.err, c.is), c.want)
	}
}
