package path

// What a search makes small.

import (
	"math"
	"strconv"
	"strings"
)

// Objective names what a search makes small. The zero value is Time. Combo and Limit take a weight after a hyphen:
// "combo-256" (default 64).
type Objective string

// The objectives. All but Size and Peak are sums over the steps.
const (
	Time  Objective = "time"  // seconds by the cost model
	Flops Objective = "flops" // real operations
	Size  Objective = "size"  // largest intermediate, then real operations
	Write Objective = "write" // elements of all intermediates
	Peak  Objective = "peak"  // most elements alive at once, inputs held throughout, then real operations
	Combo Objective = "combo" // Σ multiplications + weight·size, as in cotengra
	Limit Objective = "limit" // Σ max(multiplications, weight·size), as in cotengra
)

// Objectives returns the names of all objectives.
func Objectives() []Objective { return []Objective{Time, Flops, Size, Write, Peak, Combo, Limit} }

// goal is an objective that was understood.
type goal struct {
	kind  Objective
	alpha float64
}

func (o Objective) parse() (goal, error) {
	name, weight, weighted := strings.Cut(string(o), "-")
	g := goal{kind: Objective(name), alpha: alphaDefault}
	if o == "" {
		g.kind = Time
	}
	known := false
	for _, k := range Objectives() {
		known = known || k == g.kind
	}
	if !known {
		return g, &OptionError{Field: "Objective", Value: string(o), Reason: "no such objective"}
	}
	if weighted {
		w, err := strconv.ParseFloat(weight, 64)
		if err != nil || !(w >= 0) || math.IsInf(w, 0) || (g.kind != Combo && g.kind != Limit) {
			return g, &OptionError{Field: "Objective", Value: string(o), Reason: "weight must be a number, at least 0, after combo or limit"}
		}
		g.alpha = w
	}
	return g, nil
}

// score is what trees are compared by: the objective, then what breaks its ties.
type score struct{ first, second float64 }

// worst is above the score of any tree.
func worst() score { return score{math.Inf(1), math.Inf(1)} }

func (s score) less(t score) bool {
	if s.first != t.first {
		return s.first < t.first
	}
	return s.second < t.second
}

// score reads the objective off the costs of a tree.
func (g goal) score(c *Costs) score {
	switch g.kind {
	case Flops:
		return score{c.Flops, c.MaxSize}
	case Size:
		return score{c.MaxSize, c.Flops}
	case Write:
		return score{c.Write, c.Flops}
	case Peak:
		return score{c.Peak, c.Flops}
	case Combo:
		return score{c.Combo, c.Flops}
	case Limit:
		return score{c.Limit, c.Flops}
	default:
		return score{c.Seconds, c.Flops}
	}
}
