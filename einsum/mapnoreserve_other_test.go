//go:build unix && !linux

package einsum_test

// mapNoReserve: other systems claim no memory for pages that are never written.
const mapNoReserve = 0
