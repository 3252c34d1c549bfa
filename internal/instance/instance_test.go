package instance

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/tensor"
)

const chain = `{
	"name": "chain", "intent": "three matrices", "format_string": "ij,jk,kl->il",
	"shapes": [[2, 3], [3, 4], [4, 5]], "dtype": "complex128", "num_tensors": 3,
	"paths": {
		"opt_flops": {"path": [[0, 1], [0, 1]], "log2_size": 3.3, "log10_flops": 1.8},
		"opt_size": {"path": [[1, 2], [1, 0]], "log2_size": 4, "log10_flops": 2}
	}
}`

func TestRead(t *testing.T) {
	in, err := Read(strings.NewReader(chain))
	require.NoError(t, err)
	require.Equal(t, &Instance{
		Name: "chain", Intent: "three matrices", Equation: "ij,jk,kl->il",
		Shapes: [][]int{{2, 3}, {3, 4}, {4, 5}}, DType: tensor.Complex128,
		Paths: map[string]Path{
			"opt_flops": {[][]int{{0, 1}, {0, 1}}, 3.3, 1.8},
			"opt_size":  {[][]int{{1, 2}, {1, 0}}, 4, 2},
		},
	}, in)
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ old, new, error string }{
		{"{", "[", "no instance file: "},
		{`"chain"`, `""`, `instance "": name: is empty`},
		{"complex128", "int64", `instance "chain": dtype: "int64" is no floating-point type`},
		{"complex128", "float80", `instance "chain": dtype: "float80" is no floating-point type`},
		{`"num_tensors": 3`, `"num_tensors": 2`, `instance "chain": num_tensors: 2 tensors, 3 shapes`},
		{"ij,jk,kl", "ij,jl", `instance "chain": shapes: 3 shapes for 2 terms`},
		{"[2, 3]", "[2, -3]", `instance "chain": shapes: operand 0: `},
		{"[[1, 2], [1, 0]]", "[[1, 2], [2, 0]]", `instance "chain": paths.opt_size: step 1 is [2 0], of 2 operands left`},
		{"[[1, 2], [1, 0]]", "[[1, 1], [1, 0]]", `instance "chain": paths.opt_size: step 0 is [1 1]`},
		{"[[1, 2], [1, 0]]", "[[1, -1], [1, 0]]", `instance "chain": paths.opt_size: step 0 is [1 -1], of 3 operands left`},
		{"[[1, 2], [1, 0]]", "[[1, 2]]", `instance "chain": paths.opt_size: leaves 2 operands`},
		{"[[1, 2], [1, 0]]", "[[], [1, 2], [1, 0]]", `instance "chain": paths.opt_size: step 0 is []`},
	} {
		in, err := Read(strings.NewReader(strings.Replace(chain, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.error)
		require.Nil(t, in)
	}
}

func TestWriteIsRead(t *testing.T) {
	in, err := Read(strings.NewReader(chain))
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, in.Write(&text))
	require.Equal(t, `{
 "name": "chain",
 "intent": "three matrices",
 "format_string": "ij,jk,kl->il",
 "format_string_colmajor": "ji,kj,lk->li",
 "shapes": [[2,3],[3,4],[4,5]],
 "shapes_colmajor": [[3,2],[4,3],[5,4]],
 "dtype": "complex128",
 "num_tensors": 3,
 "paths": {
  "opt_flops": {"path":[[0,1],[0,1]],"log2_size":3.3,"log10_flops":1.8},
  "opt_size": {"path":[[1,2],[1,0]],"log2_size":4,"log10_flops":2}
 }
}
`, text.String())
	again, err := Read(&text)
	require.NoError(t, err)
	in.colMajor = "ji,kj,lk->li"
	require.Equal(t, in, again)
}

func TestReadFS(t *testing.T) {
	fsys := fstest.MapFS{
		"b.json":       {Data: []byte(chain)},
		"a.json":       {Data: []byte(strings.Replace(chain, `"chain"`, `"a"`, 1))},
		"results.json": {Data: []byte(`{"chain": {}}`)},
		"note.txt":     {Data: []byte(`not JSON`)},
	}
	all, err := ReadFS(fsys, "*.json")
	require.NoError(t, err)
	require.Len(t, all, 2)
	require.Equal(t, "a", all[0].Name)
	require.Equal(t, "chain", all[1].Name)

	fsys["c.json"] = &fstest.MapFile{Data: []byte(`{`)}
	_, err = ReadFS(fsys, "*.json")
	require.ErrorContains(t, err, "c.json: no instance file")
}

func TestReversed(t *testing.T) {
	in := &Instance{Name: "r", Equation: "×ij,jk日->日k", Shapes: [][]int{{2, 3, 4}, {4, 5, 6}}, DType: tensor.Float64}
	rev, err := in.Reversed()
	require.NoError(t, err)
	require.Equal(t, "ji×,日kj->k日", rev.Equation)
	require.Equal(t, [][]int{{4, 3, 2}, {6, 5, 4}}, rev.Shapes)

	// The same memory, read the other way.
	rows, err := in.Inputs(3, tensor.Float64, RowMajor)
	require.NoError(t, err)
	cols, err := rev.Inputs(3, tensor.Float64, ColMajor)
	require.NoError(t, err)
	for i := range rows {
		want, err := tensor.Raw[float64](rows[i])
		require.NoError(t, err)
		got, err := tensor.Raw[float64](cols[i])
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, tensor.ColMajorStrides(rev.Shapes[i]), cols[i].Strides())
	}

	back, err := rev.Reversed()
	require.NoError(t, err)
	require.Equal(t, in.Equation, back.Equation)
	require.Equal(t, in.Shapes, back.Shapes)

	for _, equation := range []string{"i...->i", "(i,j),k->ijk", "[1][2]->[1]", "i*->i", "ij"} {
		_, err := (&Instance{Name: "r", Equation: equation}).Reversed()
		require.EqualError(t, err, `instance "r": format_string: cannot be reversed`)
	}
}
