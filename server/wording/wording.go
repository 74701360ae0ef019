package wording

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Wording is one language of the pages. It may be used by many goroutines.
type Wording struct {
	tag     language.Tag
	printer *message.Printer
}

// New returns the wording in a language.
func New(tag language.Tag) *Wording { return &Wording{tag, message.NewPrinter(tag)} }

// Tag is the language.
func (w *Wording) Tag() language.Tag { return w.tag }

// Text is a text of the pages in the language. The key is the text in English, with
// fmt's verbs for the arguments.
func (w *Wording) Text(key string, args ...any) string { return w.printer.Sprintf(key, args...) }
