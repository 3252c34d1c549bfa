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

//go:noescape
func dotsAVX2D(n int, a *float64, lda, cols int, x *float64, flags Flags) (s0, s1, s2, s3 float64)

//go:noescape
func axpysAVX2D(n int, a *float64, lda, cols int, x0, x1, x2, x3 float64, y *float64, flags Flags)

//go:noescape
func dotsAVX2S(n int, a *float32, lda, cols int, x *float32, flags Flags) (s0, s1, s2, s3 float32)

//go:noescape
func axpysAVX2S(n int, a *float32, lda, cols int, x0, x1, x2, x3 float32, y *float32, flags Flags)

//go:noescape
func dotsAVX2Z(n int, a *complex128, lda, cols int, x *complex128, flags Flags) (s0, s1, s2, s3 complex128)

//go:noescape
func axpysAVX2Z(n int, a *complex128, lda, cols int, x0, x1, x2, x3 complex128, y *complex128, flags Flags)

//go:noescape
func dotsAVX2C(n int, a *complex64, lda, cols int, x *complex64, flags Flags) (s0, s1, s2, s3 complex64)

//go:noescape
func axpysAVX2C(n int, a *complex64, lda, cols int, x0, x1, x2, x3 complex64, y *complex64, flags Flags)
