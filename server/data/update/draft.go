package update

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/server/web/respond"
)

// draft is a record that was sent and may be stored.
type draft struct {
	graph *graph.Graph
	// findings are what the model found wrong with it.
	findings []linkedart.Finding
}

// The rules of the server itself, for findings that are not the model's.
const (
	// ruleAddress: the address, the id in the record and the graph name agree.
	ruleAddress = "address"
	// ruleReadable: the record says nothing that RDF would lose.
	ruleReadable = "readable"
)

// draft reads a record and checks it, in a slot.
func (w *Writer) draft(ctx context.Context, f *serialize.Format, body []byte, to Target) (*draft, error) {
	ctx, done, err := w.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return w.drafted(ctx, f, body, to)
}

// drafted reads a record and checks it. A record that is refused is answered
// with all that is wrong with it.
func (w *Writer) drafted(ctx context.Context, f *serialize.Format, body []byte, to Target) (*draft, error) {
	if to.Minted && isJSON(f) {
		body = withID(body, to.Names[0].String())
	}
	g, err := w.parse(ctx, f, body, to)
	var refused *respond.Error
	if err != nil && !(errors.As(err, &refused) && refused.Type == respond.Unprocessable) {
		return nil, err
	}
	findings, err := w.check(ctx, f, body, g)
	switch {
	case err != nil && !errors.Is(err, admission.ErrRefused):
		return nil, err
	case refused != nil:
		refused.Findings = append(refused.Findings, findings...)
		return nil, refused
	case err != nil:
		return nil, unprocessable(findings...)
	}
	return &draft{g, findings}, nil
}

// unprocessable is the answer to a record of which the findings are true.
func unprocessable(findings ...linkedart.Finding) *respond.Error {
	return &respond.Error{Type: respond.Unprocessable, Findings: findings}
}

// check judges a record. JSON is looked at as it was sent, other formats as the
// Linked Art JSON that they become. g is nil for a record that could not be
// read. The error wraps admission.ErrRefused for a record that is refused.
func (w *Writer) check(ctx context.Context, f *serialize.Format, body []byte, g *graph.Graph) ([]linkedart.Finding, error) {
	if w.Validator == nil || w.Checking == admission.Off {
		return nil, nil
	}
	switch {
	case g == nil && !(isJSON(f) && bytes.HasPrefix(bytes.TrimSpace(body), []byte("{"))):
		return nil, nil
	case g != nil && g.Source.Layout == nil:
		var err error
		if body, err = w.Text(ctx, g); err != nil {
			return nil, err
		}
	}
	judge := admission.Judge{Validator: w.Validator, Mode: w.Checking, Text: w.Text, Stored: w.Stored}
	return judge.Judge(ctx, body, g)
}

// Stored returns the graph of an entity, nil where there is none.
func (w *Writer) Stored(ctx context.Context, name rdf.IRI) (*graph.Graph, error) {
	e, err := w.Store.Get(ctx, name)
	if rdfstore.IsMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return e.Graph, nil
}

func isJSON(f *serialize.Format) bool { return f.MediaType == "application/ld+json" }

// minExpanded is what the limit on a document is at least, in bytes. Formats
// with prefixes bound by it how long a document may become with its IRIs
// written out, which a short body may well do by its prefixes alone.
const minExpanded = graph.MaxLiteral

// parse reads the one graph of a document and makes sure that it is about the
// target. The error is an *respond.Error where it is the client's.
func (w *Writer) parse(ctx context.Context, f *serialize.Format, body []byte, to Target) (*graph.Graph, error) {
	options := serialize.DecodeOptions{Base: w.Mapper.Base, MaxBytes: max(int64(len(body)), w.MaxBody, minExpanded)}
	if len(to.Names) > 0 && !isJSON(f) {
		// JSON-LD tells the name by its id; there, relative ids mean the same as
		// in every other way in.
		options.Name, options.Base = to.Names[0], to.Names[0].String() // RFC 3986 section 5.1.3
	}
	var found *graph.Graph
	for g, err := range f.Decode(ctx, bytes.NewReader(body), options) {
		if err != nil {
			return nil, decodeFault(f, err)
		}
		if found != nil {
			return nil, unprocessable(about("", fmt.Sprintf("the document describes %s and %s", found.Name, g.Name), "one record"))
		}
		found = g
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if found == nil {
		return nil, unprocessable(about("", "the document is empty", "one record"))
	}
	if isJSON(f) && found.Source.Context == nil {
		// Without a context of its own, its tree is that of full IRIs. It is
		// framed as Linked Art when it is asked for.
		found.Source.Layout = nil
	}
	if err := settle(f, found, to); err != nil {
		return nil, err
	}
	if w.Mapper.IsService(found.Name.String()) {
		return nil, ownAddress(found.Name.String())
	}
	if err := w.suits(found, to); err != nil {
		return nil, err
	}
	if err := found.Check(); err != nil {
		return nil, decodeFault(f, err)
	}
	return found, nil
}

// about is a finding about the name of a record.
func about(pointer, message, fix string) linkedart.Finding {
	return linkedart.Finding{Pointer: pointer, Level: linkedart.Error, Rule: ruleAddress, Message: message, Fix: fix}
}

// settle makes sure that the graph is about the target, under one of its names.
func settle(f *serialize.Format, g *graph.Graph, to Target) error {
	if len(to.Names) == 0 {
		to.Names = []rdf.IRI{g.Name}
	}
	if to.Minted {
		adopt(g, to.Names[0])
	}
	for _, name := range to.Names {
		if isSubject(g, name) && (g.Name == name || g.Name == to.Names[0] && !isJSON(f)) {
			g.Name = name
			return nil
		}
	}
	pointer := ""
	if g.Source.Layout != nil {
		pointer = "/id"
	}
	right := to.Names[0].String()
	fix := "the id " + right + ", or a request to the record's own address"
	if to.Minted {
		fix = "a record without an id, or a PUT to its own address"
	}
	if g.Name != to.Names[0] {
		return unprocessable(about(pointer, fmt.Sprintf("the record is about %s, the address stands for %s", g.Name, right), fix))
	}
	return unprocessable(about("", "the record says nothing about "+right, "statements whose subject is "+right))
}

// ownAddress is the answer to a record whose name is an address of the service itself.
func ownAddress(iri string) error {
	return &respond.Error{Type: respond.Conflict, Detail: "The service itself answers at " + iri + ", so that it can be the name of no record. Give the record another id."}
}

// suits makes sure that the endpoint at which a record is to get a name has its class.
func (w *Writer) suits(g *graph.Graph, to Target) error {
	if to.Endpoint.Name == "" {
		return nil
	}
	var names []string
	for _, class := range g.Classes() {
		names = append(names, w.Words.Class(class))
	}
	if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return slices.Contains(to.Endpoint.Classes, name) }) {
		return nil
	}
	pointer := ""
	if g.Source.Layout != nil {
		pointer = "/type"
	}
	return unprocessable(about(pointer, fmt.Sprintf("the endpoint %s/ has no records of the class %s", to.Endpoint.Name, names[0]),
		"one of "+strings.Join(to.Endpoint.Classes, ", ")+", or a request to the endpoint of the class"))
}

func isSubject(g *graph.Graph, name rdf.IRI) bool {
	return slices.ContainsFunc(g.Triples, func(t rdf.Triple) bool { return t.Subj == rdf.Subject(name) })
}

// adopt gives the name to the blank node that a graph is about, if there is
// one: the only subject that nothing points to.
func adopt(g *graph.Graph, name rdf.IRI) {
	pointedTo := map[rdf.Object]bool{}
	for _, t := range g.Triples {
		pointedTo[t.Obj] = true
	}
	var root rdf.Subject
	for _, t := range g.Triples {
		if o, ok := t.Subj.(rdf.Object); !ok || pointedTo[o] || t.Subj == root {
			continue
		}
		if root != nil {
			return
		}
		root = t.Subj
	}
	if _, blank := root.(rdf.Blank); !blank {
		return
	}
	for i := range g.Triples {
		if g.Triples[i].Subj == root {
			g.Triples[i].Subj = name
		}
	}
	g.Triples = graph.Dedup(g.Triples)
}

// decodeFault is the answer to a document that cannot be read. Text that breaks
// the rules of its format is malformed; text that is well formed but would not
// come back whole, or as what it was meant, is a record that is refused.
func decodeFault(f *serialize.Format, err error) error {
	var syntax *serialize.SyntaxError
	var path *fs.PathError
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, ldcontext.ErrDamaged), errors.As(err, &path):
		return err
	case errors.Is(err, graph.ErrTooLarge):
		return &respond.Error{Type: respond.ContentTooLarge, Detail: "The record is beyond a limit: " + err.Error() + ".", Err: err}
	case !errors.As(err, &syntax), errors.Is(err, dataset.ErrUnsorted):
		return unprocessable(linkedart.Finding{Level: linkedart.Error, Rule: ruleReadable, Message: err.Error()})
	case isJSON(f) && syntax.Line == 0:
		return unprocessable(linkedart.Finding{Pointer: syntax.Pointer, Level: linkedart.Error, Rule: ruleReadable, Message: syntax.Reason, Source: syntax.Code})
	default:
		return &respond.Error{Type: respond.Malformed, Detail: syntax.Error() + ".", At: respond.Position{Line: syntax.Line, Column: syntax.Column, Pointer: syntax.Pointer}}
	}
}
