package main

import "golang.org/x/sys/unix"

// installedMemory is the machine's memory in bytes, 0 if it does not tell.
func installedMemory() int {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	return int(uint64(info.Totalram) * uint64(info.Unit))
}
