package jsonld

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"
	"github.com/piprate/json-gold/ld"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// noBase stands in for the base IRI where there is none, so that what would be
// relative to it can be told.
const noBase = "http://no-base.invalid/"

// readExotic reads a document that uses parts of JSON-LD which Linked Art
// records do not: json-gold's expansion and conversion to RDF are complete.
// The graph has no outline, so it is framed when it is written.
func (p *Processor) readExotic(doc *document, text, context []byte, scope *ldcontext.Scope, o serialize.DecodeOptions) (*graph.Graph, error) {
	input, err := p.exoticInput(doc, text)
	if err != nil {
		return nil, err
	}
	options := ld.NewJsonLdOptions(o.Base)
	if o.Base == "" {
		options.Base = noBase
	}
	options.ProcessingMode = ld.JsonLd_1_1
	options.DocumentLoader = p.contexts.Set()
	options.SafeMode = !o.Lenient
	options.ProduceGeneralizedRdf = true
	expanded, err := expand(input, options)
	if err != nil {
		return nil, p.expansionError(doc, scope, err)
	}
	if found := lostInRDF(expanded); found != "" && !o.Lenient {
		return nil, &serialize.SyntaxError{Format: "jsonld", Reason: found + " has no place in RDF and would be lost"}
	}
	if err := canonicalJSON(expanded); err != nil {
		return nil, err
	}
	dataset, err := ld.NewJsonLdApi().ToRDF(expanded, options)
	if err != nil {
		return nil, &serialize.SyntaxError{Format: "jsonld", Reason: err.Error(), Err: err}
	}
	g, err := fromDataset(dataset, rootID(expanded), o)
	if err != nil {
		return nil, err
	}
	if o.Lenient && o.Dropped != nil {
		o.Dropped(serialize.Loss{Name: g.Name, Reason: "the record uses JSON-LD that Linked Art does not; members that its context does not define were left out, if there were any"})
	}
	g.Source = graph.Source{MediaType: MediaType, Context: context}
	return g, g.Check()
}

// expand is json-gold's expansion. Its resolution of relative IRIs panics on
// some that are malformed.
func expand(input any, options *ld.JsonLdOptions) (expanded []any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the document cannot be expanded: %v", r)
		}
	}()
	return ld.NewJsonLdProcessor().Expand(input, options)
}

// exoticInput returns the document for json-gold, which works on float64.
func (p *Processor) exoticInput(doc *document, text []byte) (any, error) {
	for i := range doc.values {
		v := &doc.values[i]
		if v.kind != '0' {
			continue
		}
		exact, err := numberLiteral(v.text, rdf.IRI{})
		if err != nil {
			return nil, &serialize.SyntaxError{Format: "jsonld", Reason: "the number " + v.text + " is beyond what xsd:double holds; write it as a string"}
		}
		f, _ := strconv.ParseFloat(v.text, 64)
		if rounded, err := numberLiteral(jsonNumber(f), rdf.IRI{}); err != nil || rounded != exact {
			return nil, &serialize.SyntaxError{Format: "jsonld", Reason: "the number " + v.text + " has more digits than a double keeps, in a record that uses JSON-LD beyond Linked Art's; write it as a typed string"}
		}
	}
	for i := range doc.values {
		if doc.values[i].key == "_complete" {
			return nil, &serialize.SyntaxError{Format: "jsonld", Reason: "_complete cannot be kept in a record that uses JSON-LD beyond Linked Art's"}
		}
	}
	var input any
	if err := json.Unmarshal(text, &input); err != nil {
		return nil, &serialize.SyntaxError{Format: "jsonld", Reason: err.Error(), Err: err}
	}
	if object, ok := input.(map[string]any); ok {
		delete(object, "_links")
	}
	return input, nil
}

// expansionError names the members that may have been the reason.
func (p *Processor) expansionError(doc *document, scope *ldcontext.Scope, err error) error {
	out := &serialize.SyntaxError{Format: "jsonld", Reason: err.Error(), Err: err}
	var coded *ld.JsonLdError
	if errors.As(err, &coded) {
		out.Code = string(coded.Code)
	}
	if out.Code != string(ld.InvalidProperty) {
		return out
	}
	var unknown []string
	for i := range doc.values {
		key := doc.values[i].key
		if key != "" && scope.ExpandKey(key) == "" {
			unknown = append(unknown, strconv.Quote(key))
		}
	}
	out.Reason = "a key is unknown to the context where it stands, so RDF would lose it: one of " + strings.Join(unknown, ", ")
	return out
}

// lostInRDF names a keyword of an expanded document that RDF does not keep.
func lostInRDF(v any) string {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if found := lostInRDF(item); found != "" {
				return found
			}
		}
	case map[string]any:
		if v["@type"] == "@json" {
			return ""
		}
		for key, item := range v {
			if key == "@index" || key == "@direction" {
				return fmt.Sprintf("%s %v", key, item)
			}
			if found := lostInRDF(item); found != "" {
				return found
			}
		}
	}
	return ""
}

// canonicalJSON puts the lexical form of JSON literals (JSON-LD 1.1 API section
// 8.2.2 step 8; RFC 8785) in place of their values: json-gold gives strings and
// null a wrong one.
func canonicalJSON(v any) error {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if err := canonicalJSON(item); err != nil {
				return err
			}
		}
	case map[string]any:
		if v["@type"] != "@json" {
			for _, item := range v {
				if err := canonicalJSON(item); err != nil {
					return err
				}
			}
			return nil
		}
		text, err := json.Marshal(v["@value"])
		if err != nil {
			return err
		}
		canonical := jsontext.Value(text)
		if err := canonical.Canonicalize(); err != nil {
			return err
		}
		v["@value"], v["@type"] = string(canonical), graph.JSON.String()
	}
	return nil
}

// rootID returns the @id of an expanded document with a single root, or "".
func rootID(expanded []any) string {
	if len(expanded) != 1 {
		return ""
	}
	root, _ := expanded[0].(map[string]any)
	id, _ := root["@id"].(string)
	return id
}

// fromDataset takes the one graph out of a dataset: the default graph, which
// the root names, or the only named one.
func fromDataset(dataset *ld.RDFDataset, root string, o serialize.DecodeOptions) (*graph.Graph, error) {
	const main = "@default"
	name := root
	quads := dataset.Graphs[main]
	for graphName, named := range dataset.Graphs {
		if graphName == main || len(named) == 0 {
			continue
		}
		if len(quads) > 0 {
			return nil, &serialize.SyntaxError{Format: "jsonld", Reason: "the document holds more than one graph; a record is one"}
		}
		name, quads = graphName, named
	}
	triples := make([]rdf.Triple, 0, len(quads))
	for _, q := range quads {
		t, err := fromQuad(q)
		if err != nil {
			return nil, &serialize.SyntaxError{Format: "jsonld", Reason: err.Error(), Err: err}
		}
		triples = append(triples, t)
	}
	g := &graph.Graph{Name: o.Name}
	var err error
	switch {
	case name != "":
		g.Name, err = fromIRI(name)
	case o.Name == rdf.IRI{}:
		g.Name, err = serialize.Root(triples)
	}
	if err != nil {
		return nil, &serialize.SyntaxError{Format: "jsonld", Reason: "the record's id: " + err.Error(), Err: err}
	}
	g.Triples = inOrder(g.Name, graph.Dedup(triples))
	return g, nil
}

func fromQuad(q *ld.Quad) (rdf.Triple, error) {
	subject, err := fromNode(q.Subject)
	if err != nil {
		return rdf.Triple{}, err
	}
	predicate, err := fromNode(q.Predicate)
	if err != nil {
		return rdf.Triple{}, err
	}
	object, err := fromNode(q.Object)
	if err != nil {
		return rdf.Triple{}, err
	}
	p, ok := predicate.(rdf.IRI)
	if !ok {
		return rdf.Triple{}, fmt.Errorf("%w: a blank node as predicate", graph.ErrTerm)
	}
	return rdf.Triple{Subj: subject.(rdf.Subject), Pred: p, Obj: object.(rdf.Object)}, nil
}

func fromNode(n ld.Node) (rdf.Term, error) {
	switch n := n.(type) {
	case ld.IRI:
		return fromIRI(n.Value)
	case *ld.IRI:
		return fromIRI(n.Value)
	case ld.BlankNode:
		return graph.Blank(strings.TrimPrefix(n.Attribute, "_:"))
	case *ld.BlankNode:
		return graph.Blank(strings.TrimPrefix(n.Attribute, "_:"))
	case ld.Literal:
		return fromLiteral(n.Value, n.Datatype, n.Language)
	case *ld.Literal:
		return fromLiteral(n.Value, n.Datatype, n.Language)
	default:
		return nil, fmt.Errorf("%w: %v", graph.ErrTerm, n)
	}
}

func fromIRI(iri string) (rdf.IRI, error) {
	if strings.HasPrefix(iri, noBase) {
		return rdf.IRI{}, fmt.Errorf("%w: relative IRI %q and no base URL to resolve it against", graph.ErrTerm, strings.TrimPrefix(iri, noBase))
	}
	return graph.IRI(iri)
}

func fromLiteral(lexical, datatype, language string) (rdf.Term, error) {
	if language != "" {
		return graph.Tagged(lexical, language)
	}
	iri, err := graph.IRI(datatype)
	if err != nil {
		return nil, err
	}
	return graph.Typed(lexical, iri), nil
}
