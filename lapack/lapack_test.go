package lapack_test

import (
	"testing"

	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/lapack/lapacktest"
)

func TestPureGo(t *testing.T) { lapacktest.Run(t, lapack.PureGo()) }

func TestNative(t *testing.T) {
	p, ok := lapack.Native()
	if !ok {
		t.Skip("no native provider in this build")
	}
	t.Logf("%+v", p.Info())
	lapacktest.Run(t, p)
}
