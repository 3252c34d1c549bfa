package einsum_test

import "golang.org/x/sys/unix"

// mapNoReserve asks for address space without a claim on memory.
const mapNoReserve = unix.MAP_NORESERVE
