// Package examples_test keeps the README true: its examples are those of this folder, which run.
package examples_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/tensor"
)

// The lines before the output are the README's.
func Example() {
	a := tensor.MustFromRowMajor([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	b := tensor.MustFromRowMajor([]float64{1, 0, 0, 1, 1, 1}, 3, 2)
	v := tensor.MustFromRowMajor([]float64{1, 2}, 2)
	c, err := einsum.Contract(context.Background(), "ij,jk,k->i", a, b, v)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c)

	// Output: float64 [2] [14 32]
}

// TestReadme holds the blocks of Go code of the README against the examples of this folder, in their order.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	blocks := strings.Split(string(readme), "```go\n")[1:]
	files := []string{"quickstart_test.go", "compiled_test.go"}
	require.Len(t, blocks, len(files))
	for i, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		_, body, ok := strings.Cut(string(source), "\nfunc Example")
		require.True(t, ok, file)
		_, body, ok = strings.Cut(body, "() {\n")
		require.True(t, ok, file)
		body, _, ok = strings.Cut(body, "\n\t// Output:")
		require.True(t, ok, file)
		block, _, ok := strings.Cut(blocks[i], "```")
		require.True(t, ok, file)
		require.Equal(t, strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n"), block, file)
	}
}
