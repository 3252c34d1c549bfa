package cpu

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/tenferro/tenferro-go/cblas"
)

// Correction says what was done about a provider that had mistaken the processor: OpenBLAS before 0.3.25 runs its SSE3
// kernels on Intel processors that it does not know (OpenMathLib/OpenBLAS#4267), at a fifth of the speed.
type Correction struct {
	Provider string
	From     string   // the kernels that the library chose
	To       string   // those that it runs now; equal to From if nothing could be done
	Reason   string   // why they are the wrong ones, in a sentence
	Obeyed   bool     // they are the user's choice, by OPENBLAS_CORETYPE, and stay
	Failed   []string // what was tried in vain, with the reason
}

func (c *Correction) String() string {
	s := fmt.Sprintf("%s chose its %s kernels: %s", c.Provider, c.From, c.Reason)
	if c.Obeyed {
		s += ", but " + coretype + " is set and is obeyed"
	}
	if c.To != c.From {
		s += fmt.Sprintf("; it runs its %s kernels now", c.To)
	}
	if len(c.Failed) > 0 {
		s += fmt.Sprintf(" (tried in vain: %s)", strings.Join(c.Failed, "; "))
	}
	return s
}

// coretype is the variable by which a user chooses OpenBLAS's kernels.
const coretype = "OPENBLAS_CORETYPE"

// corrected remembers what was done about the native library, which is one for the whole process.
var corrected struct {
	once sync.Once
	what *Correction
}

// OpenProvider returns a provider by name, the build's native one (else the pure-Go one) for "". A native library that
// chose kernels far below the processor is corrected first, once in a process: what was done is returned each time, nil
// if the choice was good. Kernels that the user chose by OPENBLAS_CORETYPE are left alone. No call of the library may
// run meanwhile: open a provider before computing with it in other ways.
func OpenProvider(name string) (cblas.Provider, *Correction, error) {
	p := cblas.Default()
	if name != "" {
		var err error
		if p, err = cblas.ByName(name); err != nil {
			return nil, nil, err
		}
	}
	r, ok := p.(cblas.Reselector)
	if !ok {
		return p, nil, nil
	}
	corrected.once.Do(func() {
		corrected.what = correct(r, ThisProcessor(), os.Getenv(coretype) != "")
	})
	return p, corrected.what, nil
}

// correct has the library run the best kernels that the processor supports and that compute rightly.
func correct(p cblas.Reselector, processor Processor, chosenByUser bool) *Correction {
	info := p.Info()
	better := betterKernels(info.Kernel, info.Version, processor)
	if len(better) == 0 {
		return nil
	}
	from, _ := unitOf(info.Kernel)
	to, _ := unitOf(better[0])
	c := &Correction{Provider: info.Name, From: info.Kernel, To: info.Kernel,
		Reason: fmt.Sprintf("they use %s, the processor has %s", from, to)}
	if overruns(info.Kernel, info.Version, processor) {
		c.Reason = fmt.Sprintf("they overrun their stack on this processor in version %s", info.Version)
	}
	if c.Obeyed = chosenByUser; c.Obeyed {
		return c
	}
	for _, kernel := range better {
		if err := try(p, kernel); err != nil {
			c.Failed = append(c.Failed, fmt.Sprintf("%s: %v", kernel, err))
			if errors.Is(err, cblas.ErrFixedKernels) {
				break
			}
			continue
		}
		c.To = kernel
		return c
	}
	if p.Info().Kernel != info.Kernel {
		if err := p.Reselect(info.Kernel); err != nil {
			c.Failed = append(c.Failed, fmt.Sprintf("going back: %v", err))
		}
	}
	return c
}

// try selects kernels and holds them against exact integer products.
func try(p cblas.Reselector, kernel string) error {
	if err := p.Reselect(kernel); err != nil {
		return err
	}
	return cblas.SelfTest(context.Background(), p, cblas.Quick)
}
