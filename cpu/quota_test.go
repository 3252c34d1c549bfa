package cpu

import (
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
		want           Threads
	}{
		{"provider's own before OpenMP's", "openblas", map[string]string{"OPENBLAS_NUM_THREADS": "3", "OMP_NUM_THREADS": "5"}, Quota{}, Threads{3, "OPENBLAS_NUM_THREADS"}},
		{"OpenMP's", "openblas", map[string]string{"MKL_NUM_THREADS": "3", "OMP_NUM_THREADS": "5"}, Quota{}, Threads{5, "OMP_NUM_THREADS"}},
		{"MKL's", "mkl", map[string]string{"MKL_NUM_THREADS": "7"}, Quota{}, Threads{7, "MKL_NUM_THREADS"}},
		{"Accelerate's", "accelerate", map[string]string{"VECLIB_MAXIMUM_THREADS": "1"}, Quota{}, Threads{1, "VECLIB_MAXIMUM_THREADS"}},
		{"first of a list", "gonum", map[string]string{"OMP_NUM_THREADS": " 4,2"}, Quota{}, Threads{4, "OMP_NUM_THREADS"}},
		{"zero, text and negative numbers are passed over", "openblas", map[string]string{"OPENBLAS_NUM_THREADS": "0", "GOTO_NUM_THREADS": "many", "OMP_NUM_THREADS": "-2"},
			Quota{CPUs: 0.5}, Threads{1, "the container's quota"}},
		{"a quota beyond the processors", "openblas", nil, Quota{CPUs: 1e6}, Threads{1, "the allowed processors"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := defaultThreads(c.provider, func(name string) string { return c.env[name] }, c.quota, 1)
			if c.want.Source == "the container's quota" {
				got = defaultThreads(c.provider, func(name string) string { return c.env[name] }, c.quota, 64)
				if got.Source == "the allowed processors" {
					t.Skip("this machine has one processor, less than which no quota is")
				}
			}
			require.Equal(t, c.want, got)
		})
	}
}
