package compiler

import "context"

// This file lets whoever starts a run watch its slices, however many layers lie between: the wish travels in the context.

// Progress is how far a loop of a run has come.
type Progress struct {
	Step   int // the first step of the loop, which tells loops of one program apart
	Done   int // slices done
	Slices int // slices in all
}

type progressKey struct{}

// WithProgress returns a context whose runs call f after each slice of a sliced program, from the goroutine that works
// through the steps: f should return quickly. Programs that are not sliced never call it.
func WithProgress(ctx context.Context, f func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, f)
}

// ProgressOf returns what WithProgress has put into a context, nil if nothing. It is for engines.
func ProgressOf(ctx context.Context) func(Progress) {
	f, _ := ctx.Value(progressKey{}).(func(Progress))
	return f
}
