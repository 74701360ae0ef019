package brief

import (
	"strings"
	"unicode/utf8"

	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// Phrase says a text with phrases in the places of its verbs, which are all %s.
func (e *Editor) Phrase(key i18n.Key, inner ...html.Phrase) html.Phrase {
	const mark = "\x00"
	marks := make([]any, len(inner))
	for i := range inner {
		marks[i] = mark + string(rune('0'+i)) + mark
	}
	var out html.Phrase
	for i, text := range strings.Split(e.Words.Text(key, marks...), mark) {
		switch {
		case i%2 == 0 && text != "":
			out = append(out, html.Part{Text: text})
		case i%2 == 1:
			out = append(out, inner[text[0]-'0']...)
		}
	}
	return out
}

// PhraseOf is what the wording says as a page has it.
func (e *Editor) PhraseOf(pieces []i18n.Words) html.Phrase {
	var out html.Phrase
	for _, piece := range pieces {
		out = append(out, html.Part{Text: piece.Text, Lang: e.Lang(piece.Lang), Datetime: piece.Datetime, Title: piece.Exact})
	}
	return out
}

// Clip cuts a text after so many characters, and says so with an ellipsis.
func Clip(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	count := 0
	for i := range s {
		if count++; count == limit {
			return s[:i] + "…"
		}
	}
	return s
}
