package load

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/serialize"
)

// lineOf returns the line on which the value at a JSON Pointer begins in the
// document, that of the fault where it is no JSON, and 0 where the document
// cannot be read again.
func (d *document) lineOf(pointer string) int {
	r, err := d.source.Reader(new(int64))
	if err != nil {
		return 0
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, serialize.DecodeOptions{MaxBytes: d.options.MaxBytes}.Limit()))
	if err != nil {
		return 0
	}
	return lineOf(text, pointer)
}

func lineOf(text []byte, pointer string) int {
	dec := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	for {
		if string(dec.StackPointer()) == pointer && dec.InputOffset() > 0 {
			break
		}
		if _, err := dec.ReadToken(); err != nil {
			break
		}
	}
	return 1 + bytes.Count(text[:dec.InputOffset()], []byte("\n"))
}
