package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds on the documents of forms.
const (
	// maxText bounds a record that is edited here, in bytes, and maxValues its values.
	maxText   = 256 << 10
	maxValues = 20_000
)

// errTooLarge means that a record is beyond these bounds.
var errTooLarge = errors.New("the record is too large for this form; change it by a program (PUT or PATCH)")

// document is a JSON text with the places of its values. Values are changed where they stand, so
// that every byte beside them stays as it is.
type document struct {
	text []byte
	root *node
}

// node is a value in a document.
type node struct {
	kind jsontext.Kind
	// start and end are where the value is in the text; of a member, from is where its name
	// begins.
	start, end, from int
	// name is that of a member.
	name string
	// children are the members of an object or the items of an array.
	children []*node

	// changed is what the value becomes, nil where it stays; removed tells that it goes with
	// its name, and added are members or items that come last.
	changed []byte
	removed bool
	added   []addition
}

// addition is a new member, or item where name is "".
type addition struct {
	name  string
	value []byte
}

// parseDocument reads a text that is one JSON value.
func parseDocument(text []byte) (*document, error) {
	if len(text) > maxText {
		return nil, errTooLarge
	}
	p := &documentParser{decoder: jsontext.NewDecoder(bytes.NewReader(text)), left: maxValues}
	root, err := p.value()
	if errors.Is(err, io.EOF) {
		err = errors.New("the text ends too early")
	}
	if err != nil {
		return nil, err
	}
	if _, err := p.decoder.ReadToken(); err != io.EOF {
		return nil, errors.New("there is more after the JSON value")
	}
	root.from = root.start
	return &document{text, root}, nil
}

type documentParser struct {
	decoder *jsontext.Decoder
	left    int
}

// value reads the next value. The decoder bounds how deep values are nested, and refuses a name
// that stands twice in an object.
func (p *documentParser) value() (*node, error) {
	if p.left--; p.left < 0 {
		return nil, errTooLarge
	}
	n := &node{kind: p.decoder.PeekKind()}
	if n.kind != '{' && n.kind != '[' {
		raw, err := p.decoder.ReadValue()
		n.end = int(p.decoder.InputOffset())
		n.start = n.end - len(raw)
		return n, err
	}
	if _, err := p.decoder.ReadToken(); err != nil {
		return nil, err
	}
	n.start = int(p.decoder.InputOffset()) - 1
	for {
		next := p.decoder.PeekKind()
		if next == '}' || next == ']' {
			break
		}
		child, err := p.child(n.kind)
		if err != nil {
			return nil, err
		}
		n.children = append(n.children, child)
	}
	_, err := p.decoder.ReadToken()
	n.end = int(p.decoder.InputOffset())
	return n, err
}

// child reads a member of an object or an item of an array.
func (p *documentParser) child(of jsontext.Kind) (*node, error) {
	if of == '[' {
		n, err := p.value()
		if err == nil {
			n.from = n.start
		}
		return n, err
	}
	raw, err := p.decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	from, name := int(p.decoder.InputOffset())-len(raw), textOf(raw)
	n, err := p.value()
	if err != nil {
		return nil, err
	}
	n.from, n.name = from, name
	return n, nil
}

// textOf returns the text of a JSON string, "" for another value.
func textOf(raw []byte) string {
	var text string
	_ = json.Unmarshal(raw, &text) // of another value, there is no text
	return text
}

// raw is a value as it is written.
func (d *document) raw(n *node) []byte { return d.text[n.start:n.end] }

// string is the text of a string, "" for nil and another value.
func (d *document) string(n *node) string {
	if n == nil || n.kind != '"' {
		return ""
	}
	return textOf(d.raw(n))
}

// member returns the member of an object with the name, nil for none.
func (n *node) member(name string) *node {
	if n == nil || n.kind != '{' {
		return nil
	}
	for _, m := range n.children {
		if m.name == name {
			return m
		}
	}
	return nil
}

// at returns the value that a JSON Pointer (RFC 6901) leads to, nil for none.
func (d *document) at(pointer string) *node {
	n := d.root
	for n != nil && pointer != "" {
		token, rest, more := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
		if pointer = rest; more {
			pointer = "/" + rest
		}
		if n.kind == '[' {
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.children) || strconv.Itoa(i) != token {
				return nil
			}
			n = n.children[i]
			continue
		}
		n = n.member(unescape.Replace(token))
	}
	return n
}

var (
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
)

// isMember tells whether a value has a name, which may be empty.
func (n *node) isMember() bool { return n.from < n.start }

// below is the pointer to a child.
func below(pointer string, n *node, index int) string {
	if n.isMember() {
		return pointer + "/" + escape.Replace(n.name)
	}
	return pointer + "/" + strconv.Itoa(index)
}

// quoted is a text as a JSON string.
func quoted(text string) []byte {
	out, err := jsontext.AppendQuote(nil, text)
	if err != nil { // it is not UTF-8
		out, _ = jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD"))
	}
	return out
}

// write returns the text with what was changed. Where nothing was, these are the same bytes.
func (d *document) write() []byte {
	out := append([]byte(nil), d.text[:d.root.start]...)
	out = d.append(out, d.root)
	return append(out, d.text[d.root.end:]...)
}

func (d *document) append(out []byte, n *node) []byte {
	switch {
	case n.changed != nil:
		return append(out, n.changed...)
	case n.kind != '{' && n.kind != '[':
		return append(out, d.raw(n)...)
	}
	out = append(out, d.text[n.start])
	last, any, between := n.start+1, false, []byte(nil)
	for i, child := range n.children {
		before := d.text[last:child.from] // blanks and, but for the first, a comma
		last = child.end
		if i == 0 {
			between = before
		}
		if child.removed {
			continue
		}
		if !any {
			before = without(before, ',')
		}
		out, any = append(out, before...), true
		out = append(out, d.text[child.from:child.start]...)
		out = d.append(out, child)
	}
	for _, a := range n.added {
		if any {
			out = append(out, ',')
		}
		out, any = append(out, between...), true
		if n.kind == '{' {
			out = append(append(out, quoted(a.name)...), ':')
		}
		out = append(out, a.value...)
	}
	return append(out, d.text[last:n.end]...)
}

// without returns a text without a byte.
func without(text []byte, b byte) []byte {
	return slices.DeleteFunc(slices.Clone(text), func(c byte) bool { return c == b })
}

// problem says where a text is no JSON.
func problem(text []byte, err error) string {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return err.Error()
	}
	at := min(int(syntax.ByteOffset), len(text))
	line := bytes.Count(text[:at], []byte("\n")) + 1
	column := len([]rune(string(text[bytes.LastIndexByte(text[:at], '\n')+1:at]))) + 1
	return fmt.Sprintf("line %d, column %d: %s", line, column, syntax.Err)
}
