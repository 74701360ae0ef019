// Package serialize is the table of the formats that Vitrine reads and writes:
// for each one its media type, profile, file extensions, encoder and decoder.
// Each format lives in a package below this one; package formats lists them.
//
// A format never sees HTTP, the store or the network. Negotiation between
// formats is server/negotiate's.
package serialize

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Format is one way to write a graph down.
type Format struct {
	// Name is the short name, such as "turtle"; unique in a table.
	Name string
	// Title is the name for people, such as "Turtle".
	Title string
	// MediaType has no parameters, such as "text/turtle".
	MediaType string
	// Aliases are other media types by which the format may be asked for or
	// sent; it is never labelled with them.
	Aliases []string
	// Profile is the IRI of the JSON-LD profile, empty for most formats.
	Profile string
	// Extensions are file extensions without the dot, the preferred one first.
	Extensions []string
	// Dataset means that one document may hold several named graphs.
	Dataset bool
	// Applies reports whether the format can write g; nil stands for always.
	Applies func(g *graph.Graph) bool
	// NewEncoder starts a document; nil where the format is not written.
	NewEncoder func(w io.Writer) Encoder
	// Decode reads a document, yielding its named graphs one after the other;
	// nil where the format is not read. An error that wraps ErrRecord is about
	// one record, and the walk goes on after it; any other error ends it.
	Decode func(ctx context.Context, r io.Reader, o DecodeOptions) iter.Seq2[*graph.Graph, error]
}

// Encoder writes one document. The writer is not closed.
type Encoder interface {
	// Encode adds a graph. A format that is not a dataset format takes one
	// graph in all and returns ErrOneGraph for a second.
	Encode(g *graph.Graph) error
	// Close ends the document and flushes it.
	Close() error
}

// DecodeOptions say how to read a document. The zero value is strict.
type DecodeOptions struct {
	// Base is the IRI that relative references resolve against.
	Base string
	// Name is the name of the graph in a format that has no graph names. When
	// it is zero, the name is found by Root.
	Name rdf.IRI
	// MaxBytes bounds the size of one record, in bytes; 0 stands for
	// DefaultMaxBytes.
	MaxBytes int64
	// Lenient reads a record that says something RDF would lose, without it,
	// and reports each loss to Dropped. Otherwise such a record is refused.
	Lenient bool
	// Dropped is called with each loss of a lenient reading; it may be nil.
	Dropped func(Loss)
	// Text, if not nil, is called with the Linked Art JSON of each record before the
	// record is yielded, in formats that have it. It must not keep the text.
	Text func([]byte)
	// Line, if not nil, is called with the line, from 1, of each record or error before
	// that is yielded, in formats with a record on each line.
	Line func(int)
}

// DefaultMaxBytes bounds the size of one record where the caller does not.
const DefaultMaxBytes = 64 << 20

// Limit returns the bound on one record's size, in bytes.
func (o DecodeOptions) Limit() int64 {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return DefaultMaxBytes
}

// Loss is one thing that a lenient reading left out.
type Loss struct {
	// Name is the record it was left out of.
	Name rdf.IRI
	// Pointer is its place, a JSON Pointer (RFC 6901); empty where the format
	// is not JSON.
	Pointer string
	// Reason says why it could not be kept.
	Reason string
}

var (
	// ErrRecord is wrapped by errors about one record of several.
	ErrRecord = errors.New("record refused")
	// ErrOneGraph means that a format cannot write several graphs.
	ErrOneGraph = errors.New("the format holds one graph only")
	// ErrRoot means that a document does not tell which entity it describes.
	ErrRoot = errors.New("cannot tell which entity the graph describes")
)

// SyntaxError is a fault in a document.
type SyntaxError struct {
	// Format is the short name of the format.
	Format string
	// Line and Column count from 1, columns in bytes; 0 where not known.
	Line, Column int
	// Pointer is a JSON Pointer into the record; empty where not JSON.
	Pointer string
	// Reason says what is wrong and what to do about it.
	Reason string
	// Code is the error code of JSON-LD 1.1 API section 9.3.1, or empty.
	Code string
	// Err is the cause, or nil.
	Err error
}

func (e *SyntaxError) Error() string {
	var b strings.Builder
	b.WriteString(e.Format)
	if e.Line > 0 {
		fmt.Fprintf(&b, " line %d", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, " column %d", e.Column)
		}
	}
	if e.Pointer != "" {
		fmt.Fprintf(&b, " at %s", e.Pointer)
	}
	b.WriteString(": " + e.Reason)
	return b.String()
}

func (e *SyntaxError) Unwrap() error { return e.Err }

// RecordError is an error about one record among several. It wraps ErrRecord
// and its cause.
type RecordError struct {
	// Line is where the record begins, counted from 1; 0 where not known.
	Line int
	Err  error
}

func (e *RecordError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return e.Err.Error()
}

// Unwrap makes errors.Is hold for ErrRecord and for the cause.
func (e *RecordError) Unwrap() []error { return []error{ErrRecord, e.Err} }

// Root returns the entity that a graph without a name describes: the one IRI
// that is a subject and that no other node of the graph points to. It returns
// ErrRoot where there is none or more than one.
func Root(triples []rdf.Triple) (rdf.IRI, error) {
	pointedTo := map[rdf.Object]bool{}
	for _, t := range triples {
		if t.Subj.(rdf.Term) != t.Obj.(rdf.Term) {
			pointedTo[t.Obj] = true
		}
	}
	var roots []rdf.IRI
	seen := map[rdf.IRI]bool{}
	for _, t := range triples {
		iri, ok := t.Subj.(rdf.IRI)
		if ok && !seen[iri] && !pointedTo[iri] {
			roots = append(roots, iri)
			seen[iri] = true
		}
	}
	switch len(roots) {
	case 1:
		return roots[0], nil
	case 0:
		return rdf.IRI{}, fmt.Errorf("%w: no IRI in it is a subject that nothing points to; name the graph, or use a format with graph names (N-Quads, TriG)", ErrRoot)
	default:
		return rdf.IRI{}, fmt.Errorf("%w: nothing points to %s, nor to %s, nor to %d more; name the graph, or use a format with graph names (N-Quads, TriG)", ErrRoot, roots[0], roots[1], len(roots)-2)
	}
}
