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
	isSplit bool
	names   []string
	parts   []value
}

func (v value) equal(other value) bool { return bytes.Equal(v.text, other.text) }

// split finds the parts of a value. Its text was checked.
func (v *value) split() *value {
	kind := v.text.Kind()
	if v.isSplit || kind != '{' && kind != '[' {
		return v
	}
	v.isSplit = true
	d := jsontext.NewDecoder(bytes.NewBuffer(v.text))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != '}' && d.PeekKind() != ']' {
		if kind == '{' {
			var name jsontext.Token
			if name, err = d.ReadToken(); err != nil {
				break
			}
			v.names = append(v.names, name.String())
		}
		var part jsontext.Value
		part, err = d.ReadValue()
		end := d.InputOffset()
		v.parts = append(v.parts, value{text: v.text[end-int64(len(part)) : end]})
	}
	return v
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
