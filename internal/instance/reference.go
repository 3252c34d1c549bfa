package instance

// Recorded results, and holding a summary against one.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"github.com/tenferro/tenferro-go/tensor"
)

// References holds recorded results by the name of the instance.
type References map[string]*Reference

// Reference is one recorded result, computed in double precision along two paths.
type Reference struct {
	Seed     uint64 // of the inputs
	Result   Summary
	TwoPaths float64 // the largest relative difference between the figures of the two paths
}

// ErrNoReference says that no result is recorded for an instance or for a seed.
var ErrNoReference = errors.New("no recorded result")

// ErrRange says that a result is too small or too large for single precision to compute.
var ErrRange = errors.New("out of range for single precision")

// ReadReferences reads a file of recorded results.
func ReadReferences(r io.Reader) (References, error) {
	refs := References{}
	if err := json.NewDecoder(r).Decode(&refs); err != nil {
		return nil, fmt.Errorf("no reference file: %w", err)
	}
	return refs, nil
}

// UnmarshalJSON reads the reference file's form of a result.
func (r *Reference) UnmarshalJSON(data []byte) error {
	var in struct {
		Seed     uint64  `json:"seed"`
		Shape    []int   `json:"output_shape"`
		TwoPaths float64 `json:"two_path_rel_diff"`
		summaryJSON
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	in.summaryJSON.Shape = in.Shape
	r.Seed, r.TwoPaths = in.Seed, in.TwoPaths
	return r.Result.read(&in.summaryJSON)
}

// Tolerance is the relative difference that Check allows for a dtype. Double precision agrees to about 1e-12 on networks
// of hundreds of tensors, whatever the path, so 1e-10 is a wrong result and no rounding. In single precision the inputs
// are rounded already: some 1e-7 for each of hundreds of factors.
func Tolerance(dtype tensor.DType) float64 {
	if dtype.Real() == tensor.Float32 {
		return 1e-4
	}
	return 1e-10
}

// Difference is one figure of a result that is not as recorded.
type Difference struct {
	Figure    string // "shape", "sum", "norm2", or "sample [1 2]"
	Got, Want string
	Relative  float64 // |got - want| / |want|
}

// MismatchError lists the figures in which a result differs from the recorded one.
type MismatchError struct {
	Name        string // of the instance
	Tolerance   float64
	Differences []Difference
}

// Error says which figure of which instance differs and by how much; of many it shows the worst.
func (e *MismatchError) Error() string {
	worst := slices.MaxFunc(e.Differences, func(a, b Difference) int {
		if math.IsNaN(a.Relative) || a.Relative > b.Relative {
			return 1
		}
		return -1
	})
	text := fmt.Sprintf("%s: %s is %s, want %s: relative difference %.2g, allowed %.0e",
		e.Name, worst.Figure, worst.Got, worst.Want, worst.Relative, e.Tolerance)
	if len(e.Differences) > 1 {
		var others []string
		for _, d := range e.Differences {
			if d.Figure != worst.Figure {
				others = append(others, d.Figure)
			}
		}
		text += "; also wrong: " + strings.Join(others, ", ")
	}
	return text
}

// Check holds the result of an instance on the inputs of a seed against the recorded one: the shape, the sum, the norm and
// every sample, within Tolerance of the dtype that it was computed in. Differences come back as a *MismatchError. Where
// nothing is recorded, the error is ErrNoReference; where single precision cannot reach the result, ErrRange: neither
// says that the result is wrong.
func (refs References) Check(name string, seed uint64, dtype tensor.DType, got *Summary) error {
	ref, ok := refs[name]
	if !ok {
		return fmt.Errorf("%s: %w", name, ErrNoReference)
	}
	if ref.Seed != seed {
		return fmt.Errorf("%s: %w for seed %d, only for %d", name, ErrNoReference, seed, ref.Seed)
	}
	if size := ref.Result.Norm2; dtype.Real() == tensor.Float32 && size != 0 && (size < 1e-24 || size > 1e24) {
		return fmt.Errorf("%s: norm %.3g: %w", name, size, ErrRange)
	}
	tolerance := Tolerance(dtype)
	if diffs := got.Differences(&ref.Result, tolerance); len(diffs) > 0 {
		return &MismatchError{Name: name, Tolerance: tolerance, Differences: diffs}
	}
	return nil
}

// Differences returns the figures in which s is off from want by more than the tolerance, relative to the figure's
// magnitude; where that is 0, relative to the root mean square of the elements.
func (s *Summary) Differences(want *Summary, tolerance float64) []Difference {
	if !slices.Equal(s.Shape, want.Shape) {
		return []Difference{{"shape", fmt.Sprint(s.Shape), fmt.Sprint(want.Shape), math.Inf(1)}}
	}
	n := 1
	for _, size := range want.Shape {
		n *= size
	}
	rms := want.Norm2 / math.Sqrt(float64(max(n, 1)))
	var diffs []Difference
	compare := func(figure string, got, want complex128) {
		off := cmplx.Abs(got - want)
		scale := cmplx.Abs(want)
		if scale == 0 {
			scale = rms
		}
		relative := 0.0
		if off != 0 {
			relative = off / scale
		}
		if !(relative <= tolerance) { // also where it is NaN
			diffs = append(diffs, Difference{figure, show(got), show(want), relative})
		}
	}
	compare("sum", s.Sum, want.Sum)
	compare("norm2", complex(s.Norm2, 0), complex(want.Norm2, 0))
	for i, sample := range want.Samples {
		figure := fmt.Sprintf("sample %v", sample.Index)
		if i >= len(s.Samples) || !slices.Equal(s.Samples[i].Index, sample.Index) {
			diffs = append(diffs, Difference{figure, "missing", show(sample.Value), math.Inf(1)})
			continue
		}
		compare(figure, s.Samples[i].Value, sample.Value)
	}
	return diffs
}

func show(v complex128) string {
	if imag(v) == 0 {
		return fmt.Sprintf("%.17g", real(v))
	}
	return fmt.Sprintf("%.17g", v)
}
