// Tfbench contracts tensor networks, measures how fast, and tells what the machine and its BLAS can do.
//
//	tfbench run                          the embedded suite, as a table
//	tfbench run --format json FILE...    instance files, as JSON
//	tfbench plan [FILE...]               an order of contraction, what it costs, and a picture of it
//	tfbench linalg                       factorisations, systems and products, small, large and in batches
//	tfbench permute                      transpositions against a plain copy
//	tfbench doctor                       what the processor and the provider are, and what could be better
//	tfbench selftest                     the provider's products against exact integer arithmetic
//	tfbench version                      what this program was built from
//
// It exits with 1 when a result is wrong or something failed, and with 2 when it was called wrongly.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/cblas"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	os.Exit(execute(ctx, &app{survey: surveyBackend}, os.Args[1:], os.Stdout, os.Stderr))
}

// app is what the commands share: the seam where tests put a quick stand-in.
type app struct {
	survey surveyor
}

// execute runs the command line and returns the exit status.
func execute(ctx context.Context, a *app, args []string, out, errOut io.Writer) int {
	root := a.root()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if !errors.Is(err, errTold) {
		fmt.Fprintln(errOut, "tfbench:", err)
	}
	var usage *usageError
	if errors.As(err, &usage) || errors.Is(err, cblas.ErrUnknownProvider) {
		return 2
	}
	return 1
}

// errTold says that the command failed and has said why.
var errTold = errors.New("failed")

// usageError is a mistake in how the command was called.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// root is the command line: a list of the commands, which live in files of their names.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "tfbench",
		Short:         "Contract tensor networks, and measure how fast",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs, // cobra's own complaint about an unknown command is no usageError
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q; tfbench --help lists them", args[0])
			}
			return cmd.Help()
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err} })
	root.AddCommand(a.runCommand(), a.planCommand(), a.linalgCommand(), a.permuteCommand(), a.doctorCommand(), a.selftestCommand(), a.workerCommand(), versionCommand())
	return root
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, it was given %q", cmd.CommandPath(), args[0])
	}
	return nil
}
