package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tenferro/tenferro-go/einsum"
)

// byteSize is a flag's value: a number of bytes such as 512MiB, 8GB or 1000000.
type byteSize int

// units are powers of 1000, and of 1024 for those with an i; a lone letter is the power of 1024, as ls and sort have it.
var units = map[string]float64{
	"": 1, "b": 1,
	"k": 1 << 10, "kb": 1e3, "kib": 1 << 10,
	"m": 1 << 20, "mb": 1e6, "mib": 1 << 20,
	"g": 1 << 30, "gb": 1e9, "gib": 1 << 30,
	"t": 1 << 40, "tb": 1e12, "tib": 1 << 40,
}

// Set implements pflag.Value.
func (b *byteSize) Set(s string) error {
	if s == "none" {
		*b = noLimit
		return nil
	}
	digits := strings.TrimRight(s, "kKmMgGtTiIbB ")
	x, err := strconv.ParseFloat(digits, 64)
	unit, ok := units[strings.ToLower(strings.TrimSpace(s[len(digits):]))]
	if err != nil || !ok || !(x > 0) || x*unit < 1 || x*unit >= math.MaxInt {
		return fmt.Errorf("%q is no size such as 512MiB, nor none", s)
	}
	*b = byteSize(x * unit)
	return nil
}

// noLimit is the size "none".
const noLimit byteSize = einsum.NoMemoryLimit

// String shows the size in the largest unit of 1024 that keeps it at 1 or more, to three digits.
func (b *byteSize) String() string {
	if *b == noLimit {
		return "none"
	}
	x := float64(*b)
	for _, unit := range []string{"B", "KiB", "MiB", "GiB"} {
		if x < 1024 {
			return strconv.FormatFloat(x, 'g', 4, 64) + unit
		}
		x /= 1024
	}
	return strconv.FormatFloat(x, 'g', 4, 64) + "TiB"
}

// Type implements pflag.Value.
func (b *byteSize) Type() string { return "size" }
