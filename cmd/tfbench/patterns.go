package main

// The patterns of "tfbench permute": the project's own, and files of them.

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
)

// pattern is one transposition: axis j of the result is axis Axes[j] of a source with the given shape and strides.
type pattern struct {
	Name    string `json:"name"`
	Shape   []int  `json:"shape"`
	Axes    []int  `json:"axes"`
	Strides []int  `json:"strides,omitempty"` // in elements; the first axis fastest where there are none
}

// strides are those of the source.
func (p *pattern) strides() []int {
	if p.Strides != nil {
		return p.Strides
	}
	return tensor.ColMajorStrides(p.Shape)
}

// validate finds what would not be a transposition of one dense block of memory.
func (p *pattern) validate() error {
	if !isPermutation(p.Axes, len(p.Shape)) {
		return fmt.Errorf("the axes %v are no permutation of %d axes", p.Axes, len(p.Shape))
	}
	if p.Strides == nil {
		return nil
	}
	if len(p.Strides) != len(p.Shape) {
		return fmt.Errorf("%d strides for %d axes", len(p.Strides), len(p.Shape))
	}
	order := identity(len(p.Shape))
	slices.SortStableFunc(order, func(a, b int) int { return p.Strides[a] - p.Strides[b] })
	next := 1
	for _, a := range order {
		if p.Shape[a] != 1 && p.Strides[a] != next {
			return fmt.Errorf("strides %v of shape %v leave gaps or overlap", p.Strides, p.Shape)
		}
		next *= p.Shape[a]
	}
	return nil
}

func isPermutation(axes []int, n int) bool {
	seen := make([]bool, n)
	for _, a := range axes {
		if a < 0 || a >= n || seen[a] {
			return false
		}
		seen[a] = true
	}
	return len(axes) == n
}

// permutePatterns are those measured without a file: matrices, tensors of three axes, mixed sizes, many axes of size 2 and 3
// reversed and turned, and an order as it comes up late in the contraction of a network of size-2 axes, both ways.
func permutePatterns() []pattern {
	many := func(n, d int) []int { return slices.Repeat([]int{d}, n) }
	reversed := func(n int) []int {
		axes := make([]int, n)
		for i := range axes {
			axes[i] = n - 1 - i
		}
		return axes
	}
	turned := func(n int) []int {
		axes := make([]int, n)
		for i := range axes {
			axes[i] = (i + 1) % n
		}
		return axes
	}
	late := []int{0, 1, 2, 3, 22, 4, 23, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21}
	rotation := []int{5, 0, 4, 1, 3, 2}
	return []pattern{
		{Name: "contiguous_24d_2", Shape: many(24, 2), Axes: identity(24)},
		{Name: "transpose_2d_2048", Shape: []int{2048, 2048}, Axes: []int{1, 0}},
		{Name: "transpose_3d_256_201", Shape: []int{256, 256, 256}, Axes: []int{2, 0, 1}},
		{Name: "transpose_3d_256_120", Shape: []int{256, 256, 256}, Axes: []int{1, 2, 0}},
		{Name: "transpose_3d_256_102", Shape: []int{256, 256, 256}, Axes: []int{1, 0, 2}},
		{Name: "transpose_3d_256_210", Shape: []int{256, 256, 256}, Axes: []int{2, 1, 0}},
		{Name: "rotation_6d_16_504132", Shape: []int{16, 16, 16, 16, 16, 16}, Axes: rotation},
		{Name: "rotation_6d_16_inverse", Shape: []int{16, 16, 16, 16, 16, 16}, Axes: inverse(rotation)},
		{Name: "reverse_23d_2", Shape: many(23, 2), Axes: reversed(23)},
		{Name: "reverse_15d_3", Shape: many(15, 3), Axes: reversed(15)},
		{Name: "cyclic_15d_3", Shape: many(15, 3), Axes: turned(15)},
		{Name: "cyclic_15d_3_inverse", Shape: many(15, 3), Axes: inverse(turned(15))},
		{Name: "late_24d_2", Shape: many(24, 2), Axes: late},
		{Name: "late_24d_2_inverse", Shape: many(24, 2), Axes: inverse(late)},
		{Name: "small_4d_48_20_36_30", Shape: []int{48, 20, 36, 30}, Axes: []int{3, 1, 0, 2}},
		{Name: "odd_5d_17_13_11_19_23", Shape: []int{17, 13, 11, 19, 23}, Axes: []int{4, 2, 0, 3, 1}},
	}
}

// identity is the permutation that leaves n axes as they are.
func identity(n int) []int {
	axes := make([]int, n)
	for i := range axes {
		axes[i] = i
	}
	return axes
}

// inverse is the permutation that undoes axes.
func inverse(axes []int) []int {
	out := make([]int, len(axes))
	for i, a := range axes {
		out[a] = i
	}
	return out
}

// readPatterns reads a file of patterns in the format of the public permutation suite: out[i0, …, ik] = src[i_perm0, …,
// i_permk].
func readPatterns(file string) ([]pattern, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, usagef("%w", err)
	}
	var in struct {
		Patterns []struct {
			ID     string `json:"id"`
			Shape  []int  `json:"shape"`
			Perm   []int  `json:"perm"`
			Source struct {
				Strides []int `json:"strides"`
			} `json:"src_layout"`
		} `json:"patterns"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, usagef("%s: no file of patterns: %w", file, err)
	}
	if len(in.Patterns) == 0 {
		return nil, usagef("%s: no file of patterns: it has no list \"patterns\"", file)
	}
	var out []pattern
	for i, p := range in.Patterns {
		if p.ID == "" || len(p.Shape) == 0 {
			return nil, usagef("%s: pattern %d has no id or no shape", file, i)
		}
		if !isPermutation(p.Perm, len(p.Shape)) {
			return nil, usagef("%s: %s: perm %v is no permutation of %d axes", file, p.ID, p.Perm, len(p.Shape))
		}
		out = append(out, pattern{Name: p.ID, Shape: p.Shape, Axes: inverse(p.Perm), Strides: p.Source.Strides})
	}
	return out, nil
}
