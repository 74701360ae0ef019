package dates

import (
	"strings"
	"unicode/utf8"

	"vitrine/linkedart/words/lexicon"
)

// Order says which number of a date such as 5/4/1971 is the month.
type Order uint8

// The orders.
const (
	// NoOrder reads a date that has two meanings as the time from the one to the other.
	NoOrder Order = iota
	MonthFirst
	DayFirst
)

// Options are the habits of a museum.
type Options struct {
	// Circa is how many years "circa" adds to both sides.
	Circa int
	// Early is how many years the early and the late part of a century have.
	Early int
	// Century is the year that a century of our era begins with: with 0 the 19th century is
	// from 1800 to 1899, with 1 from 1801 to 1900.
	Century int
	// Order is that of the numbers of a date.
	Order Order
}

// Defaults are the habits of most museums.
func Defaults() Options { return Options{Circa: 5, Early: 20} }

// Reader reads the dates of a museum. Several goroutines may use it.
type Reader struct {
	options Options
	words   *lexicon.Lexicon
}

// New returns a reader. An error is a fault of the tables.
func New(o Options) (*Reader, error) {
	words, err := table()
	if err != nil {
		return nil, err
	}
	return &Reader{o, words}, nil
}

// MaxText is how many bytes of text are read; a longer text is not understood.
const MaxText = 300

// Read reads a date. It is false for a text that it does not understand, and the span has
// the text alone.
func (r *Reader) Read(text string) (Span, bool) {
	plain := strings.TrimSpace(text)
	if plain == "" || len(plain) > MaxText || !utf8.ValidString(plain) {
		return Span{Text: text}, false
	}
	s, ok := r.edtf(plain)
	if inner, found := strings.CutPrefix(plain, "["); found && !ok {
		plain = strings.TrimSuffix(inner, "]") // what a cataloguer supplied, as libraries write it
	}
	if !ok || isYearPair(plain) {
		s, ok = r.grammar(plain)
	}
	if !ok {
		return Span{Text: text}, false
	}
	s.Text = text
	for i := range s.More {
		s.More[i].Text = text
	}
	return s, true
}

// isYearPair tells that a text such as 1905-06 may be two years as well as a month.
func isYearPair(text string) bool {
	return len(text) == 7 && text[4] == '-' && text[5] <= '9' && text[5:] > text[2:4]
}

// grammar reads a text of words.
func (r *Reader) grammar(text string) (Span, bool) {
	p := parser{reader: r, items: items(r.words, lexicon.Tokens(text))}
	if p.undated() {
		return Span{Undated: true}, true
	}
	var all []entry
	for !p.end() {
		before := p.pos
		e, ok := p.entry()
		if !ok || p.pos == before {
			return Span{}, false
		}
		all = append(all, e)
		for p.take(",", ";", ".", ":", "/", "and") {
		}
	}
	return combine(all)
}

// entry is one date of a text.
type entry struct {
	span Span
	// period tells that it is the name of a period, which other dates may narrow.
	period bool
	// known tells that it has a date.
	known bool
	// more are the dates in its brackets.
	more []Span
}

// isMaking tells that an act is a part of how a thing of design came to be.
func isMaking(act string) bool { return act == "designed" || act == "manufactured" }

// ofDesign is the time from a design to its manufacture, which is not before it.
func ofDesign(a, b Span) Span {
	design := a
	if b.Act == "designed" {
		design = b
	}
	out := a.with(b)
	if !out.Earliest.IsZero() && !design.Earliest.IsZero() {
		out.Earliest = design.Earliest
	}
	out.Act = ""
	return out
}

// combine makes one span of the dates of a text: periods narrow what they stand beside,
// dates of the same act go from the first to the last, those of a design and its manufacture
// too, and those of other acts are kept beside the first.
func combine(all []entry) (Span, bool) {
	var out, frame Span
	found, framed := false, false
	for _, e := range all {
		switch {
		case !e.known:
		case e.period && e.span.Act == "":
			frame, framed = e.span, true
		case !found:
			out, found = e.span, true
		case e.span.Act == out.Act || e.span.Act == "":
			out = out.with(e.span)
		case isMaking(out.Act) && isMaking(e.span.Act):
			out = ofDesign(out, e.span)
		default:
			out.More = append(out.More, e.span)
		}
		out.More = append(out.More, e.more...)
	}
	if !found && framed {
		frame.More = out.More
		return frame, true
	}
	if found && framed {
		var ok bool
		if out, ok = out.within(frame); !ok {
			return Span{}, false
		}
	}
	open := out.Earliest.IsZero() && out.Latest.IsZero()
	return out, found && !open && out.ordered()
}
