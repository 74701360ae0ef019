package history

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// value is a JSON value without white space between its tokens. An object has names, and an object
// and an array have parts.
type value struct {
	text  jsontext.Value
	names []string
	parts []value
}

func (v value) equal(other value) bool { return bytes.Equal(v.text, other.text) }

// string is the text of a member of an object, "" where there is none.
func (v value) string(member string) string {
	for i, name := range v.names {
		if name == member {
			text, _ := jsontext.AppendUnquote(nil, v.parts[i].text) // of another value there is no text
			return string(text)
		}
	}
	return ""
}

// parseBoth reads two JSON texts.
func parseBoth(before, after []byte) (old, now value, err error) {
	if old, err = parse(before); err == nil {
		now, err = parse(after)
	}
	return old, now, err
}

// parse reads a JSON text.
func parse(text []byte) (value, error) {
	compact := jsontext.Value(bytes.Clone(text))
	if err := compact.Compact(); err != nil {
		return value{}, fmt.Errorf("read a record to compare it: %w", err)
	}
	v, err := read(jsontext.NewDecoder(bytes.NewReader(compact)), compact)
	if err != nil {
		return v, fmt.Errorf("read a record to compare it: %w", err)
	}
	return v, nil
}

// read reads the next value of a decoder of a text.
func read(d *jsontext.Decoder, text []byte) (v value, err error) {
	kind := d.PeekKind()
	if kind != '{' && kind != '[' {
		v.text, err = d.ReadValue()
		v.text = v.text.Clone()
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
		part, err := read(d, text)
		if err != nil {
			return v, err
		}
		v.parts = append(v.parts, part)
	}
	_, err = d.ReadToken()
	v.text = text[start:d.InputOffset()]
	return v, err
}
