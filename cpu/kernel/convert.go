package kernel

// Conversions whose result Go leaves to the machine where the value does not fit.

import "math"

// toInt64 truncates toward zero, to the nearest int64 beyond the range, and NaN to 0.
func toInt64(x float64) int64 {
	switch {
	case x >= -math.MinInt64:
		return math.MaxInt64
	case x >= math.MinInt64:
		return int64(x)
	case x < math.MinInt64:
		return math.MinInt64
	}
	return 0
}

// toInt32 truncates toward zero, to the nearest int32 beyond the range, and NaN to 0.
func toInt32(x float64) int32 {
	switch {
	case x >= math.MaxInt32:
		return math.MaxInt32
	case x > math.MinInt32-1:
		return int32(x)
	case x <= math.MinInt32-1:
		return math.MinInt32
	}
	return 0
}
