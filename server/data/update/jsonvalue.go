package update

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// maxMembers is the most members of objects that a JSON text may have to be patched.
const maxMembers = 1 << 20

// errMembers means that a text has more than maxMembers members.
var errMembers = errors.New("too large")

// jsonValue is a JSON value, whose members have their order.
type jsonValue struct {
	// text is what was parsed; an object that a patch has made has none.
	text     jsontext.Value
	isObject bool
	members  []member
}

type member struct {
	name    string
	value   jsonValue
	removed bool
}

func (v jsonValue) isNull() bool { return v.text.Kind() == 'n' }

// member returns the value of the member with the name.
func (v jsonValue) member(name string) (jsonValue, bool) {
	for _, m := range v.members {
		if m.name == name {
			return m.value, true
		}
	}
	return jsonValue{}, false
}

// elements are those of an array.
func (v jsonValue) elements() ([]jsonValue, error) {
	p := newParser(v.text, len(v.text))
	if _, err := p.decoder.ReadToken(); err != nil {
		return nil, err
	}
	var out []jsonValue
	for p.decoder.PeekKind() != ']' {
		element, err := p.value()
		if err != nil {
			return nil, err
		}
		out = append(out, element)
	}
	return out, nil
}

// append appends the value as JSON text; there is no white space between the tokens of an
// object.
func (v jsonValue) append(dst []byte) []byte {
	if !v.isObject {
		return append(dst, v.text...)
	}
	dst = append(dst, '{')
	for i, m := range v.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst, _ = jsontext.AppendQuote(dst, m.name) // a name that was read is valid UTF-8
		dst = m.value.append(append(dst, ':'))
	}
	return append(dst, '}')
}

// valueParser reads one text.
type valueParser struct {
	text    []byte
	decoder *jsontext.Decoder
	// left is how many more members there may be.
	left int
}

func newParser(text []byte, limit int) *valueParser {
	return &valueParser{text, jsontext.NewDecoder(bytes.NewBuffer(text)), limit}
}

// parseValue reads a text that is one JSON value of at most limit members; it must not change
// afterwards. The error wraps errMembers or tells why the text is no JSON; then it may be a
// *jsontext.SyntacticError. A name that stands twice in an object is an error.
func parseValue(text []byte, limit int) (jsonValue, error) {
	p := newParser(text, limit)
	v, err := p.value()
	if errors.Is(err, io.EOF) {
		err = errors.New("the text ends too early")
	}
	if err != nil {
		return jsonValue{}, err
	}
	if _, err := p.decoder.ReadToken(); err != io.EOF {
		return jsonValue{}, errors.New("there is more after the JSON value")
	}
	return v, nil
}

// value reads the next value. The decoder bounds how deep values are nested.
func (p *valueParser) value() (v jsonValue, err error) {
	if p.decoder.PeekKind() != '{' {
		raw, err := p.decoder.ReadValue()
		return jsonValue{text: p.last(len(raw))}, err
	}
	if _, err := p.decoder.ReadToken(); err != nil {
		return v, err
	}
	start := p.decoder.InputOffset() - 1
	v.isObject = true
	for p.decoder.PeekKind() != '}' {
		m, err := p.member()
		if err != nil {
			return v, err
		}
		v.members = append(v.members, m)
	}
	_, err = p.decoder.ReadToken()
	v.text = p.last(int(p.decoder.InputOffset() - start))
	return v, err
}

// last is the end of what was read.
func (p *valueParser) last(length int) jsontext.Value {
	end := int(p.decoder.InputOffset())
	return p.text[end-length : end]
}

func (p *valueParser) member() (m member, err error) {
	if p.left--; p.left < 0 {
		return m, fmt.Errorf("%w: more than %d members", errMembers, maxMembers)
	}
	name, err := p.decoder.ReadToken()
	if err != nil {
		return m, err
	}
	m.name = name.String()
	m.value, err = p.value()
	return m, err
}
