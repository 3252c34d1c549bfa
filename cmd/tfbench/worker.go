package main

// The command "tfbench worker", which scripts/peers/compare.py starts: it loads a case, runs it when told and says how long
// that took, so that runs of this project and of others take turns on the same machine.

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

func (a *app) workerCommand() *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:    "worker",
		Short:  "Answer the requests of scripts/peers/compare.py: one JSON object a line",
		Hidden: true,
		Args:   noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := newWorker(o.provider, o.threads)
			if err != nil {
				return err
			}
			defer w.close()
			return w.serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().IntVar(&o.threads, "threads", 0, "threads of a large step")
	cmd.Flags().StringVar(&o.provider, "provider", "", "provider of matrix products and LAPACK")
	return cmd
}

// worker holds one case, ready to run.
type worker struct {
	*station

	again func() error // one run into memory that is used again
	fresh func() error // one run whose result is new
}

// request is one line of the input. Cmd is hello, cases, load, run or unload; the others belong to load and run.
type request struct {
	Cmd      string      `json:"cmd"`
	Kind     string      `json:"kind"` // einsum or linalg
	File     string      `json:"file"`
	Strategy string      `json:"strategy"`
	Case     *linalgCase `json:"case"`
	DType    string      `json:"dtype"`
	Seed     uint64      `json:"seed"`
	Count    int         `json:"count"`
	Fresh    bool        `json:"fresh"`
}

func newWorker(provider string, threads int) (*worker, error) {
	s, err := openStation(provider, threads)
	if err != nil {
		return nil, err
	}
	return &worker{station: s}, nil
}

// serve answers each request by one line; what fails is answered too.
func (w *worker) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<28)
	e := json.NewEncoder(out)
	for lines.Scan() {
		var r request
		err := json.Unmarshal(lines.Bytes(), &r)
		var reply any
		if err == nil {
			reply, err = w.answer(ctx, &r)
		}
		if err != nil {
			reply = map[string]string{"error": err.Error()}
		}
		if err := e.Encode(reply); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (w *worker) answer(ctx context.Context, r *request) (any, error) {
	switch r.Cmd {
	case "hello":
		info := w.backend.Provider().Info()
		return map[string]any{"name": fmt.Sprintf("tenferro-go (%s)", info.Name), "kinds": []string{"einsum", "linalg"},
			"provider": fmt.Sprintf("%s %s", info.Name, info.Version), "kernel": info.Kernel}, nil
	case "cases":
		return map[string]any{"cases": linalgCases()}, nil
	case "load":
		w.unload()
		if r.Kind == "linalg" {
			return w.loadLinalg(ctx, r)
		}
		return w.loadEinsum(ctx, r)
	case "run":
		return w.run(r)
	case "unload":
		w.unload()
		return struct{}{}, nil
	}
	return nil, fmt.Errorf("unknown command %q", r.Cmd)
}

func (w *worker) unload() { w.again, w.fresh = nil, nil }

// run times that many calls.
func (w *worker) run(r *request) (any, error) {
	call := w.again
	if r.Fresh {
		call = w.fresh
	}
	if call == nil {
		return nil, fmt.Errorf("nothing is loaded")
	}
	start := time.Now()
	for range r.Count {
		if err := call(); err != nil {
			return nil, err
		}
	}
	return map[string]int64{"ns": time.Since(start).Nanoseconds()}, nil
}

// figures are what the peers' results are compared by.
type figures struct {
	Sum   *[2]float64 `json:"sum"` // real and imaginary part; null where signs are free
	Norm2 float64     `json:"norm2"`
}

// ready keeps the program with its operands, and returns the results of one run.
func (w *worker) ready(ctx context.Context, prog *compiler.Program, operands []*tensor.Tensor) ([]*tensor.Tensor, error) {
	out, err := w.runtime.Run(ctx, prog, operands...)
	if err != nil {
		return nil, err
	}
	w.again = func() error { return w.runtime.RunInto(ctx, prog, out, operands) }
	w.fresh = func() error {
		_, err := w.runtime.Run(ctx, prog, operands...)
		return err
	}
	return out, nil
}

func (w *worker) loadEinsum(ctx context.Context, r *request) (any, error) {
	in, err := loadFile(r.File)
	if err != nil {
		return nil, err
	}
	b := &bench{station: &station{backend: w.backend, runtime: w.runtime, survey: &survey{}}, options: &runOptions{seed: r.Seed}}
	problem, err := home(in)
	if err != nil {
		return nil, err
	}
	prog, err := b.compile(ctx, newResult(in.Name, r.Strategy), problem, r.Strategy)
	if err != nil {
		return nil, err
	}
	operands, err := problem.Inputs(r.Seed, in.DType, instance.ColMajor)
	if err != nil {
		return nil, err
	}
	out, err := w.ready(ctx, prog, operands)
	if err != nil {
		return nil, err
	}
	s, err := problem.Summarise(out[0])
	if err != nil {
		return nil, err
	}
	return figures{&[2]float64{real(s.Sum), imag(s.Sum)}, s.Norm2}, nil
}

// loadLinalg compiles a case of "tfbench linalg"; a fresh run is its one-shot call.
func (w *worker) loadLinalg(ctx context.Context, r *request) (any, error) {
	dtype, err := tensor.ParseDType(r.DType)
	if err != nil {
		return nil, err
	}
	prog, operands, err := r.Case.compile(w.backend, dtype, r.Seed)
	if err != nil {
		return nil, err
	}
	contractor, err := einsum.NewContractor(w.backend)
	if err != nil {
		return nil, err
	}
	out, err := w.ready(ctx, prog, operands)
	if err != nil {
		return nil, err
	}
	if err := r.Case.check(ctx, operands, out, dtype); err != nil {
		return nil, err
	}
	w.fresh = func() error { return r.Case.oneShot(ctx, w.backend, contractor, operands) }
	s, err := instance.Summarise(out[r.Case.telling()])
	if err != nil {
		return nil, err
	}
	if r.Case.Op == "qr" {
		return figures{Norm2: s.Norm2}, nil
	}
	return figures{&[2]float64{real(s.Sum), imag(s.Sum)}, s.Norm2}, nil
}
