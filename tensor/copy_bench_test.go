package tensor_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tenferro/tenferro-go/tensor"
)

// BenchmarkCopy moves values between layouts; bytes per second count each element once.
func BenchmarkCopy(b *testing.B) {
	reversed := func(rank int) []int {
		axes := make([]int, rank)
		for i := range axes {
			axes[i] = rank - 1 - i
		}
		return axes
	}
	for _, c := range []struct {
		name  string
		shape []int
		axes  []int
	}{
		{"same/1024x1024", []int{1024, 1024}, []int{0, 1}},
		{"transpose/1000x1000", []int{1000, 1000}, []int{1, 0}},
		{"transpose/1024x1024", []int{1024, 1024}, []int{1, 0}},
		{"transpose/2x500000", []int{2, 500000}, []int{1, 0}},
		{"transpose/500000x2", []int{500000, 2}, []int{1, 0}},
		{"permute102/100x100x100", []int{100, 100, 100}, []int{1, 0, 2}},
		{"permute201/100x100x100", []int{100, 100, 100}, []int{2, 0, 1}},
		{"permute021/4x500x500", []int{4, 500, 500}, []int{0, 2, 1}},
		{"reverse/2^20", []int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, reversed(20)},
	} {
		b.Run(fmt.Sprintf("float64/%s", c.name), func(b *testing.B) {
			n := 1
			for _, size := range c.shape {
				n *= size
			}
			data := make([]float64, n)
			for i := range data {
				data[i] = rand.Float64()
			}
			src := tensor.Must(tensor.MustFromColMajor(data, c.shape...).Permute(c.axes...))
			dst := tensor.MustNew(tensor.Float64, src.Shape()...)
			b.SetBytes(int64(8 * n))
			for b.Loop() {
				if err := tensor.Copy(dst, src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
