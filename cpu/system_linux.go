package cpu

import (
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"

	"golang.org/x/sys/unix"
)

// allowedCount is the number of processors that the process may run on.
func allowedCount() int {
	cpus, err := allowedCPUs()
	if err != nil || len(cpus) == 0 {
		return goruntime.NumCPU()
	}
	return len(cpus)
}

func nodeCount() int {
	nodes, err := filepath.Glob("/sys/devices/system/node/node[0-9]*")
	if err != nil || len(nodes) == 0 {
		return 1
	}
	return len(nodes)
}

// installedMemory is the machine's memory in bytes, 0 if it does not tell.
func installedMemory() int {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	return int(info.Totalram) * int(info.Unit)
}

// hugePages is the state of transparent huge pages: "always", "madvise", "never", or "" where it is not told.
func hugePages() string {
	b, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil {
		return ""
	}
	_, rest, ok := strings.Cut(string(b), "[")
	chosen, _, ok2 := strings.Cut(rest, "]")
	if !ok || !ok2 {
		return ""
	}
	return chosen
}
