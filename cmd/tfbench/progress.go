package main

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar over the measurements. It is silent where nobody looks: when the writer is not a terminal.
type progress struct{ bar *progressbar.ProgressBar }

func newProgress(w io.Writer, n int) *progress {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return &progress{progressbar.DefaultSilent(int64(n))}
	}
	return &progress{progressbar.NewOptions(n, progressbar.OptionSetWriter(w), progressbar.OptionSetWidth(30), progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false))}
}

func (p *progress) describe(what string) { p.bar.Describe(what) }

// A bar that cannot be drawn is no reason to stop.
func (p *progress) add(n int) { _ = p.bar.Add(n) }
func (p *progress) finish()   { _ = p.bar.Finish() }
