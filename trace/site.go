package trace

// Site: the line of the caller's program that an operation was traced on.

import (
	"fmt"
	"path/filepath"
	"reflect"
	goruntime "runtime"
	"strings"
)

// Helper marks the function that calls it as part of a tracing front, as testing.T.Helper marks a test's: mistakes and
// nodes traced in it are said to stand on the line that called it. A function that traces on behalf of others, such as
// the Trace function of an extension, calls it first.
func (tc *Context) Helper() {
	var pc [1]uintptr
	if goruntime.Callers(2, pc[:]) == 0 {
		return
	}
	frame, _ := goruntime.CallersFrames(pc[:]).Next()
	if tc.helpers == nil {
		tc.helpers = make(map[string]bool)
	}
	tc.helpers[frame.Function] = true
}

// site returns "file.go:12" for the innermost frame that is neither of this package nor of a helper. The file's
// directory is left out, so that a program prints alike on every machine.
func (tc *Context) site() string {
	var pcs [32]uintptr
	site := "unknown"
	for skip := 2; ; skip += len(pcs) {
		n := goruntime.Callers(skip, pcs[:])
		if n == 0 {
			return site
		}
		frames := goruntime.CallersFrames(pcs[:n])
		for more := true; more; {
			var f goruntime.Frame
			f, more = frames.Next()
			if f.File == "" {
				continue
			}
			site = fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
			if !tc.helpers[f.Function] && !ours(f) {
				return site
			}
		}
	}
}

// ours reports whether a frame is of this package, its tests excepted.
func ours(f goruntime.Frame) bool {
	return strings.HasPrefix(f.Function, reflect.TypeFor[Context]().PkgPath()+".") && !strings.HasSuffix(f.File, "_test.go")
}
