package compilertest

// Accesses: what a step reads and writes, as views of buffers with a shape.

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
)

// access is a view of one buffer that a step reads or writes.
type access struct {
	compiler.View
	written bool
}

func read(o compiler.Operand, shape ...int) access {
	return access{View: compiler.View{Operand: o, Shape: shape}}
}

func write(o compiler.Operand, shape ...int) access {
	return access{View: compiler.View{Operand: o, Shape: shape}, written: true}
}

// accesses lists the views that a step touches: those that it reads in the order in which meaning takes them, then those
// that it writes.
func accesses(b compiler.Body) ([]access, error) {
	switch s := b.(type) {
	case *compiler.Copy:
		return []access{read(s.Src, s.Shape...), write(s.Dst, s.Shape...)}, nil
	case *compiler.Fill:
		return []access{write(s.Dst, s.Shape...)}, nil
	case *compiler.Product:
		list := []access{read(s.A, s.Shape...)}
		if !s.Unary {
			list = append(list, read(s.B, s.Shape...))
		}
		dst, err := kept(s.Dst, s.Shape, s.Reduce)
		return append(list, dst), err
	case *compiler.Reduce:
		dst, err := kept(s.Dst, s.Shape, s.Reduce)
		return []access{read(s.Src, s.Shape...), dst}, err
	case *compiler.Gemm:
		return gemm(s)
	case *compiler.Gemv:
		m, n := s.M, s.N
		if s.Trans != cblas.NoTrans {
			m, n = n, m
		}
		return []access{
			read(at(s.A, matrix(s.Trans, s.LDA)...), m, n), read(at(s.X, s.IncX), n), write(at(s.Y, s.IncY), m),
		}, nil
	case *compiler.Dot:
		return []access{read(at(s.X, s.IncX), s.N), read(at(s.Y, s.IncY), s.N), write(at(s.Dst))}, nil
	case *compiler.Map:
		var list []access
		for _, o := range s.Src {
			list = append(list, read(o, s.Shape...))
		}
		return append(list, write(s.Dst, s.Shape...)), nil
	case *compiler.Triangle:
		return []access{read(s.Src, s.Shape...), write(s.Dst, s.Shape...)}, nil
	case *compiler.Gather:
		list := []access{read(s.X, slices.Concat(s.Rest, s.Indexed)...)}
		for _, o := range s.Indices {
			list = append(list, read(o, s.Select...))
		}
		return append(list, write(s.Dst, slices.Concat(s.Rest, s.Select)...)), nil
	case *compiler.Scatter:
		x := slices.Concat(s.Rest, s.Indexed)
		list := []access{read(s.Dst, x...), read(s.X, slices.Concat(s.Rest, s.Select)...)}
		for _, o := range s.Indices {
			list = append(list, read(o, s.Select...))
		}
		return append(list, write(s.Dst, x...)), nil
	case *compiler.Call:
		var list []access
		for _, v := range s.In {
			list = append(list, access{View: v})
		}
		for _, v := range s.Out {
			list = append(list, access{View: v, written: true})
		}
		return list, nil
	}
	return nil, fmt.Errorf("a step of unknown kind %s", b.Kind())
}

// gemm lists A: [m, k, batch…, sum…], B: [k, n, batch…, sum…] and C: [m, n, batch…].
func gemm(s *compiler.Gemm) ([]access, error) {
	loops := slices.Concat(s.Batch, s.Sum)
	for t, o := range []compiler.Operand{s.A, s.B, s.C} {
		if len(o.Strides) != len(loops) {
			return nil, fmt.Errorf("operand %d has %d strides for %d loops", t, len(o.Strides), len(loops))
		}
	}
	dst, err := kept(s.C, loops, len(s.Sum))
	if err != nil {
		return nil, err
	}
	over := func(o compiler.Operand, t cblas.Transpose, ld, rows, cols int, loops []int) access {
		return read(at(o, slices.Concat(matrix(t, ld), o.Strides)...), slices.Concat([]int{rows, cols}, loops)...)
	}
	c := over(dst.Operand, cblas.NoTrans, s.LDC, s.M, s.N, s.Batch)
	c.written = true
	return []access{over(s.A, s.TransA, s.LDA, s.M, s.K, loops), over(s.B, s.TransB, s.LDB, s.K, s.N, loops), c}, nil
}

// matrix is the strides of op(A) where A is column-major.
func matrix(t cblas.Transpose, ld int) []int {
	if t == cblas.NoTrans {
		return []int{1, ld}
	}
	return []int{ld, 1}
}

func at(o compiler.Operand, strides ...int) compiler.Operand {
	return compiler.Operand{Buf: o.Buf, Offset: o.Offset, Strides: strides}
}

// kept is what is written of a shape whose last axes are reduced; the result must not move along those.
func kept(o compiler.Operand, shape []int, reduce int) (access, error) {
	n := len(shape) - reduce
	if n < 0 || len(o.Strides) != len(shape) {
		return access{}, fmt.Errorf("%d strides and %d reduced axes for shape %v", len(o.Strides), reduce, shape)
	}
	for axis := n; axis < len(shape); axis++ {
		if shape[axis] > 1 && o.Strides[axis] != 0 {
			return access{}, fmt.Errorf("the result moves by %d along reduced axis %d", o.Strides[axis], axis)
		}
	}
	return write(at(o, o.Strides[:n]...), shape[:n]...), nil
}

// Touches lists the buffers that a step reads or writes.
func Touches(b compiler.Body) []int {
	list, _ := accesses(b) // an unknown body touches nothing
	touched := make([]int, len(list))
	for i, a := range list {
		touched[i] = a.Buf
	}
	return touched
}
