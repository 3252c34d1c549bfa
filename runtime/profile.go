package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// Profile is a run, step by step.
type Profile struct {
	Name   string // what ran, for people; may be empty
	Engine string
	Steps  []StepProfile
	Total  time.Duration // from the first step's beginning to the last one's end

	// Roof is what the machine could do; the zero Roof leaves the roofline ratios out.
	Roof Roof
}

// Roof is the most that a machine can do, for roofline ratios.
type Roof struct {
	GFLOPS       float64 // rate of the provider's best matrix product in the program's dtype
	BandwidthGBs float64 // bandwidth of a large copy, bytes read and written
}

// StepProfile is what one step took. Times count from the beginning of the run. A step of a loop stands for all of its
// slices, as if it had done them one after the other: its duration is their sum.
type StepProfile struct {
	Step       int
	Kind       string
	Label      string
	Begin, End time.Duration
	Flops      float64
	Bytes      float64
	Runs       int // how often it ran: once, or once for each slice
}

// RunProfiled is Run with a record of what each step took. The engine must be able to tell.
func (rt *Runtime) RunProfiled(ctx context.Context, p *compiler.Program, operands ...*tensor.Tensor) ([]*tensor.Tensor, *Profile, error) {
	exe, err := rt.ready(p, operands)
	if err != nil {
		return nil, nil, err
	}
	watched, ok := exe.(compiler.Observable)
	if !ok {
		return nil, nil, fmt.Errorf("engine %q cannot be profiled", rt.engine.Name())
	}
	results, err := rt.results(p)
	if err != nil {
		return nil, nil, err
	}
	prof := &Profile{Engine: rt.engine.Name(), Steps: make([]StepProfile, len(p.Steps))}
	for i := range p.Steps {
		prof.Steps[i] = StepProfile{Step: i, Kind: p.Steps[i].Body.Kind(), Label: p.Steps[i].Label}
	}
	err = watched.RunObserved(ctx, operands, results, func(step int, begin, end time.Duration) {
		prof.Steps[step].add(&p.Steps[step], begin, end)
		prof.Total = end
	})
	if err != nil {
		return nil, nil, err
	}
	for i := range p.Loops {
		prof.unroll(&p.Loops[i])
	}
	return results, prof, nil
}

// add takes in one run of the step.
func (s *StepProfile) add(step *compiler.Step, begin, end time.Duration) {
	if s.Runs == 0 {
		s.Begin, s.End = begin, begin
	}
	s.End += end - begin
	s.Flops += step.Flops
	s.Bytes += step.Bytes
	s.Runs++
}

// unroll lays the steps of a loop one behind the other.
func (p *Profile) unroll(l *compiler.Loop) {
	for i := l.First + 1; i < l.End; i++ {
		s := &p.Steps[i]
		took := s.Took()
		s.Begin = p.Steps[i-1].End
		s.End = s.Begin + took
	}
}

// Took is the duration of the step.
func (s *StepProfile) Took() time.Duration { return s.End - s.Begin }

// Ratio is the step's duration over its roofline time, NaN without a roof.
func (s *StepProfile) Ratio(r Roof) float64 {
	ideal := math.Max(s.Flops/r.GFLOPS, s.Bytes/r.BandwidthGBs) // nanoseconds
	return float64(s.Took().Nanoseconds()) / ideal
}

// String writes the profile as a table, one line a step.
func (p *Profile) String() string {
	var sb strings.Builder
	tw := tabwriter.NewWriter(&sb, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "step\tkind\tµs\t%\tGFLOP/s\tGB/s\troofline ratio\t  label")
	for i := range p.Steps {
		s := &p.Steps[i]
		ns := float64(max(s.Took().Nanoseconds(), 1))
		ratio := "-"
		if p.Roof != (Roof{}) {
			ratio = fmt.Sprintf("%.2f", s.Ratio(p.Roof))
		}
		share := 100 * ns / float64(max(p.Total.Nanoseconds(), 1))
		fmt.Fprintf(tw, "%d\t%s\t%.1f\t%.1f\t%.2f\t%.2f\t%s\t  %s\n", s.Step, s.Kind, ns/1e3, share, s.Flops/ns, s.Bytes/ns, ratio, s.Label)
	}
	tw.Flush() // into a strings.Builder, which takes everything
	fmt.Fprintf(&sb, "total %v on %s\n", p.Total, p.Engine)
	return sb.String()
}

// event is an event of the Trace Event Format that Chrome and Perfetto read: phase X is a span, M a name.
type event struct {
	Name     string         `json:"name"`
	Category string         `json:"cat,omitempty"`
	Phase    string         `json:"ph"`
	Begin    float64        `json:"ts"`            // microseconds
	Took     float64        `json:"dur,omitempty"` // microseconds
	Process  int            `json:"pid"`
	Thread   int            `json:"tid"`
	Args     map[string]any `json:"args"`
}

// WriteTrace writes profiles as a trace file that Perfetto and Chrome's tracing page open. Each profile is a process of
// its own there, in the order given; all begin at time 0.
func WriteTrace(w io.Writer, profiles ...*Profile) error {
	events := []event{}
	for i, p := range profiles {
		if p.Name != "" {
			events = append(events, event{Name: "process_name", Phase: "M", Process: i + 1, Thread: 1, Args: map[string]any{"name": p.Name}})
		}
		for k := range p.Steps {
			events = append(events, p.event(&p.Steps[k], i+1))
		}
	}
	return json.NewEncoder(w).Encode(map[string]any{"traceEvents": events, "displayTimeUnit": "ms"})
}

func (p *Profile) event(s *StepProfile, process int) event {
	ns := float64(max(s.Took().Nanoseconds(), 1))
	args := map[string]any{"step": s.Step, "runs": s.Runs, "flops": s.Flops, "bytes": s.Bytes, "gflops": s.Flops / ns, "gbs": s.Bytes / ns}
	if r := s.Ratio(p.Roof); p.Roof != (Roof{}) && !math.IsInf(r, 0) && !math.IsNaN(r) {
		args["roofline_ratio"] = r
	}
	return event{Name: strings.TrimSpace(s.Kind + " " + s.Label), Category: s.Kind, Phase: "X", Begin: float64(s.Begin.Nanoseconds()) / 1e3,
		Took: ns / 1e3, Process: process, Thread: 1, Args: args}
}
