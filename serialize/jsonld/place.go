package jsonld

import (
	ldcontext "vitrine/context"
	"vitrine/serialize"
)

// The errors that name the reader's place in the document.

// at returns the reader with the place one member further, for a fault that
// ends the reading.
func (r *reader) at(key string) *reader {
	r.path.Member(key)
	return r
}

// fault returns an error about the place.
func (r *reader) fault(reason string) error { return r.coded("", reason) }

// caused returns an error about the place that wraps another.
func (r *reader) caused(err error) error {
	return &serialize.SyntaxError{Format: "jsonld", Pointer: r.path.String(), Reason: err.Error(), Code: ldcontext.CodeOf(err), Err: err}
}

// coded returns an error with a code of JSON-LD 1.1 API section 9.3.1.
func (r *reader) coded(code, reason string) error {
	return &serialize.SyntaxError{Format: "jsonld", Pointer: r.path.String(), Reason: reason, Code: code}
}

// lose refuses a member that RDF has no place for, or notes the loss.
func (r *reader) lose(reason string) error {
	if !r.lenient {
		return r.fault(reason)
	}
	r.losses = append(r.losses, serialize.Loss{Pointer: r.path.String(), Reason: reason})
	return nil
}
