package query

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/server/data/search/internal/words"
)

// Mark is a piece of a text, marked where it is a word that was searched for.
type Mark struct {
	Text   string
	Marked bool
}

// Marker finds the words of a query in texts, in the forms of their stems too.
type Marker struct {
	words  words.Analyzer
	wanted []wanted
}

// wanted is a word of a query, the beginning of one where it is starred. Forms are those of one
// that may be found in others.
type wanted struct {
	word    string
	starred bool
	forms   []words.Form
}

// Marker returns what finds the words of the query in texts, but for those that say nothing.
func (q Query) Marker() Marker {
	m := Marker{words: words.New()}
	for _, it := range q.Items {
		if it.Optional {
			continue
		}
		for i, word := range it.Words {
			w := wanted{word: word, starred: it.Prefix && i == len(it.Words)-1}
			if it.Plain() && len(it.Words) == 1 {
				w.forms = words.Forms(word)
			}
			m.wanted = append(m.wanted, w)
		}
	}
	return m
}

// fits tells whether a word of a text is the one that is wanted.
func (w wanted) fits(term string) bool {
	if term == w.word || w.starred && strings.HasPrefix(term, w.word) {
		return true
	}
	return slices.ContainsFunc(w.forms, func(f words.Form) bool { return strings.HasPrefix(term, f.Beginning) && f.Has(term) })
}

// HasAll tells whether a text has all words of the query.
func (m Marker) HasAll(text string) bool {
	return m.missing(text) == 0
}

// missing is the number of words of the query that a text does not have.
func (m Marker) missing(text string) int {
	terms := m.words.Terms(words.Clip(text, words.MaxText))
	n := 0
	for _, w := range m.wanted {
		if !slices.ContainsFunc(terms, w.fits) {
			n++
		}
	}
	return n
}

// fits tells whether a stretch of letters is a word of the query.
func (m Marker) fits(stretch string) bool {
	for _, term := range m.words.Terms(stretch) {
		if slices.ContainsFunc(m.wanted, func(w wanted) bool { return w.fits(term) }) {
			return true
		}
	}
	return false
}

// Mark divides a text into pieces, of which those that are words of the query are marked.
// The pieces one after the other are the text.
func (m Marker) Mark(text string) []Mark {
	var out []Mark
	add := func(piece string, marked bool) {
		if last := len(out) - 1; last >= 0 && !marked && !out[last].Marked {
			out[last].Text += piece
			return
		}
		out = append(out, Mark{piece, marked})
	}
	for len(text) > 0 {
		n := stretch(text)
		add(text[:n], m.fits(text[:n]))
		text = text[n:]
	}
	return out
}

// stretch is the length of the letters that a text begins with, or of what comes before
// the next; of a script that does not divide words, of one character.
func stretch(text string) int {
	first, size := utf8.DecodeRuneInString(text)
	if ideographic(first) {
		return size
	}
	letters := wordRune(first)
	for i, r := range text {
		if wordRune(r) != letters || ideographic(r) {
			return max(i, size)
		}
	}
	return len(text)
}

func wordRune(r rune) bool { return words.IsLetter(r) || unicode.IsMark(r) }

func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// The length of a snippet, and how much of it is before the first word that was found,
// in bytes.
const (
	maxSnippet    = 240
	snippetBefore = 80
)

// Snippet returns a piece of one of the texts that has most words of the query, with the
// words marked; where own has none of them, of one of others. It returns nothing where no
// text has any.
func (m Marker) Snippet(own, others []string) []Mark {
	all := len(m.wanted)
	best, fewest := "", all
	for _, texts := range [][]string{own, others} {
		if fewest < all {
			break
		}
		for _, text := range texts {
			if n := m.missing(text); n < fewest {
				best, fewest = text, n
			}
		}
	}
	if best == "" {
		return nil
	}
	return m.Mark(m.cut(best))
}

// cut returns the piece of a text around the first word that is found in it.
func (m Marker) cut(text string) string {
	text = strings.Join(strings.Fields(words.Clip(text, words.MaxText)), " ")
	if len(text) <= maxSnippet {
		return text
	}
	at := 0
	for rest := text; len(rest) > 0; {
		n := stretch(rest)
		if m.fits(rest[:n]) {
			at = len(text) - len(rest)
			break
		}
		rest = rest[n:]
	}
	start := max(0, at-snippetBefore)
	if start > 0 {
		if space := strings.IndexByte(text[start:at], ' '); space >= 0 {
			start += space + 1
		}
		for start < len(text) && !utf8.RuneStart(text[start]) {
			start++
		}
	}
	out := words.Clip(text[start:], maxSnippet)
	if start+len(out) < len(text) {
		out += " …"
	}
	if start > 0 {
		out = "… " + out
	}
	return out
}
