package jsonld

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/serialize"
	"vitrine/serialize/jsonld/layout"
)

// Limits on one document. Beyond them it is refused.
const (
	// MaxDepth is how deep arrays and objects may be nested.
	MaxDepth = layout.MaxDepth
	// MaxValues is how many values a document may have, every string, number,
	// object and array counted.
	MaxValues = 4 << 20
)

// value is one JSON value of a document. The values of a document lie in one
// slice, in the order in which they are written; the members of an object and
// the items of an array are chained by next.
type value struct {
	kind jsontext.Kind // '{', '[', '"', '0', 't', 'f' or 'n'
	// key is the member name, where the value is a member of an object.
	key string
	// text is the string, or the number as it is written.
	text string
	// first is the index of the first member or item, next that of the value
	// after this one in the same object or array; 0 stands for none.
	first, next int32
}

// document is a parsed JSON text. Its root has index 1.
type document struct {
	// text is what was parsed.
	text   string
	values []value
	// blanks reports whether a string in it begins with "_:".
	blanks bool
	// contexts are the JSON texts of the members named @context, without white
	// space, by the index of their values.
	contexts map[int32]string
}

func (d *document) at(i int32) *value { return &d.values[i] }

// length is how many values are in another one.
func (d *document) length(of *value) (count int) {
	for i := of.first; i != 0; i = d.at(i).next {
		count++
	}
	return count
}

// documents keeps the slices of parsed documents for the next one.
type documents struct{ pool sync.Pool }

func (p *documents) get() *document {
	if d, ok := p.pool.Get().(*document); ok {
		return d
	}
	return &document{}
}

// put takes a document back. Its values are cleared, so that they do not keep
// the strings of the document alive.
func (p *documents) put(d *document) {
	const keep = 1 << 16
	if cap(d.values) > keep {
		return
	}
	clear(d.values)
	d.text, d.values = "", d.values[:0]
	d.blanks = false
	p.pool.Put(d)
}

// parse reads one JSON text (RFC 8259) into d. Repeated member names, invalid
// UTF-8 and lone surrogates are refused: what they would lose is unknown.
func (d *document) parse(text []byte) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text))
	d.text = string(text)
	if few := len(text) / 24; few > cap(d.values) {
		d.values = make([]value, 0, few)
	}
	if d.contexts == nil {
		d.contexts = map[int32]string{}
	}
	clear(d.contexts)
	d.values = append(d.values[:0], value{})
	if err := d.parseValue(dec, 0, ""); err != nil {
		return parseError(dec, err, text)
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		if err == nil {
			err = errors.New("there is more after the JSON value")
		}
		return parseError(dec, err, text)
	}
	return nil
}

// parseValue appends the next value and what is inside it.
func (d *document) parseValue(dec *jsontext.Decoder, depth int, key string) error {
	var err error
	v := value{kind: dec.PeekKind(), key: key}
	if v.kind == '"' {
		v.text, err = d.parseString(dec)
		d.blanks = d.blanks || strings.HasPrefix(v.text, "_:")
	} else {
		var token jsontext.Token
		if token, err = dec.ReadToken(); v.kind == '0' {
			v.text = token.String()
		}
	}
	if err != nil {
		return err
	}
	if len(d.values) > MaxValues {
		return fmt.Errorf("more than %d values", MaxValues)
	}
	self, kind := int32(len(d.values)), v.kind
	d.values = append(d.values, v)
	if kind != '{' && kind != '[' {
		return nil
	}
	if depth >= MaxDepth {
		return fmt.Errorf("nested more than %d deep", MaxDepth)
	}
	return d.parseInside(dec, depth+1, self)
}

// parseString returns a string, which is a part of the text unless something in it is escaped.
func (d *document) parseString(dec *jsontext.Decoder) (string, error) {
	quoted, err := dec.ReadValue()
	if err != nil {
		return "", err
	}
	if bytes.IndexByte(quoted, '\\') < 0 {
		end := int(dec.InputOffset()) - 1
		return d.text[end-len(quoted)+2 : end], nil
	}
	unquoted, err := jsontext.AppendUnquote(nil, quoted)
	return string(unquoted), err
}

// parseInside appends the members or items of the value with index self, up to
// the closing bracket.
func (d *document) parseInside(dec *jsontext.Decoder, depth int, self int32) error {
	object := d.values[self].kind == '{'
	last := int32(0)
	for {
		if k := dec.PeekKind(); k == '}' || k == ']' {
			_, err := dec.ReadToken()
			return err
		}
		key := ""
		if object {
			var err error
			if key, err = d.parseString(dec); err != nil {
				return err
			}
		}
		child, before := int32(len(d.values)), dec.InputOffset()
		if err := d.parseValue(dec, depth, key); err != nil {
			return err
		}
		if key == "@context" {
			context, err := compactContext([]byte(strings.TrimLeft(d.text[before:dec.InputOffset()], ": \t\r\n")))
			if err != nil {
				return err
			}
			d.contexts[child] = string(context)
		}
		if last == 0 {
			d.values[self].first = child
		} else {
			d.values[last].next = child
		}
		last = child
	}
}

// record reports whether the document is an object, or an array of nothing else.
func (d *document) record() bool {
	root := d.at(1)
	for i := root.first; i != 0 && root.kind == '['; i = d.at(i).next {
		if d.at(i).kind != '{' {
			return false
		}
	}
	return root.kind == '{' || root.kind == '['
}

// context returns the JSON text of an object's @context, if it has one.
func (d *document) context(object int32) (string, bool) {
	if d.at(object).kind != '{' {
		return "", false
	}
	for i := d.at(object).first; i != 0; i = d.at(i).next {
		if d.at(i).key == "@context" {
			return d.contexts[i], true
		}
	}
	return "", false
}

// parseError says where in the text the decoder stopped, and why.
func parseError(dec *jsontext.Decoder, err error, text []byte) error {
	out := &serialize.SyntaxError{Format: "jsonld", Pointer: string(dec.StackPointer()), Reason: err.Error(), Err: err}
	offset := dec.InputOffset()
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntactic):
		out.Reason = "not JSON: " + syntactic.Err.Error()
		out.Pointer = string(syntactic.JSONPointer)
		offset = syntactic.ByteOffset
		if errors.Is(err, jsontext.ErrDuplicateName) {
			out.Reason = "the member name stands twice in one object: only one of the two could be kept"
		}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		out.Reason = "not JSON: the text ends too early"
	}
	offset = min(max(offset, 0), int64(len(text)))
	before := text[:offset]
	out.Line = 1 + bytes.Count(before, []byte("\n"))
	out.Column = len(before) - bytes.LastIndexByte(before, '\n')
	return out
}
