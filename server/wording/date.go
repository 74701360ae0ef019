package wording

import (
	"strings"

	"vitrine/linkedart/reading"
)

// Named is a name that a record gives to a date or an amount: the text and its language,
// "" where that is not known.
type Named struct{ Text, Lang string }

// Date says when something happened that took no longer than the precision of its date:
// a birth, a sale, the making of an object. Two ends are the limits between which it
// happened: "between 1656 and 1661". The names are those of the time span. A name that
// says "about" of a date within the ends is said in the language; any other name in the
// language, or in one that is not known, stands in place of the ends, and they are among
// the exact values.
func (w *Wording) Date(span reading.TimeSpan, names ...Named) []Words {
	return w.when(span, names, false)
}

// Period says when something lasted: an exhibition, a reign, a membership. Two ends are
// those of the time: "1656–1661". Otherwise it does as Date.
func (w *Wording) Period(span reading.TimeSpan, names ...Named) []Words {
	return w.when(span, names, true)
}

func (w *Wording) when(span reading.TimeSpan, names []Named, lasting bool) []Words {
	derived := w.ends(span, lasting)
	exact := w.exact(span)
	for _, name := range names {
		if said, ok := w.about(name.Text, span); ok {
			derived = said
			break
		}
		if w.speaks(name.Lang) && strings.TrimSpace(name.Text) != "" {
			if Plain(derived) != name.Text {
				exact = joined("; ", Plain(derived), exact)
				derived = []Words{{Text: name.Text, Lang: name.Lang}}
			}
			break
		}
	}
	if len(derived) == 0 { // better a name in another language than nothing
		for _, name := range names {
			if strings.TrimSpace(name.Text) != "" {
				derived = []Words{{Text: name.Text, Lang: name.Lang}}
				break
			}
		}
	}
	for i := range derived {
		if exact != "" && (derived[i].Datetime != "" || len(derived) == 1) {
			derived[i].Exact = exact
		}
	}
	return w.withExact(derived, exact)
}

// withExact puts the exact values at the piece that says most, where none has them.
func (w *Wording) withExact(pieces []Words, exact string) []Words {
	longest := 0
	for i, piece := range pieces {
		if piece.Exact != "" || exact == "" {
			return pieces
		}
		if len(piece.Text) > len(pieces[longest].Text) {
			longest = i
		}
	}
	if len(pieces) > 0 {
		pieces[longest].Exact = exact
	}
	return pieces
}

// speaks tells whether a text in a language is one that the reader reads, or may be.
func (w *Wording) speaks(lang string) bool {
	base, _, _ := strings.Cut(lang, "-")
	return lang == "" || base == w.Code()
}

// exact are the ends of a time span as the record writes them.
func (w *Wording) exact(span reading.TimeSpan) string {
	var out []string
	for _, end := range []struct {
		property reading.Property
		moment   reading.Moment
	}{
		{reading.BeginOfTheBegin, span.BeginOfTheBegin}, {reading.EndOfTheBegin, span.EndOfTheBegin},
		{reading.BeginOfTheEnd, span.BeginOfTheEnd}, {reading.EndOfTheEnd, span.EndOfTheEnd},
	} {
		if end.moment.Written != "" {
			out = append(out, w.Property(end.property)+": "+end.moment.Written)
		}
	}
	return strings.Join(out, "; ")
}

// joined joins the texts that are not empty.
func joined(separator string, texts ...string) string {
	var out []string
	for _, text := range texts {
		if text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, separator)
}
