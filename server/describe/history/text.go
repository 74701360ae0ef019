package history

import (
	"strconv"
	"strings"

	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/describe/brief"
	"vitrine/server/page"
)

// provenanceText is a provenance as text, with its footnotes: each statement is a
// transfer, after the owners that the statement before does not name. A semicolon ends
// what passes directly to the next, a period what does not.
func provenanceText(e *brief.Editor, h provenance.History) (text string, notes []string) {
	t := &teller{Editor: e, text: true}
	var b strings.Builder
	for i, s := range h.Text {
		if i == MaxEvents {
			b.WriteString(" […]")
			break
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.statementText(h.Events[s.Event], s).Plain())
		if s.Note > 0 {
			b.WriteString(" [" + strconv.Itoa(s.Note) + "]")
			notes = append(notes, t.footnote(h.Events[s.Event]))
		}
		if s.Direct {
			b.WriteByte(';')
		} else {
			b.WriteByte('.')
		}
	}
	return b.String(), notes
}

// statementText is a statement without its end.
func (t *teller) statementText(ev provenance.Event, s provenance.Statement) page.Phrase {
	var said page.Phrase
	switch {
	case s.Follows:
		said = lowered(t.next(ev))
	case len(s.Owners) > 0:
		said = append(t.parties(s.Owners), page.Part{Text: "; "})
		said = append(said, lowered(t.next(ev))...)
	default:
		said = raised(t.happened(ev))
	}
	for _, detail := range t.details(ev) {
		said = page.Enumerate(said, detail...)
	}
	return said
}

// footnote is what is written about an event, what it was part of, and the texts that
// tell of it.
func (t *teller) footnote(ev provenance.Event) string {
	var out []string
	for _, n := range t.notes(ev.Notes) {
		out = append(out, ended(n.Plain()))
	}
	for _, whole := range ev.Within {
		out = append(out, ended(t.Node(whole).Text))
	}
	for _, source := range ev.Sources {
		out = append(out, ended(t.Node(source).Text))
	}
	return brief.Clip(strings.Join(out, " "), maxNote)
}

// ended is a text with a mark at its end.
func ended(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

// notes are texts, those in the reader's language first.
func (t *teller) notes(texts []reading.Name) []page.Phrase {
	var out []page.Phrase
	for i, n := range t.Preference().Sort(texts) {
		if i == maxNotes {
			break
		}
		tag, concept := brief.LanguageOf(n)
		out = append(out, page.Phrase{{Text: brief.Clip(n.Content, maxText), Lang: t.Lang(t.Tag(tag, concept))}})
	}
	return out
}
