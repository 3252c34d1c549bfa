//go:build !amd64 || noasm

package finite

func vector32([]uint32) (done int, ok bool) { return 0, true }
func vector64([]uint64) (done int, ok bool) { return 0, true }
