package main

import (
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/runtime"
)

// bench measures instances on one backend.
type bench struct {
	backend    *cpu.Backend
	runtime    *runtime.Runtime
	survey     *survey
	references instance.References // nil to check nothing
	options    *runOptions
	profiles   []*runtime.Profile
}

// newBench makes the backend and the runtime, and finds out what the machine can do.
func (a *app) newBench(o *runOptions) (*bench, error) {
	be, err := openBackend(o.provider, o.threads)
	if err != nil {
		return nil, err
	}
	b := &bench{backend: be, options: o}
	if b.runtime, err = runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension())); err == nil {
		b.survey, err = a.survey(be)
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bench) close() { _ = b.backend.Close() } // the program ends: nobody is left to be told

// openBackend makes a backend. Threads of 0 are the environment's, an empty provider is the build's own.
func openBackend(provider string, threads int) (*cpu.Backend, error) {
	options := []cpu.Option{cpu.WithProvider(provider)}
	if threads > 0 {
		options = append(options, cpu.WithThreads(threads))
	}
	return cpu.New(options...)
}
