// Package mps shows matrix product states on linalg's splits and einsum: a state of many sites is cut into a chain of small
// tensors, brought into canonical form, and truncated, with the error of each cut known. Nothing else is needed.
package mps

import (
	"context"
	"fmt"
	"math"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

// State is a chain of tensors [left bond, site, right bond]; the bonds at the ends have size 1.
type State struct {
	Sites []*tensor.Tensor
}

// FromTensor cuts a tensor with one axis for each site from the left to the right. Every cut keeps what the options
// say, for instance linalg.MaxRank(32). It returns the state, which is left-canonical, and the norm of what was lost.
func FromTensor(t *tensor.Tensor, opts ...linalg.Option) (*State, float64, error) {
	rest, err := t.Reshape(1, t.Dim(0), t.Len()/t.Dim(0))
	if err != nil {
		return nil, 0, err
	}
	opts = append([]linalg.Option{linalg.SingularValuesTo(linalg.AbsorbRight)}, opts...)
	s, lost := &State{}, 0.0
	for axis := 1; axis < t.Rank(); axis++ {
		cut, err := linalg.SplitSVD("asr -> as x, x r", rest, opts...)
		if err != nil {
			return nil, 0, err
		}
		s.Sites = append(s.Sites, cut.Left)
		lost = math.Hypot(lost, cut.Error)
		n := t.Dim(axis)
		if rest, err = cut.Right.Reshape(cut.Rank, n, cut.Right.Len()/cut.Rank/n); err != nil {
			return nil, 0, err
		}
	}
	s.Sites = append(s.Sites, rest)
	return s, lost, nil
}

// Canonicalise makes every site to the left of the centre an isometry from the left, and every one to the right of it an
// isometry from the right. The state stays the same.
func (s *State) Canonicalise(ctx context.Context, centre int) error {
	if centre < 0 || centre >= len(s.Sites) {
		return fmt.Errorf("mps: no site %d among %d", centre, len(s.Sites))
	}
	for i := range centre {
		cut, err := linalg.SplitQR("asb -> as x, x b", s.Sites[i], linalg.WithContext(ctx))
		if err != nil {
			return err
		}
		if err := s.put(ctx, i, cut.Left, i+1, "xb,bsc->xsc", cut.Right, s.Sites[i+1]); err != nil {
			return err
		}
	}
	for i := len(s.Sites) - 1; i > centre; i-- {
		cut, err := linalg.SplitLQ("bsc -> b x, x sc", s.Sites[i], linalg.WithContext(ctx))
		if err != nil {
			return err
		}
		if err := s.put(ctx, i, cut.Right, i-1, "asb,bx->asx", s.Sites[i-1], cut.Left); err != nil {
			return err
		}
	}
	return nil
}

// put stores an isometry, and what is left of its site in the neighbour.
func (s *State) put(ctx context.Context, i int, isometry *tensor.Tensor, neighbour int, equation string, factors ...*tensor.Tensor) error {
	merged, err := einsum.Contract(ctx, equation, factors...)
	if err != nil {
		return err
	}
	s.Sites[i], s.Sites[neighbour] = isometry, merged
	return nil
}

// Truncate cuts every bond as the options say, from the left to the right, after which the state is left-canonical. It
// returns the norm of what was lost, which is right because the state is brought into right-canonical form first.
func (s *State) Truncate(ctx context.Context, opts ...linalg.Option) (float64, error) {
	if err := s.Canonicalise(ctx, 0); err != nil {
		return 0, err
	}
	opts = append([]linalg.Option{linalg.SingularValuesTo(linalg.AbsorbRight), linalg.WithContext(ctx)}, opts...)
	lost := 0.0
	for i := range len(s.Sites) - 1 {
		cut, err := linalg.SplitSVD("asb -> as x, x b", s.Sites[i], opts...)
		if err != nil {
			return 0, err
		}
		lost = math.Hypot(lost, cut.Error)
		if err := s.put(ctx, i, cut.Left, i+1, "xb,bsc->xsc", cut.Right, s.Sites[i+1]); err != nil {
			return 0, err
		}
	}
	return lost, nil
}

// Tensor contracts the chain to one tensor, with an axis for each site.
func (s *State) Tensor(ctx context.Context) (*tensor.Tensor, error) {
	state := s.Sites[0]
	shape := []int{state.Dim(1)}
	for _, site := range s.Sites[1:] {
		merged, err := einsum.Contract(ctx, "asb,btc->astc", state, site)
		if err != nil {
			return nil, err
		}
		shape = append(shape, site.Dim(1))
		if state, err = merged.Reshape(1, merged.Dim(1)*merged.Dim(2), merged.Dim(3)); err != nil {
			return nil, err
		}
	}
	return state.Reshape(shape...)
}
