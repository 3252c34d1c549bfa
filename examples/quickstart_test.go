// Package examples_test keeps the README true: its example is this file's, which runs.
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

func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("quickstart_test.go")
	require.NoError(t, err)
	between := func(text, begin, end string) string {
		_, after, ok := strings.Cut(text, begin)
		require.True(t, ok, begin)
		inside, _, ok := strings.Cut(after, end)
		require.True(t, ok, end)
		return inside
	}
	example := between(string(source), "func Example() {\n", "\n\t// Output:")
	want := strings.TrimPrefix(strings.ReplaceAll("\n"+example, "\n\t", "\n"), "\n")
	require.Equal(t, want, between(string(readme), "```go\n", "```"))
}
