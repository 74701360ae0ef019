package wire

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Encoder writes frames. The first error of the writer is that of each later call.
type Encoder struct {
	w       *bufio.Writer
	scratch [binary.MaxVarintLen64]byte
}

// NewEncoder returns an encoder. What it writes is buffered until Flush.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: bufio.NewWriterSize(w, 64<<10)} }

// Flush writes what is buffered.
func (e *Encoder) Flush() error { return e.w.Flush() }

// Entity writes a Record.
func (e *Encoder) Entity(entity *rdfstore.Entity) error {
	e.kind(Record)
	e.number(entity.Version)
	e.time(entity.Created)
	e.time(entity.Modified)
	return e.graph(entity.Graph)
}

// EntityName writes a NameOf.
func (e *Encoder) EntityName(name rdf.IRI) error {
	e.kind(NameOf)
	return e.text(name.String())
}

// Change writes a Put or a Delete.
func (e *Encoder) Change(c rdfstore.Change) error {
	if c.Put == nil {
		e.kind(Delete)
		e.precondition(c.If)
		return e.text(c.Delete.String())
	}
	e.kind(Put)
	e.precondition(c.If)
	return e.graph(c.Put)
}

// Outcome writes an Outcome.
func (e *Encoder) Outcome(o rdfstore.Outcome) error {
	e.kind(Outcome)
	e.number(uint64(o.Kind))
	e.number(o.Version)
	return e.time(o.Time)
}

// LogEntry writes a Change.
func (e *Encoder) LogEntry(entry rdfstore.LogEntry) error {
	e.kind(Change)
	e.number(entry.Seq)
	e.text(entry.Name.String())
	e.number(uint64(entry.Kind))
	e.text(entry.Class.String())
	return e.time(entry.Time)
}

// Part writes a Part.
func (e *Encoder) Part(b []byte) error {
	e.kind(Part)
	return e.text(string(b))
}

// End ends the body: complete, or with the error, if there is one. It flushes.
func (e *Encoder) End(err error) error {
	if err == nil {
		e.kind(End)
		return e.Flush()
	}
	e.kind(Failed)
	e.failure(err)
	return e.Flush()
}

func (e *Encoder) graph(g *graph.Graph) error {
	e.text(g.Name.String())
	e.text(g.Source.MediaType)
	e.optional(g.Source.Context)
	e.optional(g.Source.Layout)
	e.number(uint64(len(g.Triples)))
	var last rdf.Subject
	for _, t := range g.Triples {
		if last != nil && t.Subj == last {
			e.w.WriteByte(sameSubject)
		} else if err := e.term(t.Subj); err != nil {
			return err
		}
		last = t.Subj
		if err := e.term(t.Pred); err != nil {
			return err
		}
		if err := e.term(t.Obj); err != nil {
			return err
		}
	}
	_, err := e.w.Write(nil)
	return err
}

func (e *Encoder) term(t rdf.Term) error {
	switch t := t.(type) {
	case rdf.IRI:
		e.w.WriteByte(iriTerm)
	case rdf.Blank:
		e.w.WriteByte(blankTerm)
	case rdf.Literal:
		if tag := t.Lang(); tag != "" {
			e.w.WriteByte(taggedTerm)
			e.text(tag)
		} else {
			e.w.WriteByte(typedTerm)
			e.text(t.DataType.String())
		}
	default:
		return fmt.Errorf("%w: a triple has a term of type %T", graph.ErrTerm, t)
	}
	return e.text(t.String())
}

func (e *Encoder) precondition(p rdfstore.Precondition) {
	e.flag(p.Absent)
	e.flag(p.Present)
	e.number(p.Version)
}

func (e *Encoder) kind(k Kind) { e.w.WriteByte(byte(k)) }

func (e *Encoder) flag(set bool) {
	if set {
		e.w.WriteByte(1)
	} else {
		e.w.WriteByte(0)
	}
}

func (e *Encoder) number(n uint64) error {
	_, err := e.w.Write(e.scratch[:binary.PutUvarint(e.scratch[:], n)])
	return err
}

// time writes a time as its text in RFC 3339, empty for the zero time.
func (e *Encoder) time(t time.Time) error {
	if t.IsZero() {
		return e.text("")
	}
	return e.text(t.UTC().Format(time.RFC3339Nano))
}

func (e *Encoder) text(s string) error {
	e.number(uint64(len(s)))
	_, err := e.w.WriteString(s)
	return err
}

// optional writes bytes that may be nil, which is not the same as empty.
func (e *Encoder) optional(b []byte) {
	e.flag(b != nil)
	if b != nil {
		e.text(string(b))
	}
}
