package main

// The command "tfbench selftest": are the provider's products right on this processor?

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/cblas"
)

func (a *app) selftestCommand() *cobra.Command {
	var provider string
	var threads int
	var full bool
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "Hold the provider's products against exact integer arithmetic",
		Long: `Multiplies matrices of small whole numbers, in all four element types, with all transposes and many sizes, and compares
every element with the exact result. Libraries choose kernels by processor, and some have been wrong for some remainders of
some sizes on some processors. The first wrong product is shown, and the exit status is 1.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if threads < 0 {
				return usagef("--threads %d: at least 1, or 0 for the environment's", threads)
			}
			be, err := openBackend(provider, threads)
			if err != nil {
				return err
			}
			defer be.Close()
			p, level := be.Provider(), cblas.Quick
			if full {
				level = cblas.Full
			}
			if err := p.SetThreads(be.Threads()); err != nil {
				return err
			}
			start := time.Now()
			if err := cblas.SelfTest(cmd.Context(), p, level); err != nil {
				return err
			}
			info := p.Info()
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s %s (%s kernels), %d threads: every product is exact (%.1f s)\n",
				info.Name, info.Version, info.Kernel, info.Threads, time.Since(start).Seconds())
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&provider, "provider", "", "provider to test (default: the native one of the build, else gonum)")
	f.IntVar(&threads, "threads", 0, "its threads (0: the provider's variable, else what the quota grants)")
	f.BoolVar(&full, "full", false, "try 22 sizes along each axis, twice, instead of 7: minutes instead of seconds")
	return cmd
}
