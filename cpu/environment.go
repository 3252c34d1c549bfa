package cpu

import (
	goruntime "runtime"
	"runtime/debug"
)

// Environment is what a measurement depends on. Its JSON is part of tfbench's interface.
type Environment struct {
	Go           string             `json:"go"`
	OS           string             `json:"os"`
	Arch         string             `json:"arch"`
	CPU          string             `json:"cpu"`
	Quota        QuotaReport        `json:"quota"`
	Provider     ProviderReport     `json:"provider"`
	PeakGFLOPS   map[string]float64 `json:"peak_gflops"`
	BandwidthGBs float64            `json:"bandwidth_gbs"`
	Commit       string             `json:"commit"`
}

// QuotaReport is what the process may use. Zero is no limit.
type QuotaReport struct {
	CPUs        float64 `json:"cpus"`         // processors' worth of time
	AllowedCPUs int     `json:"allowed_cpus"` // processors that the process may run on
	MemoryBytes int     `json:"memory_bytes"`
}

// ProviderReport is what computes the matrix products.
type ProviderReport struct {
	Name          string `json:"name"`
	Version       string `json:"version"`
	Kernel        string `json:"kernel"`
	CorrectedFrom string `json:"corrected_from"` // the kernels that the library had chosen, if they were replaced
	Threads       int    `json:"threads"`
	IntBits       int    `json:"int_bits"`
}

// Environment describes the machine, the provider and the build. The peaks are those of a measured Roofline; nil leaves
// them out.
func (be *Backend) Environment(r *Roofline) *Environment {
	q, info := ThisQuota(), be.provider.Info()
	p := ThisProcessor()
	e := &Environment{
		Go:    goruntime.Version(),
		OS:    goruntime.GOOS,
		Arch:  goruntime.GOARCH,
		CPU:   p.Brand,
		Quota: QuotaReport{CPUs: q.CPUs, AllowedCPUs: p.Allowed, MemoryBytes: q.Memory},
		Provider: ProviderReport{Name: info.Name, Version: info.Version, Kernel: info.Kernel, Threads: be.threads,
			IntBits: info.IntBits},
		PeakGFLOPS: map[string]float64{},
		Commit:     commit(),
	}
	if c := be.correction; c != nil && c.To != c.From {
		e.Provider.CorrectedFrom = c.From
	}
	if r != nil {
		e.PeakGFLOPS, e.BandwidthGBs = r.PeakGFLOPS, r.BandwidthGBs
	}
	return e
}

// commit is the revision that the program was built from, with "+dirty" for changes on top; empty where the build does
// not know.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + dirty
}
