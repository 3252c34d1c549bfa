package path

// What all searches have in common to the outside: the interface, the options, the result.

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"
)

// Finder searches for a good tree. Finders hold settings only: they may be copied, compared, and used by several
// goroutines at once.
//
// A search is a function of the network, the options and the finder: the same seed gives the same tree, whatever the
// number of workers, unless Options.Budget or the context cut it short. It then returns the best tree so far, and says
// so in Result.Stopped. The budget never stops the first tree, a greedy one; a context that has ended before that is
// the only thing that makes a search fail on a valid network.
type Finder interface {
	Name() string
	Find(ctx context.Context, n *Network, o Options) (*Result, error)
}

// Options are what every search understands. The zero value is usable: it asks for the least predicted time in float64
// arithmetic.
type Options struct {
	// Objective is what to make small. Default Time.
	Objective Objective `json:"objective,omitempty"`
	// Element is the type of the elements, which weighs multiplications against additions and bytes. Default float64.
	Element Element `json:"element"`
	// Seed chooses the random numbers of the search. Any value; default 0.
	Seed uint64 `json:"seed,omitempty"`
	// Workers is the number of goroutines that search at once, from 1 to 1024. Default 0: GOMAXPROCS.
	Workers int `json:"workers,omitempty"`
	// Trials bounds how many independent attempts a random search makes, at least 1. Default 0: the finder's own number.
	Trials int `json:"trials,omitempty"`
	// Budget bounds the time of the search. Default 0: none.
	Budget time.Duration `json:"budget,omitempty"`
	// Model predicts seconds, for the objective Time and for Costs.Seconds. Default DefaultRoofline(Element).
	Model CostModel `json:"-"`
	// Progress, if set, is called with each new best tree, from one goroutine at a time. It should return quickly.
	Progress func(Progress) `json:"-"`
}

// Progress is a moment of a search: the best so far.
type Progress struct {
	Finder  string        `json:"finder"`  // the method that found it
	Trial   int           `json:"trial"`   // trials finished
	Elapsed time.Duration `json:"elapsed"` // since the search began
	Costs   Costs         `json:"costs"`
}

// Result is what a search found.
type Result struct {
	Tree    *Tree  // steps in the depth-first order of least peak memory
	Finder  string // the method that found the tree; for Auto and Hyper the one that won
	Costs   Costs
	Optimal bool // no tree has a lower objective; see Exact for what that covers
	Trials  int  // trials finished
	Stopped Stop // what ended the search
	Elapsed time.Duration
	History []Progress // each improvement in turn
}

// Stop says what ended a search.
type Stop string

// What can end a search.
const (
	Done      Stop = "done"      // all that was to be tried was tried
	OutOfTime Stop = "budget"    // Options.Budget
	Cancelled Stop = "cancelled" // the context
)

// check fills in defaults.
func (o Options) check() (Options, goal, error) {
	g, err := o.Objective.parse()
	if err != nil {
		return o, g, err
	}
	switch {
	case o.Workers < 0 || o.Workers > 1024:
		return o, g, &OptionError{Field: "Workers", Value: o.Workers, Reason: "must be between 0 and 1024"}
	case o.Trials < 0:
		return o, g, &OptionError{Field: "Trials", Value: o.Trials, Reason: "must not be negative"}
	case o.Budget < 0:
		return o, g, &OptionError{Field: "Budget", Value: o.Budget, Reason: "must not be negative"}
	case o.Element.Bytes < 0:
		return o, g, &OptionError{Field: "Element.Bytes", Value: o.Element.Bytes, Reason: "must not be negative"}
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Model == nil {
		o.Model = DefaultRoofline(o.Element)
	}
	if r, ok := o.Model.(Roofline); ok && !(r.Flops > 0 && r.Bandwidth > 0 && r.Overhead >= 0) {
		return o, g, &OptionError{Field: "Model", Value: r, Reason: "rates must be above 0"}
	}
	return o, g, nil
}

// Lookup returns the finder of a name, with its default settings.
func Lookup(name string) (Finder, error) {
	for _, f := range Finders() {
		if f.Name() == name {
			return f, nil
		}
	}
	return nil, &OptionError{Field: "finder", Value: name, Reason: fmt.Sprintf("no such finder; there are %v", names())}
}

// Finders returns every finder with its default settings.
func Finders() []Finder {
	return []Finder{Optimal{}, Greedy{}, RandomGreedy{}, Reconfigure{}, Anneal{}, Partition{}, Branch{}, Auto{}, Hyper{}, InOrder{}}
}

func names() []string {
	var out []string
	for _, f := range Finders() {
		out = append(out, f.Name())
	}
	return out
}

// plural writes a count of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// unlimited is a size that no tensor exceeds that a float can count.
const unlimited = math.MaxFloat64
