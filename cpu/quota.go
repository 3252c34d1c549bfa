package cpu

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Quota is what the control groups of the process allow it. Zero fields are unlimited.
type Quota struct {
	CPUs   float64 // processors' worth of time
	Memory int     // bytes
}

// ThisQuota reads the limits of the control groups that the process is in, the tightest on the way up. Without control
// groups there are none.
func ThisQuota() Quota { return readQuota("/") }

// readQuota reads the limits under a root of the file system.
func readQuota(root string) Quota {
	var q Quota
	groups, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return q
	}
	mount := filepath.Join(root, "sys/fs/cgroup")
	for _, line := range strings.Split(strings.TrimSpace(string(groups)), "\n") {
		id, rest, ok := strings.Cut(line, ":")
		controllers, path, ok2 := strings.Cut(rest, ":")
		if !ok || !ok2 {
			continue
		}
		switch {
		case id == "0" && controllers == "":
			upward(mount, path, q.unified)
			upward(filepath.Join(mount, "unified"), path, q.unified) // where version 1 is mounted beside it
		case hasController(controllers, "cpu"):
			upward(filepath.Join(mount, "cpu"), path, q.bandwidth)
			upward(filepath.Join(mount, "cpu,cpuacct"), path, q.bandwidth)
		case hasController(controllers, "memory"):
			upward(filepath.Join(mount, "memory"), path, q.memory)
		}
	}
	return q
}

func hasController(list, name string) bool {
	for _, c := range strings.Split(list, ",") {
		if c == name {
			return true
		}
	}
	return false
}

// upward visits a group's folder and those above it. Inside a container the path may be the host's: what is not there
// is passed over, and the mount itself, the container's own group, comes last.
func upward(mount, path string, visit func(folder string)) {
	for path = filepath.Clean("/" + path); path != "/"; path = filepath.Dir(path) {
		visit(filepath.Join(mount, path))
	}
	visit(mount)
}

// unified reads the files of control groups version 2.
func (q *Quota) unified(folder string) {
	if f := strings.Fields(read(folder, "cpu.max")); len(f) == 2 {
		q.limitCPUs(f[0], f[1])
	}
	q.limitMemory(read(folder, "memory.max"))
}

// bandwidth and memory read the files of version 1.
func (q *Quota) bandwidth(folder string) {
	q.limitCPUs(read(folder, "cpu.cfs_quota_us"), read(folder, "cpu.cfs_period_us"))
}

func (q *Quota) memory(folder string) { q.limitMemory(read(folder, "memory.limit_in_bytes")) }

func read(folder, file string) string {
	b, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

func (q *Quota) limitCPUs(quota, period string) {
	t, err1 := strconv.ParseFloat(quota, 64)
	p, err2 := strconv.ParseFloat(period, 64)
	if err1 != nil || err2 != nil || t <= 0 || p <= 0 {
		return // "max" or -1: no limit
	}
	if n := t / p; q.CPUs == 0 || n < q.CPUs {
		q.CPUs = n
	}
}

func (q *Quota) limitMemory(limit string) {
	n, err := strconv.ParseUint(limit, 10, 64)
	if err != nil || n == 0 || n >= math.MaxInt64/2 {
		return // "max", or version 1's way of saying it
	}
	if n := int(min(n, math.MaxInt)); q.Memory == 0 || n < q.Memory {
		q.Memory = n
	}
}
