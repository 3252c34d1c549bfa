//go:build amd64 && !noasm

package kernel

// The assembly forms of the vector kernels of products.

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/tenferro/tenferro-go/tensor"
)

var hasFMA = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// faster puts the assembly forms of a product's kernels in place.
func (o *foldOps) faster(d tensor.DType, c conjugation) {
	if !hasFMA {
		return
	}
	switch d {
	case tensor.Float32:
		o.set, o.add, o.run = setMulF32, addMulF32, dotFastF32
		o.scale[0] = scaling{setScaleF32, addScaleF32}
	case tensor.Float64:
		o.set, o.add, o.run = setMulF64, addMulF64, dotFastF64
		o.scale[0] = scaling{setScaleF64, addScaleF64}
	case tensor.Complex64:
		o.scale = [2]scaling{{setScaleC64, addScaleC64}, {setConjScaleC64, addConjScaleC64}}
		switch c {
		case plain:
			o.set, o.add = setMulC64, addMulC64
		case second:
			o.set, o.add = setMulConjC64, addMulConjC64
		}
		o.run = complexDots(c, dotC64, 8)
	case tensor.Complex128:
		o.scale = [2]scaling{{setScaleC128, addScaleC128}, {setConjScaleC128, addConjScaleC128}}
		switch c {
		case plain:
			o.set, o.add = setMulC128, addMulC128
		case second:
			o.set, o.add = setMulConjC128, addMulConjC128
		}
		o.run = complexDots(c, dotC128, 16)
	}
}

// dotBlock is the number of terms that the kernels add in one go: longer sums are taken in blocks.
const dotBlock = 4096

func dotFastF64(acc, x, y unsafe.Pointer, n int) {
	total := *(*float64)(acc)
	for ; n > dotBlock; n -= dotBlock {
		total += dotF64(x, y, dotBlock)
		x, y = unsafe.Add(x, dotBlock*8), unsafe.Add(y, dotBlock*8)
	}
	*(*float64)(acc) = total + dotF64(x, y, n)
}

func dotFastF32(acc, x, y unsafe.Pointer, n int) {
	total := *(*float64)(acc)
	for ; n > dotBlock; n -= dotBlock {
		total += dotF32(x, y, dotBlock)
		x, y = unsafe.Add(x, dotBlock*4), unsafe.Add(y, dotBlock*4)
	}
	m := n &^ 3
	total += dotF32(x, y, m)
	a, b := vec[float32](x, n), vec[float32](y, n)
	for i := m; i < n; i++ {
		total += float64(a[i]) * float64(b[i])
	}
	*(*float64)(acc) = total
}

// complexDots makes the run of a sum from a kernel for elements of size bytes.
func complexDots(c conjugation, dot func(x, y unsafe.Pointer, n int, sums *products), size int) accumFunc {
	return func(acc, x, y unsafe.Pointer, n int) {
		for {
			m := min(n, dotBlock)
			var s products
			dot(x, y, m, &s)
			*(*complex128)(acc) += s.sum(c)
			if n -= m; n == 0 {
				return
			}
			x, y = unsafe.Add(x, m*size), unsafe.Add(y, m*size)
		}
	}
}

//go:noescape
func setMulF64(d, x, y unsafe.Pointer, n int)

//go:noescape
func addMulF64(d, x, y unsafe.Pointer, n int)

//go:noescape
func setScaleF64(d, x, y unsafe.Pointer, n int)

//go:noescape
func addScaleF64(d, x, y unsafe.Pointer, n int)

//go:noescape
func setMulF32(d, x, y unsafe.Pointer, n int)

//go:noescape
func addMulF32(d, x, y unsafe.Pointer, n int)

//go:noescape
func setScaleF32(d, x, y unsafe.Pointer, n int)

//go:noescape
func addScaleF32(d, x, y unsafe.Pointer, n int)

//go:noescape
func setMulC128(d, x, y unsafe.Pointer, n int)

//go:noescape
func addMulC128(d, x, y unsafe.Pointer, n int)

//go:noescape
func setMulConjC128(d, x, y unsafe.Pointer, n int)

//go:noescape
func addMulConjC128(d, x, y unsafe.Pointer, n int)

//go:noescape
func setScaleC128(d, x, y unsafe.Pointer, n int)

//go:noescape
func addScaleC128(d, x, y unsafe.Pointer, n int)

//go:noescape
func setConjScaleC128(d, x, y unsafe.Pointer, n int)

//go:noescape
func addConjScaleC128(d, x, y unsafe.Pointer, n int)

//go:noescape
func setMulC64(d, x, y unsafe.Pointer, n int)

//go:noescape
func addMulC64(d, x, y unsafe.Pointer, n int)

//go:noescape
func setMulConjC64(d, x, y unsafe.Pointer, n int)

//go:noescape
func addMulConjC64(d, x, y unsafe.Pointer, n int)

//go:noescape
func setScaleC64(d, x, y unsafe.Pointer, n int)

//go:noescape
func addScaleC64(d, x, y unsafe.Pointer, n int)

//go:noescape
func setConjScaleC64(d, x, y unsafe.Pointer, n int)

//go:noescape
func addConjScaleC64(d, x, y unsafe.Pointer, n int)

// dotF64 returns Σ x·y.
//
//go:noescape
func dotF64(x, y unsafe.Pointer, n int) float64

// dotF32 returns Σ x·y over a multiple of four elements.
//
//go:noescape
func dotF32(x, y unsafe.Pointer, n int) float64

//go:noescape
func dotC128(x, y unsafe.Pointer, n int, sums *products)

//go:noescape
func dotC64(x, y unsafe.Pointer, n int, sums *products)
