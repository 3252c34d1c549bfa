// Command generate writes the project's own suite of instances into a directory, each with a path of few operations and
// one of small intermediates. It is run by `go generate ./testdata`. The searches are bounded by trials, not by time, so
// that the same code writes the same files.
package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/internal/instance/families"
)

// trials is the number of attempts of each search.
const trials = 1000

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate DIRECTORY")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	for _, in := range families.Suite() {
		if err := findPaths(in); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		var text bytes.Buffer
		if err := in.Write(&text); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, in.Name+".json"), text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func findPaths(in *instance.Instance) error {
	network, err := families.Network(in)
	if err != nil {
		return err
	}
	in.Paths = make(map[string]instance.Path)
	for strategy, objective := range map[string]path.Objective{"opt_flops": path.Flops, "opt_size": path.Size} {
		options := path.Options{Objective: objective, Trials: trials, Seed: 1, Element: families.Element(in.DType)}
		found, err := path.RandomGreedy{}.Find(context.Background(), network, options)
		if err != nil {
			return err
		}
		recorded := instance.Path{
			Log2Size:   round(math.Log2(found.Costs.MaxSize)),
			Log10Flops: round(math.Log10(found.Costs.FlopsCotengra)),
		}
		for _, step := range found.Tree.Linear() {
			recorded.Steps = append(recorded.Steps, step[:])
		}
		in.Paths[strategy] = recorded
	}
	return nil
}

// round keeps four digits behind the point, as the files of the Einsum Benchmark do.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
