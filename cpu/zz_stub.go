package cpu

import "github.com/tenferro/tenferro-go/cblas"

// Correction says what was done about a provider that had mistaken the processor.
type Correction struct{}

// OpenProvider returns the provider of a name, the build's default for "".
func OpenProvider(name string) (cblas.Provider, *Correction, error) {
	if name == "" {
		return cblas.Default(), nil, nil
	}
	p, err := cblas.ByName(name)
	return p, nil, err
}

type threadsDecision struct{ N int }

func DefaultThreads(string) threadsDecision { return threadsDecision{1} }
func defaultPoolLimit() int                 { return 1 << 30 }

const gonumName = "gonum"
