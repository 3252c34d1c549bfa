package main

import "golang.org/x/sys/unix"

// installedMemory is the machine's memory in bytes, 0 if it does not tell.
func installedMemory() int {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int(n)
}
