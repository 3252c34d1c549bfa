package einsum

// The scanner: text to tokens. It alone knows which runes are labels and that spaces mean nothing.

import (
	"fmt"
	"math"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokLabel
	tokDots
	tokComma
	tokArrow
	tokOpen
	tokClose
	tokStar
)

// span is a stretch of the text: byte offsets, the end excluded. An empty one marks a place between runes.
type span struct{ start, end int }

type token struct {
	kind tokenKind
	span
	symbol symbol // of a label
}

type scanner struct {
	text string
	pos  int
}

// next returns the next token; at the end of the text it is tokEnd, again and again.
func (s *scanner) next() (token, error) {
	r, at := s.rune()
	switch {
	case at.start == len(s.text):
		return token{span: at}, nil
	case r == '-':
		return s.arrow(at)
	case r == '.':
		return s.dots(at)
	case r == '[':
		return s.number(at)
	case r == ',':
		return token{kind: tokComma, span: at}, nil
	case r == '(':
		return token{kind: tokOpen, span: at}, nil
	case r == ')':
		return token{kind: tokClose, span: at}, nil
	case r == '*':
		return token{kind: tokStar, span: at}, nil
	case isLabel(r):
		return token{kind: tokLabel, span: at, symbol: symbol{value: int(r)}}, nil
	}
	return token{}, s.unexpected(r, at)
}

// isLabel reports whether a rune is a label: ASCII letters and digits, and everything beyond Latin-1's controls and
// no-break space. Further spaces of Unicode are labels, since programs that count labels up by code point write them.
func isLabel(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return true
	}
	return r > '\u00a0'
}

func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\v', '\f', '\r', '\u0085', '\u00a0':
		return true
	}
	return false
}

// rune consumes spaces and the rune behind them. At the end of the text it returns an empty span there; a byte that is
// no UTF-8 comes back as -1.
func (s *scanner) rune() (rune, span) {
	for s.pos < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		at := span{s.pos, s.pos + size}
		s.pos = at.end
		if r == utf8.RuneError && size == 1 {
			return -1, at
		}
		if !isSpace(r) {
			return r, at
		}
	}
	return -1, span{len(s.text), len(s.text)}
}

func (s *scanner) arrow(at span) (token, error) {
	r, head := s.rune()
	if r != '>' {
		return token{}, s.fail(at, `"-" is no label; the arrow is "->"`)
	}
	return token{kind: tokArrow, span: span{at.start, head.end}}, nil
}

func (s *scanner) dots(at span) (token, error) {
	for range 2 {
		r, dot := s.rune()
		if r != '.' {
			return token{}, s.fail(at, `an ellipsis is three dots, "..."`)
		}
		at.end = dot.end
	}
	return token{kind: tokDots, span: at}, nil
}

// number reads a label such as [12].
func (s *scanner) number(at span) (token, error) {
	value, digits := 0, 0
	for {
		r, next := s.rune()
		at.end = next.end
		switch {
		case '0' <= r && r <= '9':
			digits++
			digit := int(r - '0')
			if value > (math.MaxInt-digit)/10 {
				return token{}, s.fail(at, "the number of the label is too large")
			}
			value = 10*value + digit
		case r == ']' && digits > 0:
			return token{kind: tokLabel, span: at, symbol: symbol{value, true}}, nil
		default:
			return token{}, s.fail(at, "a label in brackets is a number, [12]")
		}
	}
}

func (s *scanner) unexpected(r rune, at span) error {
	switch {
	case r == -1:
		return s.fail(at, fmt.Sprintf("byte %#02x is not UTF-8", s.text[at.start]))
	case r == '>':
		return s.fail(at, `">" without "-"; the arrow is "->"`)
	}
	return s.fail(at, fmt.Sprintf("%q is no label: labels are letters, digits, numbers in brackets and runes from U+00A1 on", r))
}

func (s *scanner) fail(at span, problem string) error {
	return &ParseError{Equation: s.text, Offset: at.start, problem: problem, marks: []span{at}}
}
