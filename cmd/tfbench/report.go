package main

// The report of "tfbench run": JSON for programs, a table for people.

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/internal/instance"
)

// writeJSON writes {"environment": {...}, "results": [...]}.
func writeJSON[R any](w io.Writer, environment *cpu.Environment, results []R) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Environment *cpu.Environment `json:"environment"`
		Results     []R              `json:"results"`
	}{environment, results})
}

// reported is a line of a report.
type reported interface {
	failure() (name string, why *string) // nil if it did not fail
}

// writeReport writes results as the format asks, and tells what failed.
func writeReport[R reported](out, errOut io.Writer, format string, s *survey, results []R, table func(io.Writer, string, []R) error) error {
	var err error
	if format == "json" {
		err = writeJSON(out, s.environment, results)
	} else {
		err = table(out, s.headline, results)
	}
	if err != nil {
		return err
	}
	return tellFailures(errOut, results)
}

// tellFailures names what failed, one line each.
func tellFailures[R reported](w io.Writer, results []R) error {
	err := error(nil)
	for _, r := range results {
		if name, why := r.failure(); why != nil {
			fmt.Fprintf(w, "tfbench: FAILED %s: %s\n", name, *why)
			err = errTold
		}
	}
	return err
}

// failure implements reported.
func (r *result) failure() (string, *string) {
	if r.Strategy == "" {
		return r.Name, r.Error
	}
	return r.Name + " along " + r.Strategy, r.Error
}

// writeTable writes a line on the machine and a line for each result.
func writeTable(w io.Writer, headline string, results []*result) error {
	fmt.Fprintf(w, "%s\n\n", headline)
	width := len("instance")
	for _, r := range results {
		width = max(width, utf8.RuneCountInString(r.Name))
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	const lead = "%-*s  %-9s" // to the left, the rest to the right
	fmt.Fprintf(tw, lead+"\tdtype\tsteps\tmedian ms\tp25\tp75\tsearch ms\troofline ms\tratio\tGFLOP\tpeak MB\tsum\tchecked\t\n", width, "instance", "strategy")
	failed := 0
	for _, r := range results {
		fmt.Fprintf(tw, lead+"\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", width, r.Name, dash(r.Strategy), dash(r.DType), r.Steps,
			r.MedianMs.text("%.3f", 1), r.P25Ms.text("%.3f", 1), r.P75Ms.text("%.3f", 1), r.SearchMs.text("%.3f", 1), r.RooflineMs.text("%.3f", 1), r.RooflineRatio.text("%.2f", 1),
			r.Flops.text("%.4g", 1e-9), r.PeakBytes.text("%.4g", 1e-6), sum(r.Output), r.verdict())
		if r.Error != nil {
			failed++
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		if _, err := fmt.Fprintf(w, "\n%d of %d failed\n", failed, len(results)); err != nil {
			return err
		}
	}
	return nil
}

// verdict says whether the result is as recorded.
func (r *result) verdict() string {
	switch {
	case r.Error != nil && r.Output != nil:
		return "WRONG"
	case r.Error != nil:
		return "FAILED"
	case r.checked:
		return "ok"
	}
	return "-" // nothing to hold it against
}

// text formats the figure times a unit, or a dash for a missing one.
func (f figure) text(format string, unit float64) string {
	if !f.known() {
		return "-"
	}
	return fmt.Sprintf(format, float64(f)*unit)
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func sum(s *instance.Summary) string {
	switch {
	case s == nil:
		return "-"
	case s.Complex:
		return fmt.Sprintf("%.6g", s.Sum)
	}
	return fmt.Sprintf("%.6g", real(s.Sum))
}
