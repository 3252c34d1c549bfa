package main

// What is reported of one instance along one strategy.

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"strings"

	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// result is one line of the report. Times are milliseconds; what was not measured is null. Output has the axis order of
// the instance's file.
type result struct {
	Name          string            `json:"name"`
	Strategy      string            `json:"strategy"`
	DType         string            `json:"dtype"`
	Provider      string            `json:"provider"`
	Threads       int               `json:"threads"`
	Runs          int               `json:"runs"`
	MedianMs      figure            `json:"median_ms"`
	P25Ms         figure            `json:"p25_ms"`
	P75Ms         figure            `json:"p75_ms"`
	RooflineMs    figure            `json:"roofline_ms"`
	RooflineRatio figure            `json:"roofline_ratio"`
	Flops         figure            `json:"flops"`
	Bytes         figure            `json:"bytes"`
	PeakBytes     figure            `json:"peak_bytes"`
	Steps         int               `json:"steps"`
	SearchMs      figure            `json:"search_ms"` // of the order of contraction; null for one that was given
	Output        *instance.Summary `json:"output"`
	Error         *string           `json:"error"`

	checked bool // held against a recorded result
}

// figure is a number that may be missing: NaN and infinities, which JSON does not have, are null.
type figure float64

var missing = figure(math.NaN())

// MarshalJSON writes the number, or null.
func (f figure) MarshalJSON() ([]byte, error) {
	if f.known() {
		return json.Marshal(float64(f))
	}
	return []byte("null"), nil
}

func (f figure) known() bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }

// newResult is a result of which nothing has been measured.
func newResult(name, strategy string) *result {
	return &result{Name: name, Strategy: strategy, MedianMs: missing, P25Ms: missing, P75Ms: missing, RooflineMs: missing,
		RooflineRatio: missing, Flops: missing, Bytes: missing, PeakBytes: missing, SearchMs: missing}
}

// fail notes why the instance failed or its result is wrong.
func (r *result) fail(err error) {
	text := strings.TrimPrefix(err.Error(), r.Name+": ") // the name stands beside it wherever it is shown
	r.Error = &text
}

// check holds the output against the recorded one. Where none is recorded, that is an error only if a result was asked
// for by must. A result that is not finite, or that the dtype cannot hold, is wrong whatever is recorded.
func (r *result) check(refs instance.References, name string, seed uint64, dtype tensor.DType, must bool) error {
	if sum := r.Output.Sum; cmplx.IsNaN(sum) || cmplx.IsInf(sum) || math.IsNaN(r.Output.Norm2) || math.IsInf(r.Output.Norm2, 0) {
		r.Output = nil // JSON could not tell
		return fmt.Errorf("the result is not finite: its sum is %v", sum)
	}
	if refs == nil {
		return nil
	}
	err := error(nil)
	if ref, ok := refs[name]; ok && ref.Result.Complex != dtype.IsComplex() {
		err = fmt.Errorf("%w for dtype %s", instance.ErrNoReference, dtype) // the inputs are others
	} else {
		err = refs.Check(name, seed, dtype, r.Output)
	}
	if errors.Is(err, instance.ErrNoReference) && !must {
		return nil
	}
	r.checked = true
	return err
}
