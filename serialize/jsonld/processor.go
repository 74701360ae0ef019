package jsonld

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld/expand"
	"vitrine/serialize/jsonld/layout"
)

// MediaType is the media type of JSON-LD.
const MediaType = "application/ld+json"

// Processor reads and writes JSON-LD with the contexts of one set. It may be
// used by many goroutines.
type Processor struct {
	contexts *ldcontext.Compiler
	docs     documents
	readers  sync.Pool
}

// New returns a processor that knows the contexts of the set.
func New(contexts *ldcontext.Set) *Processor {
	return &Processor{contexts: ldcontext.NewCompiler(contexts)}
}

// Read reads one record: a JSON-LD document about one entity. The graph is
// named by the document's id and keeps the document's order and nesting. The
// text may be used again afterwards.
//
// The error is a *serialize.SyntaxError with a JSON Pointer, or wraps an
// *ldcontext.UnknownError, or is that of ctx.
func (p *Processor) Read(ctx context.Context, text []byte, o serialize.DecodeOptions) (*graph.Graph, error) {
	doc := p.docs.get()
	defer p.docs.put(doc)
	if int64(len(text)) > o.Limit() {
		return nil, &serialize.SyntaxError{Format: "jsonld", Reason: "the record is larger than the limit", Err: graph.ErrTooLarge}
	}
	if err := doc.parse(text); err != nil {
		return nil, err
	}
	if !doc.record() {
		return nil, &serialize.SyntaxError{Format: "jsonld", Reason: "a record is one JSON object"}
	}
	var contextText []byte
	if text, ok := doc.context(1); ok {
		contextText = []byte(text)
	}
	active, err := p.contexts.CompileMetered(ldcontext.NewMeter(ctx), contextText)
	if errors.Is(err, ldcontext.ErrBase) || err == nil && (active.FullOnly() || doc.at(1).kind == '[') {
		return p.readFull(ctx, doc, contextText, o)
	}
	if err != nil {
		return nil, contextError(err)
	}
	g, losses, err := p.readFast(ctx, doc, active, o)
	if errors.Is(err, errFullOnly) || errors.Is(err, ldcontext.ErrBase) {
		return p.readFull(ctx, doc, contextText, o)
	}
	if err != nil {
		return nil, err
	}
	g.Source = graph.Source{MediaType: MediaType, Context: contextText, Layout: g.Source.Layout}
	report(g.Name, losses, o)
	return g, g.Check()
}

// readFast reads a document of the kind that Linked Art records are.
func (p *Processor) readFast(ctx context.Context, doc *document, active *ldcontext.ActiveContext, o serialize.DecodeOptions) (*graph.Graph, []serialize.Loss, error) {
	r, ok := p.readers.Get().(*reader)
	if !ok {
		r = &reader{}
		r.reset()
	}
	defer func() {
		r.reset()
		p.readers.Put(r)
	}()
	r.doc, r.base, r.lenient, r.losses = doc, o.Base, o.Lenient, nil
	r.ctx, r.meter, r.named = ctx, ldcontext.NewMeter(ctx), o.Name != rdf.IRI{}
	if doc.blanks {
		r.taken = doc.labels()
	}
	if n := len(doc.values); n > cap(r.triples) {
		// No document states more triples than it has values.
		r.triples = make([]rdf.Triple, 0, n)
		r.seen = make(map[rdf.Triple]int, n/2)
	}
	name, err := r.read(active)
	if err != nil {
		return nil, nil, err
	}
	g := &graph.Graph{Name: name, Triples: make([]rdf.Triple, len(r.triples))}
	copy(g.Triples, r.triples)
	g.Source.Layout = r.out.Bytes()
	return g, r.losses, nil
}

// reset makes the reader ready for the next document, without a hold on the
// strings of the last one.
func (r *reader) reset() {
	r.doc, r.taken, r.losses, r.ctx, r.meter = nil, nil, nil, nil, nil
	r.out.Reset()
	clear(r.triples)
	r.triples, r.blanks = r.triples[:0], 0
	r.path.Reset()
	if r.seen == nil || len(r.seen) > 1<<12 {
		r.seen = map[rdf.Triple]int{}
	}
	clear(r.seen)
}

// labels returns the blank node labels that strings of the document begin
// with, whether they are identifiers there or not.
func (d *document) labels() map[string]bool {
	taken := map[string]bool{}
	for i := range d.values {
		if label, ok := strings.CutPrefix(d.values[i].text, "_:"); ok {
			taken[label] = true
		}
	}
	return taken
}

func compactContext(text []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func contextError(err error) error {
	return &serialize.SyntaxError{Format: "jsonld", Pointer: "/@context", Reason: err.Error(), Code: ldcontext.CodeOf(err), Err: err}
}

func report(name rdf.IRI, losses []serialize.Loss, o serialize.DecodeOptions) {
	if o.Dropped == nil {
		return
	}
	for _, loss := range losses {
		loss.Name = name
		o.Dropped(loss)
	}
}

// Append appends the graph as a Linked Art JSON-LD document to dst. A graph
// that was read as JSON-LD comes back as it was: the same members, arrays and
// spellings in the same order, white space aside. Any other graph is framed,
// under its own @context if that will do, else under Linked Art's.
func (p *Processor) Append(dst []byte, g *graph.Graph) ([]byte, error) {
	if g.Source.Layout != nil {
		return appendDocument(dst, g)
	}
	framed, err := p.frame(g)
	if err != nil {
		return dst, err
	}
	return appendDocument(dst, framed)
}

// AppendExpanded appends the graph in expanded form (JSON-LD 1.1 API section 5): the
// document of Append with every IRI in full. What RDF has no place for is not in it.
func (p *Processor) AppendExpanded(dst []byte, g *graph.Graph) ([]byte, error) {
	text, err := p.Append(nil, g)
	if err != nil {
		return dst, err
	}
	doc := p.docs.get()
	defer p.docs.put(doc)
	if err := doc.parse(text); err != nil {
		return dst, err
	}
	contextText, _ := doc.context(1)
	f := newFull(context.Background(), p, serialize.DecodeOptions{Lenient: true})
	meter := ldcontext.NewMeter(f.ctx)
	active, err := p.contexts.CompileMetered(meter, []byte(contextText))
	if err != nil {
		return dst, err
	}
	expanded, err := f.expand(active, f.tree(doc, 1), meter)
	if err != nil {
		return dst, err
	}
	return expand.AppendJSON(dst, expanded), nil
}

// AppendFlattened appends the graph in flattened form (JSON-LD 1.1 API section
// 7): one object for each node, without nesting.
func (p *Processor) AppendFlattened(dst []byte, g *graph.Graph) ([]byte, error) {
	return appendFlattened(dst, g), nil
}

// linkedArt is Linked Art's context as the @context of a record.
var linkedArt = []byte(`"` + ldcontext.LinkedArt + `"`)

// frame finds a layout for a graph that has none. It tries the contexts from
// the best to the plainest: the graph's own, Linked Art's, and none at all,
// under which every IRI is written in full.
func (p *Processor) frame(g *graph.Graph) (*graph.Graph, error) {
	contexts := [][]byte{g.Source.Context, linkedArt, nil}
	if g.Source.Context == nil {
		contexts = contexts[1:]
	}
	var err error
	for _, context := range contexts {
		var active *ldcontext.ActiveContext
		if active, err = p.contexts.Compile(context); err != nil {
			continue
		}
		var framed *graph.Graph
		if framed, err = layout.Frame(g, active, context); err == nil {
			return framed, nil
		}
	}
	return nil, err
}
