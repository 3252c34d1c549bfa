package einsumtest

// Writing a random equation down: which symbols its labels get, spaces, parentheses.

import (
	"strconv"
	"strings"
)

// alphabets are pools of symbols; a case takes its labels from one of them, or from all.
var alphabets = [...]string{
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"abcdefghijkl0123456789ÀÁÂ×÷ØÙÐßïñēĻŧ",
	"αβγδεζηθικλμνξοπρστυφχψωАБВГДЕЖЗИЙКЛМН",
	"テンソル縮約日本語数学行列積和文字添軸番号順序",
	"ab\u0301\u0308\u3000\u200b∑∫𝔞𝔟𝔠𝔡𝔢𝔣𝔤𝔥𝔦𝔧𝔨𝔩🙂🚀\ufffd",
}

// symbols draws one symbol for each label.
func (g *generator) symbols() []string {
	names := make([]string, len(g.sizes))
	if g.chance(0.1) { // numbers
		for i := range names {
			names[i] = "[" + strconv.Itoa(1000*i+g.rng.IntN(1000)) + "]"
		}
		return names
	}
	pool := []rune(alphabets[0])
	if g.chance(0.4) {
		pool = []rune(alphabets[g.rng.IntN(len(alphabets))])
	}
	for i, pick := range g.rng.Perm(len(pool))[:len(names)] {
		names[i] = string(pool[pick])
	}
	return names
}

func (g *generator) write() string {
	names := g.symbols()
	var terms []string
	for i, labels := range g.inputs {
		term := writeTerm(names, labels, g.dots[i])
		if g.conj[i] {
			term += "*"
		}
		terms = append(terms, term)
	}
	if g.nested {
		terms = g.nest(terms)
	}
	text := strings.Join(terms, ",")
	if !g.implied {
		text += "->" + writeTerm(names, g.output, g.ellipsis)
	}
	if g.chance(0.1) {
		text = strings.Join(strings.Split(text, ""), " ")
	}
	return text
}

// nest puts parentheses round neighbours, repeatedly.
func (g *generator) nest(items []string) []string {
	for range g.between(1, 3) {
		if len(items) < 2 {
			break
		}
		width := g.between(1, min(3, len(items)))
		at := g.rng.IntN(len(items) - width + 1)
		group := "(" + strings.Join(items[at:at+width], ",") + ")"
		rest := append([]string{group}, items[at+width:]...)
		items = append(append([]string{}, items[:at]...), rest...)
	}
	return items
}

func writeTerm(names []string, labels []int, dots int) string {
	var b strings.Builder
	for i, label := range labels {
		if i == dots {
			b.WriteString("...")
		}
		b.WriteString(names[label])
	}
	if dots == len(labels) {
		b.WriteString("...")
	}
	return b.String()
}
