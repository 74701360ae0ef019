package i18n

import "strings"

// Words are a piece of what is said.
type Words struct {
	Text string
	// Lang is the language of the text, "" where it is that of the wording or not known.
	Lang string
	// Datetime is a date for programs in the form of HTML's time element
	// (https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-time-element);
	// empty where the piece is no date, or one that HTML has no form for, such as a year
	// before 1 and a span of several years.
	Datetime string
	// Exact are the values of the record as they are written there, for a tooltip.
	Exact string
}

// Plain is the text of pieces in a row.
func Plain(pieces []Words) string {
	var b strings.Builder
	for _, piece := range pieces {
		b.WriteString(piece.Text)
	}
	return b.String()
}

// mark stands for a piece in a text; no text of a person has it.
const mark = "\x00"

// phrase says a text with pieces in the places of its verbs, which are all %s.
func (w *Wording) phrase(key Key, arguments ...[]Words) []Words {
	marks := make([]any, len(arguments))
	for i := range arguments {
		marks[i] = mark + string(rune('0'+i)) + mark
	}
	var out []Words
	for i, text := range strings.Split(w.Text(key, marks...), mark) {
		if i%2 == 1 {
			out = append(out, arguments[text[0]-'0']...)
		} else if text != "" {
			out = append(out, Words{Text: text})
		}
	}
	return out
}
