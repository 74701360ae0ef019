package provenance

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// provenanceText is a provenance as text, with its footnotes: each statement is a
// transfer, after the owners that the statement before does not name. A semicolon ends
// what passes directly to the next, a period what does not.
func provenanceText(e *brief.Editor, h provenance.History) (text html.Phrase, notes []html.Phrase) {
	t := &provenanceWriter{Editor: e, text: true}
	for i, s := range h.Text {
		if i == MaxEvents {
			text = append(text, html.Part{Text: " […]"})
			break
		}
		if i > 0 {
			text = append(text, html.Part{Text: " "})
		}
		text = append(text, t.statementText(h.Events[s.Event], s)...)
		end := "."
		if s.Direct {
			end = ";"
		}
		if s.Note > 0 {
			end = " [" + strconv.Itoa(s.Note) + "]" + end
			notes = append(notes, t.footnote(h.Events[s.Event]))
		}
		text = append(text, html.Part{Text: end})
	}
	return text, notes
}

// statementText is a statement without its end.
func (t *provenanceWriter) statementText(ev provenance.Event, s provenance.Statement) html.Phrase {
	var said html.Phrase
	switch {
	case s.Follows:
		said = lowered(t.next(ev))
	case len(s.Owners) > 0:
		said = append(t.parties(s.Owners), html.Part{Text: "; "})
		said = append(said, lowered(t.next(ev))...)
	default:
		said = raised(t.happened(ev))
	}
	for _, detail := range t.details(ev) {
		said = html.Enumerate(said, detail...)
	}
	return said
}

// footnote is what is written about an event, in its own language, what it was part of,
// and the texts that tell of it.
func (t *provenanceWriter) footnote(ev provenance.Event) html.Phrase {
	sentences := t.notes(ev.Notes)
	for _, whole := range ev.Within {
		sentences = append(sentences, t.Phrase("Part of: %s", html.Phrase{t.Node(whole)}))
	}
	for _, source := range ev.Sources {
		sentences = append(sentences, t.Phrase("Source: %s", html.Phrase{t.Node(source)}))
	}
	var out html.Phrase
	for i, sentence := range sentences {
		if i > 0 {
			out = append(out, html.Part{Text: " "})
		}
		out = append(out, ended(sentence)...)
	}
	return clipped(out, maxNote)
}

// ended is a sentence with a mark at its end.
func ended(sentence html.Phrase) html.Phrase {
	text := strings.TrimSpace(sentence.Plain())
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return sentence
	}
	return append(sentence, html.Part{Text: "."})
}

// clipped is a phrase of so many characters at most, with an ellipsis where it was cut.
func clipped(p html.Phrase, limit int) html.Phrase {
	for i := range p {
		length := utf8.RuneCountInString(p[i].Text)
		if length > limit {
			p[i].Text = brief.Clip(p[i].Text, max(limit, 1))
			return p[:i+1]
		}
		limit -= length
	}
	return p
}

// notes are texts, those in the reader's language first.
func (t *provenanceWriter) notes(texts []reading.Name) []html.Phrase {
	var out []html.Phrase
	for i, n := range t.Preference().Sort(texts) {
		if i == maxNotes {
			break
		}
		tag, concept := brief.LanguageOf(n)
		out = append(out, html.Phrase{{Text: brief.Clip(n.Content, maxText), Lang: t.Lang(t.Tag(tag, concept))}})
	}
	return out
}
