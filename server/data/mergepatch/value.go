package mergepatch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// value is a JSON value.
type value struct {
	// raw is the text of a value that is no object. It is part of the text that
	// was parsed.
	raw []byte
	// members are those of an object, in order.
	members []member
	object  bool
}

type member struct {
	name    string
	value   value
	removed bool
}

func (v value) isNull() bool { return !v.object && len(v.raw) > 0 && v.raw[0] == 'n' }

// parser reads one text.
type parser struct {
	pace
	text    []byte
	decoder *jsontext.Decoder
	// members counts those that were read, up to limit.
	members, limit int
}

// parse reads a text that is one JSON value of at most limit members.
func parse(ctx context.Context, text []byte, limit int) (value, error) {
	p := &parser{pace: pace{ctx: ctx}, text: text, limit: limit, decoder: jsontext.NewDecoder(bytes.NewBuffer(text))}
	v, err := p.value()
	if errors.Is(err, io.EOF) {
		err = errors.New("the text ends too early")
	}
	if err != nil {
		return value{}, err
	}
	if _, err := p.decoder.ReadToken(); err != io.EOF {
		return value{}, errors.New("there is more after the JSON value")
	}
	return v, nil
}

// value reads the next value. The decoder bounds how deep values are nested.
func (p *parser) value() (value, error) {
	if p.decoder.PeekKind() != '{' {
		raw, err := p.decoder.ReadValue()
		end := p.decoder.InputOffset()
		return value{raw: p.text[end-int64(len(raw)) : end]}, err
	}
	if _, err := p.decoder.ReadToken(); err != nil {
		return value{}, err
	}
	v := value{object: true}
	for p.decoder.PeekKind() != '}' {
		m, err := p.member()
		if err != nil {
			return value{}, err
		}
		v.members = append(v.members, m)
	}
	_, err := p.decoder.ReadToken()
	return v, err
}

func (p *parser) member() (m member, err error) {
	if err := p.step(); err != nil {
		return m, err
	}
	if p.members++; p.members > p.limit {
		return m, fmt.Errorf("%w: more than %d members", ErrTooLarge, p.limit)
	}
	name, err := p.decoder.ReadToken()
	if err != nil {
		return m, err
	}
	m.name = name.String()
	m.value, err = p.value()
	return m, err
}

// appendTo appends the value as JSON text without white space between tokens.
func (v value) appendTo(dst []byte) []byte {
	if !v.object {
		return append(dst, v.raw...)
	}
	dst = append(dst, '{')
	for i, m := range v.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst, _ = jsontext.AppendQuote(dst, m.name) // a name that was read is valid UTF-8
		dst = m.value.appendTo(append(dst, ':'))
	}
	return append(dst, '}')
}
