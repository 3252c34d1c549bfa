package einsum

import (
	"fmt"
	"strconv"
)

// Option is a choice in how an equation is contracted.
type Option func(*options) error

// options are the choices that a plan depends on. They are plain data: their text is part of the key under which a
// compiled contraction is kept.
type options struct {
	finder  string
	linear  [][]int
	ssa     [][]int
	promote bool
	seed    uint64
	limit   int
}

func newOptions(opts []Option) (*options, error) {
	o := &options{}
	for _, f := range opts {
		if err := f(o); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// WithPath contracts in a given order, in the convention of opt_einsum and NumPy: each step names positions in the list
// of operands, which are removed; the result is appended at the end. Parentheses in the equation are ignored then.
func WithPath(path [][]int) Option {
	return func(o *options) error { o.linear, o.ssa = path, nil; return nil }
}

// WithSSAPath contracts in a given order, in single-assignment form: operands are numbered 0 … n-1, and every step
// names two or more numbers and makes the next one.
func WithSSAPath(path [][]int) Option {
	return func(o *options) error { o.ssa, o.linear = path, nil; return nil }
}

// WithFinder chooses the search for the order of contraction: "auto", the default, or by the names of path.Finders.
func WithFinder(name string) Option {
	return func(o *options) error {
		if _, err := finder(name, 0); err != nil {
			return err
		}
		o.finder = name
		return nil
	}
}

// WithSeed seeds the searches that use chance. The same seed gives the same order. Default 0.
func WithSeed(seed uint64) Option { return func(o *options) error { o.seed = seed; return nil } }

// WithPromotion lets operands have different dtypes: they are converted to the smallest one that holds them all.
// Without it, different dtypes are an error.
func WithPromotion() Option { return func(o *options) error { o.promote = true; return nil } }

// WithMemoryLimit refuses, with a *MemoryError, contractions that would hold more than this many bytes at once, operands
// and result included, before anything is allocated. Default 0: no limit.
func WithMemoryLimit(bytes int) Option {
	return func(o *options) error {
		if bytes < 0 {
			return fmt.Errorf("memory limit of %d bytes", bytes)
		}
		o.limit = bytes
		return nil
	}
}

// MemoryError says that a contraction needs more memory than it may have.
type MemoryError struct {
	Equation string
	Need     int // bytes that the contraction would hold at once
	Limit    int
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("einsum %q needs %d bytes, the limit is %d", e.Equation, e.Need, e.Limit)
}

// key writes the choices for use in a cache key.
func (o *options) key(b []byte) []byte {
	b = append(b, o.finder...)
	b = append(b, '|')
	for _, path := range [][][]int{o.linear, o.ssa} {
		for _, step := range path {
			for _, v := range step {
				b = strconv.AppendInt(b, int64(v), 36)
				b = append(b, ',')
			}
			b = append(b, ';')
		}
		b = append(b, '|')
	}
	b = strconv.AppendUint(b, o.seed, 36)
	b = append(b, '|')
	b = strconv.AppendInt(b, int64(o.limit), 36)
	if o.promote {
		b = append(b, 'p')
	}
	return append(b, '|')
}
