package jsonld

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld/expand"
	"vitrine/serialize/jsonld/layout"
)

// readFull reads any document by the full algorithms. The graph has no layout,
// so it is framed when it is written.
func (p *Processor) readFull(ctx context.Context, doc *document, contextText []byte, o serialize.DecodeOptions) (*graph.Graph, error) {
	f := newFull(ctx, p, o)
	root := f.tree(doc, 1)
	if object, ok := root.(*expand.Object); ok {
		object.Delete("_links")
	}
	g, shared, err := f.read(root, contextText)
	if err != nil {
		return nil, err
	}
	g.Source = graph.Source{MediaType: MediaType}
	if shared {
		g.Source.Context = contextText
	}
	report(g.Name, f.losses, o)
	return g, g.Check()
}

// full reads one document by the full algorithms.
type full struct {
	processor *Processor
	ctx       context.Context
	options   serialize.DecodeOptions
	losses    []serialize.Loss
	// contexts are the texts of the @context of objects.
	contexts map[*expand.Object]string
}

func newFull(ctx context.Context, p *Processor, o serialize.DecodeOptions) *full {
	return &full{processor: p, ctx: ctx, options: o, contexts: map[*expand.Object]string{}}
}

// tree returns a value of the document as the algorithms take it.
func (f *full) tree(doc *document, i int32) any {
	v := doc.at(i)
	switch v.kind {
	case '"':
		return v.text
	case '0':
		return expand.Number(v.text)
	case 't', 'f':
		return v.kind == 't'
	case '[':
		items := []any{}
		for c := v.first; c != 0; c = doc.at(c).next {
			items = append(items, f.tree(doc, c))
		}
		return items
	case '{':
		object := expand.NewObject()
		for c := v.first; c != 0; c = doc.at(c).next {
			object.Set(doc.at(c).key, f.tree(doc, c))
			if doc.at(c).key == "@context" {
				f.contexts[object] = doc.contexts[c]
			}
		}
		return object
	}
	return nil
}

// read reads the document. It reports whether its contexts mean the same wherever
// the document stands, so that it can be written with them.
func (f *full) read(root any, contextText []byte) (g *graph.Graph, shared bool, err error) {
	meter := ldcontext.NewMeter(f.ctx)
	active, err := f.processor.contexts.CompileMetered(meter, contextText)
	if err == nil {
		g, err = f.under(active, root, meter)
	}
	if !errors.Is(err, ldcontext.ErrBase) {
		return g, true, f.placed(err)
	}
	f.losses = nil
	meter = ldcontext.NewMeter(f.ctx)
	if active, err = f.processor.contexts.CompileFor(meter, contextText, f.options.Base); err != nil {
		return nil, false, f.placed(err)
	}
	g, err = f.under(active, root, meter)
	return g, false, f.placed(err)
}

// placed returns an error as the callers of Read know them.
func (f *full) placed(err error) error {
	var syntax *serialize.SyntaxError
	if err == nil || errors.As(err, &syntax) || f.ctx.Err() != nil {
		return err
	}
	return contextError(err)
}

// expand expands the document under an active context.
func (f *full) expand(active *ldcontext.ActiveContext, root any, meter *ldcontext.Meter) ([]any, error) {
	if object, ok := root.(*expand.Object); ok {
		// The active context has it already.
		object.Delete("@context")
	}
	return expand.Expand(f.ctx, active, root, expand.Options{
		Base: f.options.Base, Meter: meter, Lose: f.lose,
		Contexts: func(o *expand.Object) string { return f.contexts[o] },
	})
}

// under reads the document under an active context.
func (f *full) under(active *ldcontext.ActiveContext, root any, meter *ldcontext.Meter) (*graph.Graph, error) {
	expanded, err := f.expand(active, root, meter)
	if err != nil {
		return nil, err
	}
	nodes, err := expand.Map(f.ctx, expanded)
	if err != nil {
		return nil, err
	}
	return f.graph(nodes, rootID(expanded))
}

// lose refuses what RDF has no place for, or notes the loss.
func (f *full) lose(pointer, reason string) error {
	if strings.HasSuffix(pointer, "/_complete") {
		reason = "_complete cannot be kept in a record that uses JSON-LD beyond Linked Art's"
	}
	if !f.options.Lenient {
		return &serialize.SyntaxError{Format: "jsonld", Pointer: pointer, Reason: reason}
	}
	f.losses = append(f.losses, serialize.Loss{Pointer: pointer, Reason: reason})
	return nil
}

// rootID returns the @id of an expanded document with a single root, or "".
func rootID(expanded []any) string {
	if len(expanded) != 1 {
		return ""
	}
	root, _ := expanded[0].(*expand.Object)
	id, _ := root.Get("@id").(string)
	if strings.HasPrefix(id, "_:") {
		return ""
	}
	return id
}

// graph takes the one graph out of a dataset: the default graph, which the root
// names, or the only named one.
func (f *full) graph(nodes *expand.NodeMap, root string) (*graph.Graph, error) {
	found, name := nodes.Names[0], root
	empty := nodes.Empty(found)
	for _, named := range nodes.Names[1:] {
		switch {
		case nodes.Empty(named):
			continue
		case !empty:
			return nil, f.fault("the document holds more than one graph; a record is one", nil)
		case strings.HasPrefix(named, "_:"):
			return nil, f.fault("the graph is named by a blank node; give it the URI of its entity", nil)
		}
		found, name, empty = named, named, false
	}
	triples, err := nodes.Triples(found, layout.NumberLiteral, f.lose)
	if err != nil {
		return nil, f.fault(err.Error(), err)
	}
	g := &graph.Graph{Name: f.options.Name}
	switch {
	case name != "":
		g.Name, err = graph.ParseIRI(name)
	case f.options.Name == rdf.IRI{}:
		g.Name, err = serialize.Root(triples)
	}
	if err != nil {
		return nil, f.fault(fmt.Sprintf("the record's id: %v", err), err)
	}
	g.Triples = graph.Dedup(triples)
	return g, nil
}

func (f *full) fault(reason string, err error) error {
	var syntax *serialize.SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	return &serialize.SyntaxError{Format: "jsonld", Reason: reason, Err: err}
}
