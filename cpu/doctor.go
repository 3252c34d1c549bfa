package cpu

import (
	"fmt"
	"math"
	"os"
	goruntime "runtime"
	"strings"
	"text/tabwriter"

	"github.com/tenferro/tenferro-go/cblas"
)

// Diagnosis is what Doctor finds: facts, and advice where something could be better.
type Diagnosis struct {
	Facts  []Fact
	Advice []string
}

// Fact is one thing found.
type Fact struct{ Name, Value string }

// Doctor looks at the processor, the container, the provider and the environment of a backend.
func (be *Backend) Doctor() *Diagnosis {
	d := &Diagnosis{}
	p, q, info := ThisProcessor(), ThisQuota(), be.provider.Info()
	d.processor(p, q)
	d.provider(info, be.correction)
	d.fact("threads", "%d for a large step; by default %s", be.threads, DefaultThreads(info.Name))
	d.fact("huge pages", "%s", orUnknown(hugePages()))
	d.advise(p, q, info, be.correction, be.threads, os.Getenv)
	return d
}

func (d *Diagnosis) fact(name, format string, args ...any) {
	d.Facts = append(d.Facts, Fact{Name: name, Value: fmt.Sprintf(format, args...)})
}

func (d *Diagnosis) processor(p Processor, q Quota) {
	d.fact("processor", "%s (%s family %d model %d)", p.Brand, p.Vendor, p.Family, p.Model)
	var units []string
	for _, u := range []struct {
		name string
		has  bool
	}{{"AVX2+FMA", p.AVX2}, {"AVX-512", p.AVX512}, {"NEON", p.NEON}} {
		if u.has {
			units = append(units, u.name)
		}
	}
	d.fact("vector units", "%s", orUnknown(strings.Join(units, ", ")))
	d.fact("caches", "L1 %s, L2 %s, L3 %s", bytesOf(p.L1), bytesOf(p.L2), bytesOf(p.L3))
	d.fact("processors", "%d allowed, %d NUMA node(s), GOMAXPROCS %d", p.Allowed, p.Nodes, goruntime.GOMAXPROCS(0))
	quota := "none"
	if q.CPUs > 0 {
		quota = fmt.Sprintf("%.4g processors", q.CPUs)
	}
	memory := "no limit"
	if q.Memory > 0 {
		memory = bytesOf(q.Memory)
	}
	d.fact("container", "quota %s, memory %s", quota, memory)
}

func (d *Diagnosis) provider(info cblas.Info, c *Correction) {
	d.fact("provider", "%s %s", info.Name, info.Version)
	d.fact("kernels", "%s", orUnknown(info.Kernel))
	if c != nil {
		d.fact("correction", "%s", c)
	}
	d.fact("interface", "%d-bit integers, threads by %s", info.IntBits, orUnknown(info.Threading))
	if info.Config != "" {
		d.fact("library's words", "%s", info.Config)
	}
}

// advise says what the person can do.
func (d *Diagnosis) advise(p Processor, q Quota, info cblas.Info, c *Correction, threads int, env func(string) string) {
	say := func(format string, args ...any) { d.Advice = append(d.Advice, fmt.Sprintf(format, args...)) }
	if info.Name == "gonum" {
		say("This build computes in pure Go. A native BLAS is faster: install OpenBLAS (apt-get install libopenblas-dev) and build with -tags openblas, or MKL (pip install mkl mkl-devel) with -tags mkl.")
	}
	switch {
	case c == nil:
	case c.Obeyed:
		say("%s=%s is set and keeps the library at kernels below the processor; unset it to let the library, or its correction, choose.", coretype, env(coretype))
	case overruns(c.From, info.Version, p):
		say("%s %s with its %s kernels is not safe on this processor (OpenMathLib/OpenBLAS#6021): install another version.", info.Name, info.Version, c.From)
	case c.To != c.From:
		say("The library does not know this processor. A newer OpenBLAS (0.3.25 or later) or MKL (-tags mkl) does; %s=%s in the environment chooses the kernels before the program starts.", coretype, c.To)
	default:
		say("The library runs kernels below the processor and could not be corrected: install a newer OpenBLAS (0.3.25 or later) built for many processors (DYNAMIC_ARCH), or use MKL (-tags mkl).")
	}
	granted := p.Allowed
	if q.CPUs > 0 && q.CPUs < float64(granted) {
		granted = int(math.Ceil(q.CPUs))
	}
	if threads > granted {
		say("%d threads are more than the %d processors granted: they will take turns. Set %s or cpu.WithThreads to %d.", threads, granted, firstOf(append(threadVariables[info.Name], "OMP_NUM_THREADS")), granted)
	}
	if goruntime.GOMAXPROCS(0) > p.Allowed {
		say("GOMAXPROCS=%d is more than the %d processors allowed.", goruntime.GOMAXPROCS(0), p.Allowed)
	}
	if info.Threading == "openmp" {
		say("The library runs its threads by OpenMP, which starts a team for every thread that calls it: OMP_NUM_THREADS decides their number. A pthreads build (libopenblas0-pthread) is easier to keep in hand.")
	}
	if hugePages() == "never" {
		say("Huge pages are off: products over large tensors lose time in address translation. As root: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled.")
	}
}

func firstOf(s []string) string {
	if len(s) == 0 {
		return ""
	}
	return s[0]
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// bytesOf writes a size for people.
func bytesOf(n int) string {
	switch {
	case n <= 0:
		return "unknown"
	case n >= 1<<30:
		return fmt.Sprintf("%.4g GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.4g KiB", float64(n)/(1<<10))
}

// String writes the diagnosis for people.
func (d *Diagnosis) String() string {
	var sb strings.Builder
	tw := tabwriter.NewWriter(&sb, 0, 0, 2, ' ', 0)
	for _, f := range d.Facts {
		fmt.Fprintf(tw, "%s\t%s\n", f.Name, f.Value)
	}
	tw.Flush() // into a strings.Builder, which takes everything
	if len(d.Advice) == 0 {
		sb.WriteString("\nNothing to improve was found.\n")
	}
	for _, a := range d.Advice {
		fmt.Fprintf(&sb, "\n* %s\n", a)
	}
	return sb.String()
}
