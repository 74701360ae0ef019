package i18n

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Key is the key of a text: the text in English, with fmt's verbs for what is put into
// it. Where one English text has several translations, a note after a bar tells the keys
// apart: "May|month". It is a type so that a test finds the keys in the program, and with
// them the translations that are missing.
type Key string

// english is the key without its note.
func (k Key) english() string {
	text, _, _ := strings.Cut(string(k), "|")
	return text
}

// Wording is one language of the pages. It may be used by many goroutines.
type Wording struct {
	tag     language.Tag
	name    string
	plain   map[Key]string
	terms   map[string]string
	printer *message.Printer
	// locale is the language with the country that it is most likely of.
	locale string
	// all are the languages that it is one of.
	all *Languages
}

// Tag is the language.
func (w *Wording) Tag() language.Tag { return w.tag }

// Code is the language as the pages write it: "nl".
func (w *Wording) Code() string { return w.tag.String() }

// Locale is the language with the country that it is most likely of: "nl_NL".
func (w *Wording) Locale() string { return w.locale }

// Name is what the language calls itself: "Nederlands".
func (w *Wording) Name() string { return w.name }

// Text is a text of the pages in the language, with the arguments in the places of the
// verbs. The verb %d writes a number with the separators of the language, so that a year
// goes in as a text. Without arguments the text is taken as it is, with any percent signs.
// A text that has no translation is in English.
func (w *Wording) Text(key Key, args ...any) string {
	text, translated := w.plain[key]
	if !translated {
		text = key.english()
	}
	if len(args) == 0 {
		return text
	}
	if said, ok := filled(text, args); ok && (translated || w.tag == language.English) {
		return said
	}
	return w.printer.Sprintf(message.Key(string(key), key.english()), args...)
}

// filled is a text with the arguments in the places of its verbs, as the printer of any
// language writes them. It is false where the verbs are not all %s or the arguments not
// all strings.
func filled(text string, args []any) (string, bool) {
	var out []byte
	for _, arg := range args {
		before, after, found := strings.Cut(text, "%s")
		said, isText := arg.(string)
		if !found || !isText || strings.Contains(before, "%") {
			return "", false
		}
		out = append(append(out, before...), said...)
		text = after
	}
	return string(append(out, text...)), !strings.Contains(text, "%")
}

// Find is a text without arguments that comes from elsewhere in the program, such as what
// an error says. It is false where the text has no translation, and is in English then.
func (w *Wording) Find(text string) (string, bool) {
	if w.tag == language.English {
		return text, true
	}
	if translation, ok := w.plain[Key(text)]; ok {
		return translation, true
	}
	return text, false
}
