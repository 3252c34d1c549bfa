//go:build !noasm

package kernel

//go:noescape
func tileAVX512D(k int, a *float64, as int, b *float64, bk, bj int, c *float64, ldc, mr, nr int, flags Flags, alpha float64)

//go:noescape
func tileAVX512S(k int, a *float32, as int, b *float32, bk, bj int, c *float32, ldc, mr, nr int, flags Flags, alpha float32)

//go:noescape
func tileAVX512Z(k int, a *complex128, as int, b *complex128, bk, bj int, c *complex128, ldc, mr, nr int, flags Flags, alpha complex128)

//go:noescape
func tileAVX512C(k int, a *complex64, as int, b *complex64, bk, bj int, c *complex64, ldc, mr, nr int, flags Flags, alpha complex64)

//go:noescape
func tileAVX2D(k int, a *float64, as int, b *float64, bk, bj int, c *float64, ldc, mr, nr int, flags Flags, alpha float64)

//go:noescape
func tileAVX2S(k int, a *float32, as int, b *float32, bk, bj int, c *float32, ldc, mr, nr int, flags Flags, alpha float32)

//go:noescape
func tileAVX2Z(k int, a *complex128, as int, b *complex128, bk, bj int, c *complex128, ldc, mr, nr int, flags Flags, alpha complex128)

//go:noescape
func tileAVX2C(k int, a *complex64, as int, b *complex64, bk, bj int, c *complex64, ldc, mr, nr int, flags Flags, alpha complex64)
