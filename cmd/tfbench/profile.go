package main

// The option --profile: one more run of each instance, recorded step by step.

import (
	"context"
	"os"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
)

// record runs a program once more and keeps its profile.
func (b *bench) record(ctx context.Context, r *result, prog *compiler.Program, operands []*tensor.Tensor, d tensor.DType) error {
	_, p, err := b.runtime.RunProfiled(ctx, prog, operands...)
	if err != nil {
		return err
	}
	p.Name = r.Name + " " + r.Strategy
	p.Roof = runtime.Roof{GFLOPS: b.survey.gflops[d], BandwidthGBs: b.survey.bandwidth}
	b.profiles = append(b.profiles, p)
	return nil
}

// writeProfiles writes the trace file.
func (b *bench) writeProfiles() error {
	f, err := os.Create(b.options.profile)
	if err != nil {
		return err
	}
	if err := runtime.WriteTrace(f, b.profiles...); err != nil {
		_ = f.Close() // the first error tells more
		return err
	}
	return f.Close()
}
