package tensor

import "strconv"

// DType names the type of a tensor's elements.
type DType uint8

// The element types. The zero value is no type.
const (
	Invalid DType = iota
	Float32
	Float64
	Complex64
	Complex128
	Int32
	Int64
	Bool
)

// Scalar is the closed set of Go types that take part in linear algebra.
type Scalar interface {
	float32 | float64 | complex64 | complex128
}

// Element is the closed set of Go types that a tensor can hold.
type Element interface {
	float32 | float64 | complex64 | complex128 | int32 | int64 | bool
}

var dtypes = [...]struct {
	name string
	size int
}{
	Invalid:    {"invalid", 0},
	Float32:    {"float32", 4},
	Float64:    {"float64", 8},
	Complex64:  {"complex64", 8},
	Complex128: {"complex128", 16},
	Int32:      {"int32", 4},
	Int64:      {"int64", 8},
	Bool:       {"bool", 1},
}

// Valid reports whether d names one of the seven element types.
func (d DType) Valid() bool { return d > Invalid && int(d) < len(dtypes) }

// Size returns the bytes that one element takes, 0 for an invalid dtype.
func (d DType) Size() int {
	if int(d) >= len(dtypes) {
		return 0
	}
	return dtypes[d].size
}

// String returns the Go name of the element type, such as "complex128".
func (d DType) String() string {
	if int(d) >= len(dtypes) {
		return "dtype(" + strconv.Itoa(int(d)) + ")"
	}
	return dtypes[d].name
}

// IsScalar reports whether d is a floating-point or complex type: one of those that BLAS computes with.
func (d DType) IsScalar() bool { return d >= Float32 && d <= Complex128 }

// IsComplex reports whether d is complex64 or complex128.
func (d DType) IsComplex() bool { return d == Complex64 || d == Complex128 }

// Real returns the type of the real part: float32 for complex64, float64 for complex128, d itself for any other.
func (d DType) Real() DType {
	switch d {
	case Complex64:
		return Float32
	case Complex128:
		return Float64
	}
	return d
}

// ParseDType reads the name that String writes.
func ParseDType(name string) (DType, error) {
	for d := Float32; int(d) < len(dtypes); d++ {
		if dtypes[d].name == name {
			return d, nil
		}
	}
	return Invalid, &DTypeError{Op: "parse dtype", Name: name}
}

// DTypeOf returns the dtype whose elements have the Go type T.
func DTypeOf[T Element]() DType {
	var zero T
	switch any(zero).(type) {
	case float32:
		return Float32
	case float64:
		return Float64
	case complex64:
		return Complex64
	case complex128:
		return Complex128
	case int32:
		return Int32
	case int64:
		return Int64
	}
	return Bool
}
