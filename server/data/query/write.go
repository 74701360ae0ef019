package query

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld"
	"vitrine/serialize/nquads"
	"vitrine/serialize/rdfxml"
	"vitrine/serialize/turtle"
	"vitrine/server/web/respond"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
)

// flusher is a writer that holds back what it is given until it is told to send it.
type flusher interface{ Flush() error }

// held is how many solutions are held back before the first of them go out: a query that
// fails before has an answer of its own, with the reason.
const held = 64

// BufferPool has the buffers that answers are written in. The zero value is ready, and may be
// used by many goroutines.
type BufferPool struct{ lines sync.Pool } // of *[]byte

// Write writes an answer in a form that is not the page. What there is goes out with a
// few dozens of solutions, and later as the buffers fill.
func (p *BufferPool) Write(ctx context.Context, out io.Writer, f Form, answer *sparql.Answer) error {
	switch answer.Form {
	case algebra.Construct, algebra.Describe:
		return p.writeGraph(ctx, out, f, answer)
	case algebra.Ask:
		w := f.results.New(out)
		return errors.Join(w.Boolean(answer.Boolean), w.Close())
	}
	return writeSolutions(out, f, answer)
}

func writeSolutions(out io.Writer, f Form, answer *sparql.Answer) error {
	w := f.results.New(out)
	if err := w.Variables(answer.Variables); err != nil {
		return err
	}
	n := 0
	for row, err := range answer.Solutions {
		if err == nil {
			err = w.Solution(row)
		}
		if n++; err == nil && n == held {
			err = flush(w, out)
		}
		if err != nil {
			return err
		}
	}
	return w.Close()
}

func flush(w flusher, out io.Writer) error {
	err := w.Flush()
	if f, ok := out.(flusher); ok && err == nil {
		err = f.Flush()
	}
	return err
}

// writeGraph writes the triples of a graph. Where the form groups them by their subjects,
// all of them are gathered first.
func (p *BufferPool) writeGraph(ctx context.Context, out io.Writer, f Form, answer *sparql.Answer) error {
	if !f.gathers() {
		return p.writeLines(out, answer)
	}
	var triples []rdf.Triple
	for t, err := range answer.Triples {
		if err != nil {
			return err
		}
		triples = append(triples, t)
	}
	b, err := appendGraph(ctx, f, triples)
	if err != nil {
		return err
	}
	_, err = out.Write(b)
	return err
}

// maxLines is how many bytes of lines are written at once.
const maxLines = 64 << 10

// writeLines writes the triples of a graph in lines of their own, which are also N-Quads.
func (p *BufferPool) writeLines(out io.Writer, answer *sparql.Answer) error {
	buffer, ok := p.lines.Get().(*[]byte)
	if !ok {
		buffer = new([]byte)
	}
	lines := (*buffer)[:0]
	defer func() {
		if *buffer = lines; cap(lines) <= 2*maxLines { // and not that of a long literal
			p.lines.Put(buffer)
		}
	}()
	for t, err := range answer.Triples {
		if err != nil {
			return err
		}
		if lines = nquads.AppendTriple(lines, t); len(lines) < maxLines {
			continue
		}
		if _, err := out.Write(lines); err != nil {
			return err
		}
		lines = lines[:0]
	}
	_, err := out.Write(lines)
	return err
}

// AppendGraph returns triples in a form of graphs. The error is a *respond.Error where the
// form cannot hold them.
func AppendGraph(f Form, triples []rdf.Triple) ([]byte, error) {
	all := make([]rdf.Quad, len(triples))
	for i, t := range triples {
		all[i] = rdf.Quad{Triple: t}
	}
	switch f.Name {
	case "ntriples", "nquads":
		return nquads.AppendTriples(nil, all), nil
	case "jsonld":
		return jsonld.AppendQuads(nil, all), nil
	case "rdfxml":
		if err := rdfxml.CanEncode(triples); err != nil {
			return nil, &respond.Error{Type: respond.NotAcceptable, Detail: fmt.Sprintf("RDF/XML cannot hold this graph: %v.", err)}
		}
		var b bytes.Buffer
		err := rdfxml.EncodeTriples(&b, triples)
		return b.Bytes(), err
	default: // What is Turtle is TriG.
		var b bytes.Buffer
		e := turtle.Turtle().NewEncoder(&b)
		var err error
		if len(triples) > 0 {
			err = e.Encode(&graph.Graph{Name: nameOf(triples), Triples: triples})
		}
		return b.Bytes(), errors.Join(err, e.Close())
	}
}

// nameOf is the first IRI that the triples say something about: an encoder begins with
// it. Where they are about blank nodes alone, it is one that Turtle does not write.
func nameOf(triples []rdf.Triple) rdf.IRI {
	for _, t := range triples {
		if iri, ok := t.Subj.(rdf.IRI); ok {
			return iri
		}
	}
	return graph.Type
}
