package main

import (
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/runtime"
)

// station is what measurements run on.
type station struct {
	backend *cpu.Backend
	runtime *runtime.Runtime
	survey  *survey // what the machine can do; nil where nobody has asked
}

// openStation makes a backend with a runtime for everything that tfbench measures.
func openStation(provider string, threads int) (*station, error) {
	be, err := openBackend(provider, threads)
	if err != nil {
		return nil, err
	}
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()), runtime.WithExtension(linalg.Extension()))
	if err != nil {
		_ = be.Close() // the error at hand is the one to tell
		return nil, err
	}
	return &station{backend: be, runtime: rt}, nil
}

// surveyed is openStation, and finds out what the machine can do.
func (a *app) surveyed(provider string, threads int) (*station, error) {
	s, err := openStation(provider, threads)
	if err != nil {
		return nil, err
	}
	if s.survey, err = a.survey(s.backend); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *station) close() { _ = s.backend.Close() } // the program ends: nobody is left to be told

// openBackend makes a backend. Threads of 0 are the environment's, an empty provider is the build's own.
func openBackend(provider string, threads int) (*cpu.Backend, error) {
	options := []cpu.Option{cpu.WithProvider(provider)}
	if threads > 0 {
		options = append(options, cpu.WithThreads(threads))
	}
	return cpu.New(options...)
}

// bench measures instances.
type bench struct {
	*station
	references instance.References // nil to check nothing
	options    *runOptions
	profiles   []*runtime.Profile
}

// newBench makes the station.
func (a *app) newBench(o *runOptions) (*bench, error) {
	s, err := a.surveyed(o.provider, o.threads)
	if err != nil {
		return nil, err
	}
	return &bench{station: s, options: o}, nil
}
