package instance

// The instance: its file format, reading and writing.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/tenferro/tenferro-go/tensor"
)

// Instance is a contraction problem. It is read-only.
type Instance struct {
	Name   string
	Intent string // what the instance is there to show; may be empty
	Notes  string

	Equation string
	Shapes   [][]int // of the operands, in the order of the equation
	DType    tensor.DType
	Paths    map[string]Path // by strategy: "opt_flops", "opt_size"

	// reversed says that every axis order is the opposite of the file's.
	reversed bool
	colMajor string // the reversed equation, if the file has it
}

// Path is a recorded order of contraction with its cost.
type Path struct {
	// Steps name positions in a list of operands, as opt_einsum's paths do: those named are removed from the list, their
	// result is appended.
	Steps [][]int `json:"path"`
	// Log2Size is the base-2 logarithm of the number of elements of the largest intermediate.
	Log2Size float64 `json:"log2_size"`
	// Log10Flops is the base-10 logarithm of the number of multiply-adds.
	Log10Flops float64 `json:"log10_flops"`
}

// file is how an instance is written. The reversed form is in many files but follows from the rest.
type file struct {
	Name             string          `json:"name"`
	Intent           string          `json:"intent,omitempty"`
	Notes            string          `json:"notes,omitempty"`
	Equation         string          `json:"format_string"`
	EquationRowMajor string          `json:"format_string_rowmajor,omitempty"`
	EquationColMajor string          `json:"format_string_colmajor,omitempty"`
	Shapes           [][]int         `json:"shapes"`
	ShapesColMajor   [][]int         `json:"shapes_colmajor,omitempty"`
	DType            string          `json:"dtype"`
	NumTensors       int             `json:"num_tensors"`
	Paths            map[string]Path `json:"paths"`
}

// FormatError says what is wrong with an instance file.
type FormatError struct {
	Name  string // of the instance, as far as it is known
	Field string // the JSON key
	Why   string
}

// Error names the instance, the key and the fault.
func (e *FormatError) Error() string {
	return fmt.Sprintf("instance %q: %s: %s", e.Name, e.Field, e.Why)
}

// Read reads an instance and checks that its parts fit one another.
func Read(r io.Reader) (*Instance, error) {
	var f file
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		return nil, fmt.Errorf("no instance file: %w", err)
	}
	in := &Instance{
		Name: f.Name, Intent: f.Intent, Notes: f.Notes,
		Equation: f.Equation, Shapes: f.Shapes, Paths: f.Paths, colMajor: f.EquationColMajor,
	}
	if f.EquationRowMajor != "" {
		in.Equation = f.EquationRowMajor
	}
	var err error
	if in.DType, err = tensor.ParseDType(f.DType); err != nil || !in.DType.IsScalar() {
		return nil, &FormatError{in.Name, "dtype", fmt.Sprintf("%q is no floating-point type", f.DType)}
	}
	if f.NumTensors != len(f.Shapes) {
		return nil, &FormatError{in.Name, "num_tensors", fmt.Sprintf("%d tensors, %d shapes", f.NumTensors, len(f.Shapes))}
	}
	if err := in.validate(); err != nil {
		return nil, err
	}
	return in, nil
}

// ReadFS reads every instance that the pattern matches in a file system, such as "*.json", sorted by name. Files without
// an equation, which keep other data beside the instances, are left out.
func ReadFS(fsys fs.FS, pattern string) ([]*Instance, error) {
	names, err := fs.Glob(fsys, pattern)
	if err != nil {
		return nil, err
	}
	var all []*Instance
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		var probe struct {
			Equation *string `json:"format_string"`
		}
		if json.Unmarshal(data, &probe) == nil && probe.Equation == nil {
			continue
		}
		in, err := Read(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path.Base(name), err)
		}
		all = append(all, in)
	}
	slices.SortFunc(all, func(a, b *Instance) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

func (in *Instance) validate() error {
	if in.Name == "" {
		return &FormatError{in.Name, "name", "is empty"}
	}
	inputs, _, _ := strings.Cut(in.Equation, "->")
	if terms := strings.Count(inputs, ",") + 1; terms != len(in.Shapes) {
		return &FormatError{in.Name, "shapes", fmt.Sprintf("%d shapes for %d terms", len(in.Shapes), terms)}
	}
	for i, shape := range in.Shapes {
		if _, err := tensor.CheckedLen(shape); err != nil {
			return &FormatError{in.Name, "shapes", fmt.Sprintf("operand %d: %v", i, err)}
		}
	}
	for strategy, p := range in.Paths {
		if err := p.validate(len(in.Shapes)); err != nil {
			return &FormatError{in.Name, "paths." + strategy, err.Error()}
		}
	}
	return nil
}

// validate checks that the path takes each operand once and leaves one result.
func (p Path) validate(operands int) error {
	for i, step := range p.Steps {
		sorted := slices.Sorted(slices.Values(step))
		if len(sorted) == 0 || len(slices.Compact(slices.Clone(sorted))) != len(sorted) {
			return fmt.Errorf("step %d is %v", i, step)
		}
		if sorted[0] < 0 || sorted[len(sorted)-1] >= operands {
			return fmt.Errorf("step %d is %v, of %d operands left", i, step, operands)
		}
		operands -= len(step) - 1
	}
	if operands != 1 {
		return fmt.Errorf("leaves %d operands", operands)
	}
	return nil
}

// Reversed returns the same problem with all axes in the opposite order: reading the inputs' memory with the first axis
// fastest gives the same tensors, and the result's memory is the same too. It fails for an equation with anything but
// one-rune labels, commas and an arrow.
func (in *Instance) Reversed() (*Instance, error) {
	rev := *in
	rev.reversed = !in.reversed
	rev.Shapes = make([][]int, len(in.Shapes))
	for i, shape := range in.Shapes {
		rev.Shapes[i] = slices.Clone(shape)
		slices.Reverse(rev.Shapes[i])
	}
	rev.Equation, rev.colMajor = in.colMajor, in.Equation
	if rev.Equation == "" {
		if strings.ContainsAny(in.Equation, ".()[]* ") || !strings.Contains(in.Equation, "->") {
			return nil, &FormatError{in.Name, "format_string", "cannot be reversed"}
		}
		rev.Equation = reverseTerms(in.Equation)
	}
	return &rev, nil
}

// reverseTerms reverses the runes of each term.
func reverseTerms(equation string) string {
	var out, term []rune
	flush := func(mark ...rune) {
		slices.Reverse(term)
		out = append(append(out, term...), mark...)
		term = term[:0]
	}
	for _, r := range strings.ReplaceAll(equation, "->", ">") {
		switch r {
		case ',':
			flush(',')
		case '>':
			flush('-', '>')
		default:
			term = append(term, r)
		}
	}
	flush()
	return string(out)
}
