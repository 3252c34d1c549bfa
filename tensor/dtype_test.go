package tensor_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

func TestDTypes(t *testing.T) {
	for _, c := range []struct {
		d, of           tensor.DType
		name            string
		size            uintptr
		scalar, complex bool
		real            tensor.DType
	}{
		{tensor.Float32, tensor.DTypeOf[float32](), "float32", unsafe.Sizeof(float32(0)), true, false, tensor.Float32},
		{tensor.Float64, tensor.DTypeOf[float64](), "float64", unsafe.Sizeof(float64(0)), true, false, tensor.Float64},
		{tensor.Complex64, tensor.DTypeOf[complex64](), "complex64", unsafe.Sizeof(complex64(0)), true, true, tensor.Float32},
		{tensor.Complex128, tensor.DTypeOf[complex128](), "complex128", unsafe.Sizeof(complex128(0)), true, true, tensor.Float64},
		{tensor.Int32, tensor.DTypeOf[int32](), "int32", unsafe.Sizeof(int32(0)), false, false, tensor.Int32},
		{tensor.Int64, tensor.DTypeOf[int64](), "int64", unsafe.Sizeof(int64(0)), false, false, tensor.Int64},
		{tensor.Bool, tensor.DTypeOf[bool](), "bool", unsafe.Sizeof(false), false, false, tensor.Bool},
	} {
		require.Equal(t, c.d, c.of)
		require.True(t, c.d.Valid())
		require.Equal(t, c.name, c.d.String())
		require.EqualValues(t, c.size, c.d.Size())
		require.Equal(t, c.scalar, c.d.IsScalar())
		require.Equal(t, c.complex, c.d.IsComplex())
		require.Equal(t, c.real, c.d.Real())
		parsed, err := tensor.ParseDType(c.name)
		require.NoError(t, err)
		require.Equal(t, c.d, parsed)
	}
	for _, d := range []tensor.DType{tensor.Invalid, 8, 255} {
		require.False(t, d.Valid())
		require.Equal(t, 0, d.Size())
		require.False(t, d.IsScalar() || d.IsComplex())
		require.NotEmpty(t, d.String())
	}
	for _, name := range []string{"", "invalid", "float16", "Float64"} {
		_, err := tensor.ParseDType(name)
		require.ErrorIs(t, err, tensor.ErrDType, name)
	}
}
