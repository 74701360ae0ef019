package provenance

import (
	"strconv"
	"strings"
)

// Text writes a provenance, with its footnotes: each statement is a transfer, after the
// owners that the statement before does not name. A semicolon ends what passes directly to
// the next, a period what does not. A statement that the museum wrote stands as it is.
// Beyond so many statements the text ends with an ellipsis.
func (w Writer[P]) Text(h History, limit int) (text P, notes []P) {
	w.text, w.Written = true, false
	var out []P
	for i, s := range h.Text {
		if i == limit {
			out = append(out, w.Plain(" […]"))
			break
		}
		e := h.Events[s.Event]
		if s.Written {
			out = append(out, w.Words.Texts(e.Texts)...)
			continue
		}
		if len(out) > 0 {
			out = append(out, w.Plain(" "))
		}
		end := "."
		if s.Direct {
			end = ";"
		}
		if s.Note > 0 {
			end = " [" + strconv.Itoa(s.Note) + "]" + end
			notes = append(notes, w.footnote(e))
		}
		out = append(out, w.statement(e, s), w.Plain(end))
	}
	return w.Join(out...), notes
}

// statement is a statement without its end.
func (w Writer[P]) statement(e Event, s Statement) P {
	var said P
	switch alone := w.alone(e); {
	case !w.isEmpty(alone):
		said = alone
		if !s.Follows && len(s.Owners) > 0 {
			said = w.Join(w.Parties(s.Owners), w.Plain("; "), alone)
		}
	case s.Follows:
		said = w.lower(e, w.next(e))
	case len(s.Owners) > 0:
		said = w.Join(w.Parties(s.Owners), w.Plain("; "), w.lower(e, w.next(e)))
	default:
		said = w.happened(e)
	}
	return w.list(append([]P{said}, w.details(e)...)...)
}

// alone is the owner and nothing else, where the records do not say how the object came to
// the owner.
func (w Writer[P]) alone(e Event) P {
	var out P
	if e.Kind != Acquisition || len(e.Kinds) > 0 || len(e.To) == 0 {
		return out
	}
	out = w.Parties(e.To)
	switch e.Certainty {
	case Possible:
		return w.Say("Possibly %s", out)
	case Probable:
		return w.Say("Probably %s", out)
	}
	return out
}

// footnote is what is written about an event, in its own language, what it was part of,
// and the texts about it.
func (w Writer[P]) footnote(e Event) P {
	sentences := w.Texts(e.Notes)
	for _, whole := range e.Within {
		sentences = append(sentences, w.Say("Part of: %s", w.Node(whole)))
	}
	for _, source := range e.Sources {
		sentences = append(sentences, w.Say("Source: %s", w.Node(source)))
	}
	var out []P
	for i, sentence := range sentences {
		if i > 0 {
			out = append(out, w.Plain(" "))
		}
		out = append(out, w.ended(sentence))
	}
	return w.Join(out...)
}

// ended is a sentence with a mark at its end.
func (w Writer[P]) ended(sentence P) P {
	text := strings.TrimSpace(w.String(sentence))
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return sentence
	}
	return w.Join(sentence, w.Plain("."))
}

// Accounts tells some events in a sentence each, after what they happened to. Beyond so
// many they end with an ellipsis.
func (w Writer[P]) Accounts(events []Event, limit int) P {
	var out []P
	before := ""
	for i, e := range events {
		if i > 0 {
			out = append(out, w.Plain(" "))
		}
		if i == limit {
			out = append(out, w.Plain("…"))
			break
		}
		said := w.Account(e)
		if things := w.things(e, limit); !w.isEmpty(things) && w.String(things) != before {
			before = w.String(things)
			said = w.Say("%s: %s", things, w.lower(e, said))
		}
		out = append(out, said, w.Plain("."))
	}
	return w.Join(out...)
}

// things are what an event happened to, in a row.
func (w Writer[P]) things(e Event, limit int) P {
	var out []P
	for i, n := range e.Things {
		if i == limit {
			return w.Join(w.list(out...), w.Plain(" …"))
		}
		out = append(out, w.Node(n))
	}
	return w.list(out...)
}
