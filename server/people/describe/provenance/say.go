package provenance

import (
	"unicode"
	"unicode/utf8"

	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// account tells an event in a sentence without its end.
func (t *provenanceWriter) account(ev provenance.Event) html.Phrase {
	out := t.happened(ev)
	for _, detail := range t.details(ev) {
		out = html.Enumerate(out, detail...)
	}
	return out
}

// happened tells what happened, from whom and to whom.
func (t *provenanceWriter) happened(ev provenance.Event) html.Phrase {
	v, ok := spoken[ev.Kind]
	if !ok {
		return t.unspoken(ev)
	}
	from, to := t.parties(ev.From), t.parties(ev.To)
	switch {
	case ev.Kind == provenance.Move:
		from, to = t.ends(ev.Legs)
	case ev.Kind == provenance.Exhibition && ev.Activity.IRI() != "":
		return t.Phrase("Shown in the exhibition %s", html.Phrase{t.Node(ev.Activity)})
	case !ev.Transfers():
		from = t.parties(ev.By)
	}
	return t.named(ev, t.form(v, from, to))
}

// form is the form of a verb that names those who are known.
func (t *provenanceWriter) form(v verbs, from, to html.Phrase) html.Phrase {
	switch {
	case len(from) > 0 && len(to) > 0 && v.both != "":
		return t.Phrase(v.both, from, to)
	case len(from) > 0 && t.written && v.giver != "":
		return t.Phrase(v.giver, from)
	case len(from) > 0 && v.from != "":
		return t.Phrase(v.from, from)
	case len(to) > 0 && v.to != "":
		return t.Phrase(v.to, to)
	}
	return html.Text(t.Words.Text(v.none))
}

// next goes on from a statement that ends with the one whom the object went from.
func (t *provenanceWriter) next(ev provenance.Event) html.Phrase {
	v, ok := spoken[ev.Kind]
	if !ok || v.next == "" {
		return t.happened(ev)
	}
	if to := t.parties(ev.To); len(to) > 0 {
		return t.named(ev, t.Phrase(v.next, to))
	}
	if ev.Promised {
		return t.happened(ev)
	}
	return t.named(ev, html.Text(t.Words.Text(v.lost)))
}

// named adds what the record calls the event, where the verb does not tell, and how sure
// it is.
func (t *provenanceWriter) named(ev provenance.Event, said html.Phrase) html.Phrase {
	switch ev.Kind {
	case provenance.Acquisition, provenance.Custody, provenance.Transfer, provenance.Right:
		said = html.InBrackets(said, t.kinds(ev))
	}
	switch ev.Certainty {
	case provenance.Possible:
		return t.Phrase("Possibly %s", lowered(said))
	case provenance.Probable:
		return t.Phrase("Probably %s", lowered(said))
	case provenance.Obsolete:
		return t.Phrase("Formerly believed: %s", lowered(said))
	}
	return said
}

// unspoken tells of an event that there is no verb for: by what it is called.
func (t *provenanceWriter) unspoken(ev provenance.Event) html.Phrase {
	out := t.kinds(ev)
	if ev.Activity.IRI() != "" {
		out = html.Enumerate(html.Phrase{t.Node(ev.Activity)}, out...)
	}
	if by := t.parties(ev.By); len(by) > 0 {
		out = html.Enumerate(out, by...)
	}
	return out
}

// kinds are what the record classifies an event as.
func (t *provenanceWriter) kinds(ev provenance.Event) html.Phrase {
	var out html.Phrase
	for _, kind := range ev.Kinds {
		out = html.Enumerate(out, t.Node(kind))
	}
	return out
}

// kind is what an event is: in the words of the record, or else of the pages. Words of the
// record in another language than the page's are shown on demand.
func (t *provenanceWriter) kind(ev provenance.Event) html.Part {
	v, ok := spoken[ev.Kind]
	if len(ev.Kinds) > 0 && ev.Kind != provenance.Return {
		part := t.Node(ev.Kinds[0])
		if ok && part.Lang != "" {
			part.Title, part.Text, part.Lang = part.Text, t.Words.Text(v.name), ""
		}
		return part
	}
	if ok {
		return html.Part{Text: t.Words.Text(v.name)}
	}
	return html.Part{Text: t.Words.Text("Event")}
}

// ends are the places that an object was moved between.
func (t *provenanceWriter) ends(legs []provenance.Leg) (from, to html.Phrase) {
	if len(legs) == 0 {
		return nil, nil
	}
	if first := legs[0].From; !first.IsZero() {
		from = html.Phrase{t.Node(first)}
	}
	if last := legs[len(legs)-1].To; !last.IsZero() {
		to = html.Phrase{t.Node(last)}
	}
	return from, to
}

// details are where and when it was, the lot, and the price.
func (t *provenanceWriter) details(ev provenance.Event) []html.Phrase {
	var out []html.Phrase
	if ev.Kind != provenance.Move {
		for _, place := range ev.Places {
			out = append(out, html.Phrase{t.Node(place)})
		}
	}
	if date := t.date(ev); len(date) > 0 {
		out = append(out, date)
	}
	for _, lot := range ev.Lots {
		out = append(out, t.Phrase("lot %s", html.Text(brief.Clip(lot.Content, brief.MaxListed))))
	}
	var amounts []reading.Amount
	shared := false
	for _, price := range ev.Prices {
		amounts = append(amounts, price.Amounts...)
		shared = shared || price.Shared
	}
	if paid := t.amounts(amounts); len(paid) > 0 && shared {
		out = append(out, t.Phrase("for %s together with other objects", paid))
	} else if len(paid) > 0 {
		out = append(out, t.Phrase("for %s", paid))
	}
	return out
}

// date is when an event was, in words.
func (t *provenanceWriter) date(ev provenance.Event) html.Phrase {
	if ev.Span.IsZero() {
		return nil
	}
	switch ev.Kind {
	case provenance.Exhibition, provenance.Storage:
		return t.Date(ev.Span, true)
	}
	return t.Date(ev.Span, false)
}

// lowered is a phrase with a small letter at its begin, if it begins with words of the
// pages.
func lowered(p html.Phrase) html.Phrase {
	return began(p, unicode.ToLower)
}

// raised is a phrase with a capital at its begin.
func raised(p html.Phrase) html.Phrase { return began(p, unicode.ToUpper) }

func began(p html.Phrase, change func(rune) rune) html.Phrase {
	if len(p) == 0 || p[0].IRI != "" {
		return p
	}
	first, size := utf8.DecodeRuneInString(p[0].Text)
	if size == 0 || first == utf8.RuneError {
		return p
	}
	out := append(html.Phrase(nil), p...)
	out[0].Text = string(change(first)) + p[0].Text[size:]
	return out
}
