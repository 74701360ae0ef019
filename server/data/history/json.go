package history

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// value is a JSON value without white space between its tokens. An object has names, and an object
// and an array have parts, once it is split: what is equal in two texts need not be.
type value struct {
	text    jsontext.Value
	depth   int
	isSplit bool
	names   []string
	parts   []value
}

// maxLazy is how deep values are split one level at a time, each of which reads them again. What is
// deeper is split as a whole.
const maxLazy = 12

func (v value) equal(other value) bool { return bytes.Equal(v.text, other.text) }

// split finds the parts of a value. Its text was checked.
func (v *value) split() *value {
	if !v.isSplit {
		levels := 1
		if v.depth >= maxLazy {
			levels = len(v.text)
		}
		*v, _ = read(jsontext.NewDecoder(bytes.NewBuffer(v.text)), v.text, v.depth, levels)
	}
	return v
}

// read reads the next value of a decoder of a text, with so many levels of parts.
func read(d *jsontext.Decoder, text []byte, depth, levels int) (v value, err error) {
	kind := d.PeekKind()
	v = value{depth: depth, isSplit: levels > 0}
	if levels == 0 || kind != '{' && kind != '[' {
		raw, err := d.ReadValue()
		end := d.InputOffset()
		v.text = text[end-int64(len(raw)) : end]
		return v, err
	}
	if _, err := d.ReadToken(); err != nil {
		return v, err
	}
	start := d.InputOffset() - 1
	for next := d.PeekKind(); next != '}' && next != ']'; next = d.PeekKind() {
		if kind == '{' {
			name, err := d.ReadToken()
			if err != nil {
				return v, err
			}
			v.names = append(v.names, name.String())
		}
		part, err := read(d, text, depth+1, levels-1)
		if err != nil {
			return v, err
		}
		v.parts = append(v.parts, part)
	}
	_, err = d.ReadToken()
	v.text = text[start:d.InputOffset()]
	return v, err
}

// string is the text of a member of an object, "" where there is none.
func (v *value) string(member string) string {
	for i, name := range v.split().names {
		if name == member {
			text, _ := jsontext.AppendUnquote(nil, v.parts[i].text) // of another value there is no text
			return string(text)
		}
	}
	return ""
}

// parseBoth reads two JSON texts.
func parseBoth(before, after []byte) (old, now *value, err error) {
	if old, err = parse(before); err == nil {
		now, err = parse(after)
	}
	return old, now, err
}

// parse reads a JSON text.
func parse(text []byte) (*value, error) {
	compact := jsontext.Value(bytes.Clone(text))
	if err := compact.Compact(); err != nil {
		return nil, fmt.Errorf("read a record to compare it: %w", err)
	}
	return &value{text: compact}, nil
}
