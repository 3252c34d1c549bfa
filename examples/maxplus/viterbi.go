package maxplus

// Viterbi: a program that mixes operations of the extension with those of package trace.

import (
	"errors"

	"github.com/tenferro/tenferro-go/trace"
)

// Viterbi traces the search for the likeliest states of a hidden Markov model of s states and o symbols behind a sequence
// of n ≥ 1 observations.
//
//	start: [s]                  probability of each first state
//	move: [s, s]                move[i, j]: of going from state i to state j
//	emit: [s, o]                emit[i, k]: of seeing symbol k in state i
//	observed: int64 [n]         the symbols that were seen
//
// The results are the states, int64 [n], and the logarithm of the probability of being in them and seeing what was seen,
// a scalar. For each position the program takes the best path through each state, from both ends, and then the best
// state; where several paths are equally likely, the states may be of different ones. See A. J. Viterbi, Error bounds
// for convolutional codes, IEEE Trans. Inf. Theory 13 (1967), and G. D. Forney, The Viterbi algorithm, Proc. IEEE 61
// (1973).
func Viterbi(tc *trace.Context, start, move, emit, observed *trace.Value) (states, score *trace.Value) {
	tc.Helper()
	n := observed.Dim(0)
	if n < 1 {
		v := tc.Fail(errors.New("viterbi: there is no observation"))
		return v, v
	}
	step := tc.Log(move)
	seen := tc.Log(tc.Take(emit, observed, 1)) // [s, n]
	at := func(t int) *trace.Value { return tc.Squeeze(tc.SliceAxis(seen, 1, t, t+1), 1) }

	before := make([]*trace.Value, n) // the best path up to a position, by its state there
	for t := range n {
		if t == 0 {
			before[t] = tc.Add(tc.Log(start), at(t))
			continue
		}
		before[t] = tc.Add(Contract(tc, "i,ij->j", before[t-1], step), at(t))
	}
	best := make([]*trace.Value, n)
	after := tc.Zeros(seen.DType(), start.Dim(0)) // the best path from a position on
	for t := n - 1; t >= 0; t-- {
		best[t] = tc.ArgMax(tc.Add(before[t], after))
		if t > 0 {
			after = Contract(tc, "ij,j->i", step, tc.Add(at(t), after))
		}
	}
	return tc.Stack(0, best...), tc.ReduceMax(before[n-1])
}
