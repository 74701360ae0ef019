package jsonld

import (
	"strconv"
	"strings"

	ldcontext "vitrine/context"
	"vitrine/serialize"
)

// The reader's place in the document, and the errors that name it.

func (r *reader) push(s step) { r.path = append(r.path, s) }

func (r *reader) pop() { r.path = r.path[:len(r.path)-1] }

// at returns the reader with the place one member further, for a fault that
// ends the reading.
func (r *reader) at(key string) *reader {
	r.push(step{key: key, index: -1})
	return r
}

// pointer returns the place as a JSON Pointer (RFC 6901).
func (r *reader) pointer() string {
	var b strings.Builder
	for _, s := range r.path {
		b.WriteByte('/')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
			continue
		}
		b.WriteString(pointerEscapes.Replace(s.key))
	}
	return b.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// fault returns an error about the place.
func (r *reader) fault(reason string) error { return r.coded("", reason) }

// caused returns an error about the place that wraps another.
func (r *reader) caused(err error) error {
	return &serialize.SyntaxError{Format: "jsonld", Pointer: r.pointer(), Reason: err.Error(), Code: ldcontext.CodeOf(err), Err: err}
}

// coded returns an error with a code of JSON-LD 1.1 API section 9.3.1.
func (r *reader) coded(code, reason string) error {
	return &serialize.SyntaxError{Format: "jsonld", Pointer: r.pointer(), Reason: reason, Code: code}
}

// lose refuses a member that RDF has no place for, or notes the loss.
func (r *reader) lose(reason string) error {
	if !r.lenient {
		return r.fault(reason)
	}
	r.losses = append(r.losses, serialize.Loss{Pointer: r.pointer(), Reason: reason})
	return nil
}

// mark and back undo what a value that turned out to say nothing has written.

type mark struct{ ops, stated int }

func (r *reader) mark() mark { return mark{len(r.out.ops), r.out.stated} }

func (r *reader) back(m mark) { r.out.ops, r.out.stated = r.out.ops[:m.ops], m.stated }
