package provenance

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// words says events in the language of the page, with links. It is the
// provenance.Words of pages.
type words struct{ *brief.Editor }

func (w words) Say(key provenance.Key, inner ...html.Phrase) html.Phrase {
	return w.Phrase(i18n.Key(key), inner...)
}

func (w words) Plain(text string) html.Phrase { return html.Text(text) }

func (w words) Join(phrases ...html.Phrase) html.Phrase { return slices.Concat(phrases...) }

func (w words) String(p html.Phrase) string { return p.Plain() }

func (w words) Lower(p html.Phrase) html.Phrase {
	if len(p) == 0 || p[0].IRI != "" {
		return p
	}
	first, size := utf8.DecodeRuneInString(p[0].Text)
	if size == 0 || first == utf8.RuneError {
		return p
	}
	out := slices.Clone(p)
	out[0].Text = string(unicode.ToLower(first)) + p[0].Text[size:]
	return out
}

func (w words) Node(n reading.Node) html.Phrase { return html.Phrase{w.Editor.Node(n)} }

func (w words) Life(p provenance.Party) html.Phrase {
	return w.Dates(w.Brief(p.Node.IRI()).Date)
}

func (w words) Date(span reading.TimeSpan, lasting bool) html.Phrase {
	return w.Editor.Date(span, lasting)
}

func (w words) Amount(a reading.Amount) html.Phrase { return w.Editor.Amount(a) }

// Texts are texts in their own languages, those in the reader's language first.
func (w words) Texts(texts []reading.Name) []html.Phrase {
	var out []html.Phrase
	for i, n := range w.Preference().Sort(texts) {
		if i == maxNotes {
			break
		}
		tag, concept := brief.LanguageOf(n)
		out = append(out, html.Phrase{{Text: brief.Clip(n.Content, maxText), Lang: w.Lang(w.Tag(tag, concept))}})
	}
	return out
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
