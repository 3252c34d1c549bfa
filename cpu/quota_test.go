package cpu

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestQuota reads control groups of either version from a made-up file system.
func TestQuota(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  Quota
	}{
		{"no control groups", nil, Quota{}},
		{"version 2 unlimited", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000", "sys/fs/cgroup/memory.max": "max"}, Quota{}},
		{"version 2", map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max": "150000 100000", "sys/fs/cgroup/a/b/memory.max": "1048576"},
			Quota{CPUs: 1.5, Memory: 1 << 20}},
		{"the tightest on the way up", map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max": "400000 100000",
			"sys/fs/cgroup/a/cpu.max": "200000 100000", "sys/fs/cgroup/memory.max": "4096"}, Quota{CPUs: 2, Memory: 4096}},
		{"inside a container whose path is the host's", map[string]string{"proc/self/cgroup": "0::/system.slice/docker-1.scope\n",
			"sys/fs/cgroup/cpu.max": "50000 100000"}, Quota{CPUs: 0.5}},
		{"version 1", map[string]string{"proc/self/cgroup": "4:memory:/x\n3:cpu,cpuacct:/x\n", "sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us": "300000",
			"sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us": "100000", "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "8192"}, Quota{CPUs: 3, Memory: 8192}},
		{"version 1 unlimited", map[string]string{"proc/self/cgroup": "4:memory:/\n3:cpu:/\n", "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712"}, Quota{}},
		{"version 2 beside version 1", map[string]string{"proc/self/cgroup": "3:cpu:/\n0::/a\n", "sys/fs/cgroup/unified/a/cpu.max": "100000 100000"}, Quota{CPUs: 1}},
		{"nonsense", map[string]string{"proc/self/cgroup": "what\n\n", "sys/fs/cgroup/cpu.max": "1"}, Quota{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range c.files {
				file := filepath.Join(root, name)
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
				require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
			}
			require.Equal(t, c.want, readQuota(root))
		})
	}
}

func TestDefaultThreads(t *testing.T) {
	for _, c := range []struct {
		name, provider string
		env            map[string]string
		quota          Quota
		allowed        int
		want           Threads
	}{
		{"provider's own before OpenMP's", "openblas", map[string]string{"OPENBLAS_NUM_THREADS": "3", "OMP_NUM_THREADS": "5"}, Quota{}, 8, Threads{3, "OPENBLAS_NUM_THREADS"}},
		{"OpenMP's", "openblas", map[string]string{"MKL_NUM_THREADS": "3", "OMP_NUM_THREADS": "5"}, Quota{}, 8, Threads{5, "OMP_NUM_THREADS"}},
		{"MKL's", "mkl", map[string]string{"MKL_NUM_THREADS": "7"}, Quota{}, 8, Threads{7, "MKL_NUM_THREADS"}},
		{"Accelerate's", "accelerate", map[string]string{"VECLIB_MAXIMUM_THREADS": "1"}, Quota{}, 8, Threads{1, "VECLIB_MAXIMUM_THREADS"}},
		{"BLIS's", "netlib", map[string]string{"BLIS_NUM_THREADS": "2", "OMP_NUM_THREADS": "5"}, Quota{}, 8, Threads{2, "BLIS_NUM_THREADS"}},
		{"first of a list", "gonum", map[string]string{"OMP_NUM_THREADS": " 4,2"}, Quota{}, 8, Threads{4, "OMP_NUM_THREADS"}},
		{"zero, text and negative numbers are passed over", "openblas", map[string]string{"OPENBLAS_NUM_THREADS": "0", "GOTO_NUM_THREADS": "many", "OMP_NUM_THREADS": "-2"},
			Quota{CPUs: 0.5}, 8, Threads{1, "the container's quota"}},
		{"a variable beats the quota", "openblas", map[string]string{"OMP_NUM_THREADS": "6"}, Quota{CPUs: 2}, 8, Threads{6, "OMP_NUM_THREADS"}},
		{"a variable beyond the processors", "openblas", map[string]string{"OPENBLAS_NUM_THREADS": "64"}, Quota{}, 8, Threads{8, "OPENBLAS_NUM_THREADS, which says 64, and the allowed processors"}},
		{"a quota, rounded up", "openblas", nil, Quota{CPUs: 2.5}, 8, Threads{3, "the container's quota"}},
		{"a quota beyond the processors", "openblas", nil, Quota{CPUs: 1e6}, 8, Threads{8, "the allowed processors"}},
		{"nothing known", "gonum", nil, Quota{}, 0, Threads{1, "the allowed processors"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := defaultThreads(c.provider, func(name string) string { return c.env[name] }, c.quota, c.allowed)
			require.Equal(t, c.want, got)
		})
	}
}

func TestLeadingNumber(t *testing.T) {
	for s, want := range map[string]int{"": 0, "4": 4, " 12": 12, "4,2": 4, "+3": 3, "-3": 0, "8threads": 8, "many": 0, "0x10": 0,
		"99999999999999999999": math.MaxInt} {
		require.Equal(t, want, leadingNumber(s), s)
	}
}
