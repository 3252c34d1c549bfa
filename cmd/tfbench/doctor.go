package main

// The command "tfbench doctor": is this machine in order?

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/cpu"
)

func (a *app) doctorCommand() *cobra.Command {
	var provider, format string
	var threads int
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Tell what the processor and the provider are, and what could be better",
		Long: `Prints what is known of the processor, the container's quota, the provider and its threads; what the provider chose
wrongly and how that was corrected; how fast it is; and what you can do. --format json prints the environment object that
"tfbench run" has in its JSON.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case format != "text" && format != "json":
				return usagef("--format %q: it is text or json", format)
			case threads < 0:
				return usagef("--threads %d: at least 1, or 0 for the environment's", threads)
			}
			be, err := openBackend(provider, threads)
			if err != nil {
				return err
			}
			defer be.Close()
			s, err := a.survey(be)
			if err != nil {
				return err
			}
			if format == "json" {
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(s.environment)
			}
			return writeDiagnosis(cmd.OutOrStdout(), be.Doctor(), s.environment)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text or json")
	f.StringVar(&provider, "provider", "", "provider to look at (default: the native one of the build, else gonum)")
	f.IntVar(&threads, "threads", 0, "its threads (0: the provider's variable, else what the quota grants)")
	return cmd
}

// writeDiagnosis writes what was found, with what was measured among the facts.
func writeDiagnosis(w io.Writer, d *cpu.Diagnosis, e *cpu.Environment) error {
	measured := cpu.Diagnosis{Facts: slices.Clone(d.Facts), Advice: d.Advice}
	for _, dtype := range slices.Sorted(maps.Keys(e.PeakGFLOPS)) {
		measured.Facts = append(measured.Facts, cpu.Fact{Name: "peak " + dtype, Value: fmt.Sprintf("%.1f GFLOP/s", e.PeakGFLOPS[dtype])})
	}
	measured.Facts = append(measured.Facts, cpu.Fact{Name: "copy", Value: fmt.Sprintf("%.1f GB/s", e.BandwidthGBs)})
	_, err := io.WriteString(w, measured.String())
	return err
}
