// Package jsontree reads JSON texts (RFC 8259) as trees of values that know their places, and
// changes values where they stand: every byte beside them stays as it is, so members keep their
// order and numbers their spelling. It never interprets a value.
package jsontree

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrTooMany means that a text has more values than it may have.
var ErrTooMany = errors.New("too large")

// Document is a text that is one value.
type Document struct {
	*Value
	text []byte
}

// Value is a value in a text.
type Value struct {
	// Raw is the value as it is written, from Start on; of a member, from is where its name begins.
	Raw         jsontext.Value
	Start, from int
	// Name is that of a member.
	Name string
	// Children are the members of an object or the items of an array.
	Children []*Value

	// Changed is what the value becomes, nil where it stays; Removed tells that it goes with its
	// name, and Added are members or items that come last.
	Changed []byte
	Removed bool
	Added   []Addition
}

// Addition is a new member, or an item of an array, which has no name.
type Addition struct {
	Name  string
	Value []byte
}

// Kind tells objects, arrays and the others apart.
func (v *Value) Kind() jsontext.Kind { return v.Raw.Kind() }

// IsMember tells whether a value has a name, which may be empty.
func (v *Value) IsMember() bool { return v.from < v.Start }

// Text is the text of a string, "" for nil and another value.
func (v *Value) Text() string {
	if v == nil || v.Kind() != '"' {
		return ""
	}
	return unquoted(v.Raw)
}

func unquoted(raw jsontext.Value) string {
	text, _ := jsontext.AppendUnquote(nil, raw) // it was read as a string
	return string(text)
}

// Member returns the member of an object with the name, nil for none.
func (v *Value) Member(name string) *Value {
	if v == nil || v.Kind() != '{' {
		return nil
	}
	for _, m := range v.Children {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// Members are the members of an object by their names.
func (v *Value) Members() map[string]*Value {
	out := make(map[string]*Value, len(v.Children))
	for _, m := range v.Children {
		out[m.Name] = m
	}
	return out
}

// At returns the value that a JSON Pointer (RFC 6901) leads to, nil for none.
func (v *Value) At(pointer string) *Value {
	for token := range jsontext.Pointer(pointer).Tokens() {
		if v == nil || v.Kind() != '[' {
			v = v.Member(token)
			continue
		}
		i, err := strconv.Atoi(token)
		if err != nil || i < 0 || i >= len(v.Children) || strconv.Itoa(i) != token {
			return nil
		}
		v = v.Children[i]
	}
	return v
}

// Parse reads a text that is one JSON value of at most so many values; it must not change
// afterwards. The error wraps ErrTooMany or tells why the text is no JSON; then it may be a
// *jsontext.SyntacticError. A name that stands twice in an object is an error.
func Parse(text []byte, most int) (*Document, error) {
	p := &parser{text, jsontext.NewDecoder(bytes.NewBuffer(text)), most}
	root, err := p.value()
	switch {
	case errors.Is(err, io.EOF):
		return nil, errors.New("the text ends too early")
	case errors.Is(err, ErrTooMany):
		return nil, fmt.Errorf("%w: more than %d values", err, most)
	case err != nil:
		return nil, err
	}
	root.from = root.Start
	if _, err := p.decoder.ReadToken(); err != io.EOF {
		return nil, errors.New("there is more after the JSON value")
	}
	return &Document{root, text}, nil
}

type parser struct {
	text    []byte
	decoder *jsontext.Decoder
	// left is how many more values there may be.
	left int
}

// value reads the next value. The decoder bounds how deep values are nested.
func (p *parser) value() (*Value, error) {
	if p.left--; p.left < 0 {
		return nil, ErrTooMany
	}
	v := &Value{}
	kind := p.decoder.PeekKind()
	if kind != '{' && kind != '[' {
		raw, err := p.decoder.ReadValue()
		p.place(v, len(raw))
		return v, err
	}
	if _, err := p.decoder.ReadToken(); err != nil {
		return nil, err
	}
	start := int(p.decoder.InputOffset()) - 1
	for next := p.decoder.PeekKind(); next != '}' && next != ']'; next = p.decoder.PeekKind() {
		child, err := p.child(kind)
		if err != nil {
			return nil, err
		}
		v.Children = append(v.Children, child)
	}
	_, err := p.decoder.ReadToken()
	p.place(v, int(p.decoder.InputOffset())-start)
	return v, err
}

// place notes that a value is the end of what was read.
func (p *parser) place(v *Value, length int) {
	end := int(p.decoder.InputOffset())
	v.Start = end - length
	v.Raw = p.text[v.Start:end:end]
}

// child reads a member of an object or an item of an array.
func (p *parser) child(of jsontext.Kind) (*Value, error) {
	if of == '[' {
		v, err := p.value()
		if err == nil {
			v.from = v.Start
		}
		return v, err
	}
	raw, err := p.decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	from, name := int(p.decoder.InputOffset())-len(raw), unquoted(raw)
	v, err := p.value()
	if err == nil {
		v.from, v.Name = from, name
	}
	return v, err
}
