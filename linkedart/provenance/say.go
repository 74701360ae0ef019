package provenance

import (
	"strings"

	"vitrine/linkedart/reading"
)

// Writer writes what happened in the words of a language: event by event, or as the text of
// a provenance in the form that the American Alliance of Museums recommends.
type Writer[P any] struct {
	Words[P]
	// Written tells that the record has a text of its own about its provenance. What the
	// activities lack may stand in that, so no one is called unknown.
	Written bool
	// text is set in the text of a provenance, which has the years of people's lives, and
	// dealers in brackets.
	text bool
}

// Limits on what is written of one event.
const (
	// maxNamed is how many parties of one kind are named.
	maxNamed = 100
	// maxAmounts is how many amounts stand in a row.
	maxAmounts = 10
)

func (w Writer[P]) isEmpty(p P) bool { return w.String(p) == "" }

// list adds phrases to a phrase, with commas; those that say nothing are left out.
func (w Writer[P]) list(phrases ...P) P {
	var out P
	for _, p := range phrases {
		switch {
		case w.isEmpty(p):
		case w.isEmpty(out):
			out = p
		default:
			out = w.Join(out, w.Plain(", "), p)
		}
	}
	return out
}

// aside adds what is said by the way.
func (w Writer[P]) aside(p, aside P) P {
	if w.isEmpty(aside) {
		return p
	}
	return w.Join(p, w.Plain(" ("), aside, w.Plain(")"))
}

// Account tells an event in a sentence without its end. One that there is no verb for is
// told by the museum's own text, if it has one.
func (w Writer[P]) Account(e Event) P {
	if _, ok := spoken[e.Kind]; !ok && len(e.Texts) > 0 {
		text := e.Texts[0]
		text.Content = strings.TrimRight(text.Content, ":;. \n\r\t")
		return w.Join(w.Texts([]reading.Name{text})...)
	}
	return w.list(append([]P{w.happened(e)}, w.details(e)...)...)
}

// happened tells what happened, from whom and to whom.
func (w Writer[P]) happened(e Event) P {
	v, ok := spoken[e.Kind]
	if !ok {
		return w.unspoken(e)
	}
	from, to := w.Parties(e.From), w.Parties(e.To)
	switch {
	case e.Kind == Move:
		from, to = w.ends(e.Legs)
	case e.Kind == Exhibition && e.Activity.IRI() != "":
		return w.Say("Shown in the exhibition %s", w.Node(e.Activity))
	case !e.Transfers():
		from = w.Parties(e.By)
	}
	return w.named(e, w.form(v, from, to))
}

// form is the form of a verb that names those who are known.
func (w Writer[P]) form(v verbs, from, to P) P {
	gives, gets := !w.isEmpty(from), !w.isEmpty(to)
	switch {
	case gives && gets && v.both != "":
		return w.Say(v.both, from, to)
	case gives && w.Written && v.giver != "":
		return w.Say(v.giver, from)
	case gives && v.from != "":
		return w.Say(v.from, from)
	case gets && v.to != "":
		return w.Say(v.to, to)
	}
	return w.Say(v.none)
}

// next goes on from a statement that ends with the one whom the object went from.
func (w Writer[P]) next(e Event) P {
	v, ok := spoken[e.Kind]
	if !ok || v.next == "" {
		return w.happened(e)
	}
	if to := w.Parties(e.To); !w.isEmpty(to) {
		return w.named(e, w.Say(v.next, to))
	}
	if e.Promised {
		return w.happened(e)
	}
	return w.named(e, w.Say(v.lost))
}

// named adds what the record calls the event, where the verb does not tell, and how sure
// it is.
func (w Writer[P]) named(e Event, said P) P {
	switch e.Kind {
	case Acquisition, Custody, Transfer, Right:
		said = w.aside(said, w.kinds(e))
	}
	switch e.Certainty {
	case Possible:
		return w.Say("Possibly %s", w.Lower(said))
	case Probable:
		return w.Say("Probably %s", w.Lower(said))
	case Obsolete:
		return w.Say("Formerly believed: %s", w.Lower(said))
	}
	return said
}

// lower begins what was said of an event with a small letter, unless that is the name of
// the event.
func (w Writer[P]) lower(e Event, said P) P {
	if _, ok := spoken[e.Kind]; !ok {
		return said
	}
	return w.Lower(said)
}

// unspoken writes an event that there is no verb for: by what it is called.
func (w Writer[P]) unspoken(e Event) P {
	var name P
	if e.Activity.IRI() != "" {
		name = w.Node(e.Activity)
	}
	return w.list(name, w.kinds(e), w.Parties(e.By))
}

// kinds are what the record classifies an event as.
func (w Writer[P]) kinds(e Event) P {
	var out []P
	for _, kind := range e.Kinds {
		out = append(out, w.Node(kind))
	}
	return w.list(out...)
}

// ends are the places that an object was moved between.
func (w Writer[P]) ends(legs []Leg) (from, to P) {
	if len(legs) == 0 {
		return from, to
	}
	if first := legs[0].From; !first.IsZero() {
		from = w.Node(first)
	}
	if last := legs[len(legs)-1].To; !last.IsZero() {
		to = w.Node(last)
	}
	return from, to
}

// details are where and when it was, the lot, and the price.
func (w Writer[P]) details(e Event) []P {
	var out []P
	if e.Kind != Move {
		for _, place := range e.Places {
			out = append(out, w.Node(place))
		}
	}
	out = append(out, w.Date(e))
	for _, lot := range e.Lots {
		for _, number := range w.Texts([]reading.Name{lot}) {
			out = append(out, w.Say("lot %s", number))
		}
	}
	var amounts []reading.Amount
	shared := false
	for _, price := range e.Prices {
		amounts = append(amounts, price.Amounts...)
		shared = shared || price.Shared
	}
	if paid := w.Amounts(amounts); !w.isEmpty(paid) && shared {
		out = append(out, w.Say("for %s together with other objects", paid))
	} else if !w.isEmpty(paid) {
		out = append(out, w.Say("for %s", paid))
	}
	return out
}

// Date is when an event was.
func (w Writer[P]) Date(e Event) P {
	if e.Span.IsZero() {
		var none P
		return none
	}
	return w.Words.Date(e.Span, e.Kind == Exhibition || e.Kind == Storage)
}

// Amounts are amounts of money in a row.
func (w Writer[P]) Amounts(list []reading.Amount) P {
	var out P
	for i, a := range list {
		switch {
		case i == maxAmounts:
			return w.Join(out, w.Plain(" …"))
		case w.isEmpty(out):
			out = w.Amount(a)
		default:
			out = w.Say("%s and %s", out, w.Amount(a))
		}
	}
	return out
}

// Parties are those who took part, in a row.
func (w Writer[P]) Parties(list []Party) P {
	var out P
	for i, p := range list {
		switch {
		case i == maxNamed:
			return out
		case i == 0:
			out = w.Party(p)
		case i == len(list)-1:
			out = w.Say("%s and %s", out, w.Party(p))
		default:
			out = w.list(out, w.Party(p))
		}
	}
	return out
}

// Party is one who took part, and how sure that is.
func (w Writer[P]) Party(p Party) P {
	out := w.Node(p.Node)
	if w.text {
		if p.Record.Is(reading.ClassPerson) {
			out = w.aside(out, w.Life(p))
		}
		if p.Agent {
			out = w.Join(w.Plain("["), out, w.Plain("]"))
		}
	}
	switch p.Certainty {
	case Possible:
		return w.Say("possibly %s", out)
	case Probable:
		return w.Say("probably %s", out)
	case Obsolete:
		return w.Say("formerly believed to be %s", out)
	}
	return out
}
