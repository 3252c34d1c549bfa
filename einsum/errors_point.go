package einsum

// Drawing an equation with carets under the places that an error is about.

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	shownWhole  = 96 // columns up to which an equation is shown as a whole
	shownAround = 24 // runes shown on each side of a place in a longer one
)

// cell is one rune of the equation, or the place behind its last, as it is drawn.
type cell struct {
	text   string
	width  int // in columns of a terminal
	marked bool
	shown  bool
}

// point draws the text on a line of its own and carets under the spans on the next. Of a long text it draws only what is
// near to the carets.
func point(text string, places []span) string {
	if len(places) == 0 {
		return ""
	}
	cells := layOut(text, places)
	var line, carets strings.Builder
	hidden := false
	for _, c := range cells {
		if !c.shown {
			hidden = true
			continue
		}
		if hidden {
			line.WriteString("…")
			carets.WriteByte(' ')
			hidden = false
		}
		line.WriteString(c.text)
		fill := " "
		if c.marked {
			fill = "^"
		}
		carets.WriteString(strings.Repeat(fill, c.width))
	}
	if hidden {
		line.WriteString("…")
	}
	return "\n\t" + strings.TrimRight(line.String(), " ") + "\n\t" + strings.TrimRight(carets.String(), " ")
}

func layOut(text string, places []span) []cell {
	cells := make([]cell, 0, len(text)+1)
	columns := 0
	for at, size := 0, 0; at < len(text); at += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[at:])
		c := cell{text: text[at : at+size], width: columnsOf(r), marked: isMarked(at, size, places)}
		switch {
		case r == utf8.RuneError && size == 1:
			c.text = "\ufffd"
		case isSpace(r) || unicode.IsControl(r):
			c.text = " "
		case unicode.IsMark(r) && c.marked: // give it a column of its own, so that it and its caret can be seen
			c.text, c.width = "\u25cc"+c.text, 1
		}
		columns += c.width
		cells = append(cells, c)
	}
	cells = append(cells, cell{text: " ", width: 1, marked: isMarked(len(text), 0, places)})
	for i := range cells {
		cells[i].shown = cells[i].shown || columns <= shownWhole
		if cells[i].marked {
			for j := max(0, i-shownAround); j < min(len(cells), i+shownAround+1); j++ {
				cells[j].shown = true
			}
		}
	}
	return cells
}

// isMarked reports whether the rune of the given size at an offset is in one of the spans. An empty span marks what
// begins where it stands.
func isMarked(at, size int, places []span) bool {
	for _, s := range places {
		if s.start == at || s.start < at && at+size <= s.end && size > 0 {
			return true
		}
	}
	return false
}

// columnsOf returns how many columns a terminal gives a rune: none for marks that combine with the rune before, two for
// the scripts that UAX #11 calls wide, one for everything else.
func columnsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Yi),
		0x3000 <= r && r <= 0x303e, // CJK symbols and punctuation
		0xff01 <= r && r <= 0xff60, // full-width forms
		0xffe0 <= r && r <= 0xffe6,
		0x1f300 <= r && r <= 0x1faff: // pictographs
		if 0xff61 <= r && r <= 0xffdc { // half-width forms of the same scripts
			return 1
		}
		return 2
	}
	return 1
}
