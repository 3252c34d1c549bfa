package cpu

import (
	"fmt"
	"math"
	"os"
	goruntime "runtime"
	"strconv"
	"strings"
)

// Threads is a number of threads and where it came from.
type Threads struct {
	N      int
	Source string // "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "the container's quota", "the allowed processors", ...
}

func (t Threads) String() string { return fmt.Sprintf("%d (from %s)", t.N, t.Source) }

// threadVariables are the environment variables that a provider's own threads follow, the strongest first. OMP_NUM_THREADS
// comes after them for all.
var threadVariables = map[string][]string{
	"openblas":   {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS"},
	"mkl":        {"MKL_NUM_THREADS"},
	"accelerate": {"VECLIB_MAXIMUM_THREADS"},
	"netlib":     {"BLIS_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"},
	"gonum":      nil,
}

// DefaultThreads is the number of threads of a backend on a provider where WithThreads does not set it: that of the
// provider's own variable, else of OMP_NUM_THREADS, else the processors that the container's quota grants, rounded up,
// and that the process may run on.
//
// Variables are read as the libraries read them, by C's atoi: of "4,2", OpenMP's list for nested regions, the first number
// counts, and what is no number above 0 is passed over. OpenBLAS and MKL take no more threads from a variable than there
// are processors; nor does this. WithThreads may ask for more.
func DefaultThreads(provider string) Threads {
	return defaultThreads(provider, os.Getenv, ThisQuota(), min(allowedCount(), goruntime.NumCPU()))
}

func defaultThreads(provider string, env func(string) string, q Quota, allowed int) Threads {
	allowed = max(1, allowed)
	for _, name := range append(append([]string(nil), threadVariables[provider]...), "OMP_NUM_THREADS") {
		switch n := leadingNumber(env(name)); {
		case n > allowed:
			return Threads{N: allowed, Source: fmt.Sprintf("%s, which says %d, and the allowed processors", name, n)}
		case n > 0:
			return Threads{N: n, Source: name}
		}
	}
	if granted := int(math.Ceil(q.CPUs)); q.CPUs > 0 && granted < allowed {
		return Threads{N: granted, Source: "the container's quota"}
	}
	return Threads{N: allowed, Source: "the allowed processors"}
}

// leadingNumber is the number that s begins with, after spaces; 0 if there is none.
func leadingNumber(s string) int {
	s = strings.TrimLeft(s, " \t")
	s = strings.TrimPrefix(s, "+")
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	if err != nil && end > 0 {
		return math.MaxInt // more digits than an int has
	}
	return n
}

// UsableMemory is the memory that the process may have, in bytes: the container's limit or the machine's; 0 where neither
// is known.
func UsableMemory() int {
	total, limit := installedMemory(), ThisQuota().Memory
	switch {
	case limit == 0:
		return total
	case total == 0:
		return limit
	}
	return min(total, limit)
}

// defaultPoolLimit is how much unused memory a backend's pool keeps.
func defaultPoolLimit() int {
	if n := UsableMemory(); n > 0 {
		return n / 2
	}
	return 4 << 30
}
