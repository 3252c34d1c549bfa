package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// module is what go.mod of the project's checkout begins with.
const module = "module github.com/tenferro/tenferro-go\n"

// sourceCommit is the revision that the program was built from, with "+dirty" for changes on top. A build notes it in the
// program; "go run" does not, but builds what lies in the folder that it runs in, so that git can be asked. It is empty
// where nobody knows.
func sourceCommit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if c := stampedCommit(info); c != "" {
			return c
		}
	}
	program, err := os.Executable()
	if err != nil || !strings.Contains(program, "go-build") {
		return ""
	}
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	return checkedOut(folder)
}

func stampedCommit(info *debug.BuildInfo) string {
	revision, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + dirty
}

// checkedOut asks git for the revision of the checkout of this module that a folder lies in.
func checkedOut(folder string) string {
	for {
		text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if err == nil {
			if !strings.HasPrefix(string(text), module) {
				return "" // another module's
			}
			break
		}
		up := filepath.Dir(folder)
		if up == folder {
			return ""
		}
		folder = up
	}
	revision, err := exec.Command("git", "-C", folder, "rev-parse", "HEAD").Output()
	if err != nil {
		return ""
	}
	changes, err := exec.Command("git", "-C", folder, "status", "--porcelain").Output()
	if err != nil {
		return ""
	}
	commit := strings.TrimSpace(string(revision))
	if len(changes) > 0 {
		commit += "+dirty"
	}
	return commit
}
