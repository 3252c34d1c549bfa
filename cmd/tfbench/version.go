package main

// The command "tfbench version": what this program was built from.

import (
	"fmt"
	"io"
	goruntime "runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/cblas"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print what this program was built from",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo()
			return writeVersion(cmd.OutOrStdout(), info, sourceCommit())
		},
	}
}

// writeVersion writes the version and the commit as far as they are known, the Go version, the system, and the providers.
func writeVersion(w io.Writer, info *debug.BuildInfo, commit string) error {
	version := "(unknown)"
	settings := map[string]string{}
	if info != nil {
		version = info.Main.Version
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	if commit != "" {
		version += ", commit " + commit
	}
	var providers []string
	for _, p := range cblas.Providers() {
		i := p.Info()
		providers = append(providers, strings.TrimSpace(i.Name+" "+i.Version))
	}
	_, err := fmt.Fprintf(w, "tfbench %s\n%s %s/%s, tags %q, cgo %s\nproviders: %s\n", version, goruntime.Version(), goruntime.GOOS,
		goruntime.GOARCH, settings["-tags"], settings["CGO_ENABLED"], strings.Join(providers, ", "))
	return err
}
