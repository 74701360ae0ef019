package i18n

import (
	"strings"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
)

// Named is a name that a record gives to a date or an amount: the text and its language,
// "" where that is not known.
type Named struct{ Text, Lang string }

// Date says when something happened that took no longer than the precision of its date:
// a birth, a sale, the making of an object. Two ends are the limits between which it
// happened: "between 1656 and 1661". The names are those of the time span. A name that
// says no more than years within the ends, or than the ends do, is said in the language:
// "about 1665". Any other name in the language, or in one that is not known, stands in
// place of the ends, and they are among the exact values; one in another language follows
// them in brackets.
func (w *Wording) Date(span reading.TimeSpan, names ...Named) []Words {
	return w.when(span, names, false)
}

// Period says when something lasted: an exhibition, a reign, a membership. Two ends are
// those of the time: "1656–1661". Otherwise it does as Date.
func (w *Wording) Period(span reading.TimeSpan, names ...Named) []Words {
	return w.when(span, names, true)
}

// Day says a day of the calendar, without exact values.
func (w *Wording) Day(t datetime.Time) []Words { return w.day(t) }

func (w *Wording) when(span reading.TimeSpan, names []Named, lasting bool) []Words {
	exact := w.exact(span)
	for _, name := range names {
		if strings.TrimSpace(name.Text) == "" {
			continue
		}
		if restated, ok := w.restated(name.Text, span); ok {
			return w.withExact(restated, exact)
		}
		if !w.speaks(name.Lang) {
			continue
		}
		said := Plain(w.ends(span, lasting))
		return []Words{{Text: name.Text, Lang: name.Lang, Exact: joined("; ", said, exact)}}
	}
	return w.withExact(w.withName(w.ends(span, lasting), names), exact)
}

// withName adds the first of names that are all in other languages than the reader's: it
// says more than the ends do.
func (w *Wording) withName(said []Words, names []Named) []Words {
	for _, name := range names {
		if strings.TrimSpace(name.Text) == "" {
			continue
		}
		words := []Words{{Text: name.Text, Lang: name.Lang}}
		if len(said) == 0 {
			return words
		}
		return w.phrase("%s (%s)", said, words)
	}
	return said
}

// withExact puts the exact values at each piece that is a date, or else at the piece that
// says most.
func (w *Wording) withExact(pieces []Words, exact string) []Words {
	if exact == "" {
		return pieces
	}
	longest, dated := 0, false
	for i, piece := range pieces {
		if piece.Datetime != "" {
			pieces[i].Exact, dated = exact, true
		}
		if len(piece.Text) > len(pieces[longest].Text) {
			longest = i
		}
	}
	if len(pieces) > 0 && !dated {
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
	var out []byte
	for _, end := range [...]struct {
		property reading.Property
		moment   reading.Moment
	}{
		{reading.BeginOfTheBegin, span.BeginOfTheBegin}, {reading.EndOfTheBegin, span.EndOfTheBegin},
		{reading.BeginOfTheEnd, span.BeginOfTheEnd}, {reading.EndOfTheEnd, span.EndOfTheEnd},
	} {
		if end.moment.Written != "" {
			if len(out) > 0 {
				out = append(out, "; "...)
			}
			out = append(append(append(out, w.Property(end.property)...), ": "...), end.moment.Written...)
		}
	}
	return string(out)
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
