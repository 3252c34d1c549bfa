package trace

// Element: from any Go number to the Go type that a dtype holds, without losing more than the dtype must.

import (
	"fmt"
	"math"
	"reflect"

	"github.com/tenferro/tenferro-go/tensor"
)

// dtypeOf returns the dtype whose elements have the value's Go type, Invalid if there is none.
func dtypeOf(value any) tensor.DType {
	switch value.(type) {
	case float32:
		return tensor.Float32
	case float64:
		return tensor.Float64
	case complex64:
		return tensor.Complex64
	case complex128:
		return tensor.Complex128
	case int32:
		return tensor.Int32
	case int64:
		return tensor.Int64
	case bool:
		return tensor.Bool
	}
	return tensor.Invalid
}

// element converts any Go number or bool to the Go type of dtype d.
func element(d tensor.DType, value any) (any, error) {
	if !d.Valid() {
		return nil, &ParamError{Param: "dtype", Kind: ErrDType, Detail: fmt.Sprintf("%s is not an element type", d)}
	}
	v := reflect.ValueOf(value)
	switch {
	case value == nil:
	case v.Kind() == reflect.Bool && d == tensor.Bool:
		return v.Bool(), nil
	case d == tensor.Bool:
	case v.CanInt():
		return fromInt(d, v.Int())
	case v.CanUint() && v.Uint() <= math.MaxInt64:
		return fromInt(d, int64(v.Uint()))
	case v.CanUint():
		return fromComplex(d, complex(float64(v.Uint()), 0), value)
	case v.CanFloat():
		return fromComplex(d, complex(v.Float(), 0), value)
	case v.CanComplex():
		return fromComplex(d, v.Complex(), value)
	}
	return nil, unfit(d, value)
}

func unfit(d tensor.DType, value any) error {
	return paramErr("value", "%v (%T) does not fit %s", value, value, d)
}

func fromInt(d tensor.DType, n int64) (any, error) {
	switch d {
	case tensor.Int64:
		return n, nil
	case tensor.Int32:
		if n != int64(int32(n)) {
			return nil, unfit(d, n)
		}
		return int32(n), nil
	case tensor.Float32:
		return float32(n), nil
	case tensor.Complex64:
		return complex(float32(n), 0), nil
	}
	return fromComplex(d, complex(float64(n), 0), n)
}

// fromComplex converts z; value is how it was written, for the error.
func fromComplex(d tensor.DType, z complex128, value any) (any, error) {
	re, im := real(z), imag(z)
	switch {
	case !d.IsComplex() && im != 0: // so is NaN
	case d == tensor.Complex128:
		return z, nil
	case d == tensor.Float64:
		return re, nil
	case d == tensor.Complex64 && fits32(re) && fits32(im):
		return complex64(z), nil
	case d == tensor.Float32 && fits32(re):
		return float32(re), nil
	case d == tensor.Int64 && re == math.Trunc(re) && re >= math.MinInt64 && re < -math.MinInt64:
		return int64(re), nil
	case d == tensor.Int32 && re == math.Trunc(re) && re >= math.MinInt32 && re <= math.MaxInt32:
		return int32(re), nil
	}
	return nil, unfit(d, value)
}

// fits32 reports whether a float32 holds x without becoming infinite.
func fits32(x float64) bool { return math.IsInf(x, 0) || !math.IsInf(float64(float32(x)), 0) }
