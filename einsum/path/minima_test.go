package path_test

// Networks whose minima are known, most of them from bug reports of other tools.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum/path"
)

// parse reads an equation with one letter per label and an explicit output. sizes gives "a=3 b=4", or one size for all.
func parse(t testing.TB, eq string, all int, sizes map[rune]int) *path.Network {
	t.Helper()
	lhs, rhs, ok := strings.Cut(eq, "->")
	require.True(t, ok)
	n := &path.Network{}
	names := map[rune]path.Label{}
	label := func(c rune) path.Label {
		if _, ok := names[c]; !ok {
			names[c] = len(n.Sizes)
			d := all
			if s, ok := sizes[c]; ok {
				d = s
			}
			n.Sizes = append(n.Sizes, d)
		}
		return names[c]
	}
	for _, term := range strings.Split(lhs, ",") {
		in := []path.Label{}
		for _, c := range term {
			in = append(in, label(c))
		}
		n.Inputs = append(n.Inputs, in)
	}
	for _, c := range rhs {
		n.Output = append(n.Output, label(c))
	}
	return n
}

func TestKnownMinima(t *testing.T) {
	for _, c := range []struct {
		name, eq       string
		all            int
		sizes          map[rune]int
		optEinsum, mul float64 // least operations by opt_einsum's and by cotengra's count
		size           float64 // least size of the largest intermediate, 0 if not known
	}{
		{"B03 hyperedge", "ab,b,bc->ac", 0, map[rune]int{'a': 2, 'b': 3, 'c': 2}, 30, 18, 6},
		{"B15 sizes of 40", "inm,jln,kml->ijk", 40, nil, 409600000, 204800000, 2560000},
		{"B33 huge intermediate", "iP,sP,PQ,jQ,tQ,ti,sj->", 0,
			map[rune]int{'i': 300, 'j': 300, 'P': 2000, 'Q': 2000, 's': 50, 't': 50}, 924030000, 464015000, 0},
		{"B35 ten small terms", "a,c,d,db,ab,cb,ac,cd,ad,b->dbc", 2, nil, 80, 64, 8},
		{"S14 implied limit", "gfl,egh,efj,mjk,cdn,bck,bdi,oih->lmno", 0, map[rune]int{
			'g': 6, 'f': 6, 'l': 4, 'e': 6, 'h': 4, 'j': 4, 'm': 4, 'k': 4, 'c': 6, 'd': 6, 'n': 4, 'b': 6, 'i': 4, 'o': 4,
		}, 35328, 17664, 576},
		{"S17 limit below what is needed", "ikl,plm,mki->p", 5, nil, 1500, 750, 25},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := parse(t, c.eq, c.all, c.sizes)
			r := search(t, path.Optimal{}, n, path.Options{Objective: path.Flops})
			require.True(t, r.Optimal)
			require.Equal(t, c.optEinsum, r.Costs.FlopsOptEinsum)
			r = search(t, path.Optimal{}, n, path.Options{Objective: "limit-0"})
			require.Equal(t, c.mul, r.Costs.FlopsCotengra)
			if c.size > 0 {
				r = search(t, path.Optimal{}, n, path.Options{Objective: path.Size})
				require.Equal(t, c.size, r.Costs.MaxSize)
			}
		})
	}
}
