package jsonld

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"
	"github.com/piprate/json-gold/ld"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld/framing"
	"vitrine/serialize/jsonld/layout"
)

const testBase = "https://data.museum.example/"

func testProcessor() *Processor { return New(ldcontext.New(nil)) }

func linkedArtContext(t testing.TB, p *Processor) *ldcontext.ActiveContext {
	t.Helper()
	active, err := p.contexts.Compile(linkedArt)
	if err != nil {
		t.Fatal(err)
	}
	return active
}

func mustRead(t testing.TB, p *Processor, text []byte) *graph.Graph {
	t.Helper()
	g, err := p.Read(context.Background(), text, serialize.DecodeOptions{Base: testBase})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

func mustAppend(t testing.TB, p *Processor, g *graph.Graph) []byte {
	t.Helper()
	text, err := p.Append(nil, g)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(text) {
		t.Fatalf("not JSON: %s", text)
	}
	return text
}

// compacted returns a JSON text without white space, its strings escaped as
// Vitrine escapes them.
func compacted(t testing.TB, text []byte) string {
	t.Helper()
	var d document
	if err := d.parse(text); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(d.appendTo(nil, 1))
}

func (d *document) appendTo(dst []byte, i int32) []byte {
	v := d.at(i)
	switch v.kind {
	case '"':
		return appendString(dst, v.text)
	case '0':
		return append(dst, v.text...)
	case '{', '[':
		dst = append(dst, byte(v.kind))
		for c := v.first; c != 0; c = d.at(c).next {
			if c != v.first {
				dst = append(dst, ',')
			}
			if v.kind == '{' {
				dst = append(appendString(dst, d.at(c).key), ':')
			}
			dst = d.appendTo(dst, c)
		}
		return append(dst, byte(v.kind)+2)
	default:
		return append(dst, v.kind.String()...)
	}
}

// oracle returns the triples that json-gold finds in a document.
func oracle(t testing.TB, p *Processor, text []byte) []rdf.Triple {
	t.Helper()
	options := ld.NewJsonLdOptions(testBase)
	options.ProcessingMode = ld.JsonLd_1_1
	options.DocumentLoader = framing.NewContexts(p.contexts.Set())
	var input any
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&input); err != nil {
		t.Fatal(err)
	}
	expanded, err := ld.NewJsonLdProcessor().Expand(input, options)
	if err != nil {
		t.Fatalf("json-gold: %v\n%s", err, text)
	}
	// Left to itself, json-gold writes an error message in place of a JSON
	// literal that is a string or null.
	if err := canonicalJSON(expanded); err != nil {
		t.Fatal(err)
	}
	dataset, err := ld.NewJsonLdApi().ToRDF(expanded, options)
	if err != nil {
		t.Fatalf("json-gold: %v\n%s", err, text)
	}
	var triples []rdf.Triple
	for _, quads := range dataset.Graphs {
		for _, q := range quads {
			triple, err := fromQuad(q)
			if err != nil {
				t.Fatalf("json-gold: %v\n%s", err, text)
			}
			triples = append(triples, triple)
		}
	}
	return triples
}

// inDoubles returns the triples as a processor sees them that reads every
// number as a double, which json-gold does: integers of more than 53 bits are
// rounded, and those of more than 64 become an xsd:double.
func inDoubles(triples []rdf.Triple) []rdf.Triple {
	out := slices.Clone(triples)
	for i, t := range out {
		l, ok := t.Obj.(rdf.Literal)
		if !ok || l.DataType != graph.XSDInteger {
			continue
		}
		f, err := strconv.ParseFloat(l.String(), 64)
		switch {
		case err != nil:
		case math.Abs(f) < 1<<63:
			out[i].Obj = graph.Typed(strconv.FormatInt(int64(f), 10), graph.XSDInteger)
		default:
			out[i].Obj = graph.Typed(layout.CanonicalDouble(f), graph.XSDDouble)
		}
	}
	return out
}

// sameAsOracle fails unless json-gold finds the triples in the text.
func sameAsOracle(t testing.TB, p *Processor, what string, triples []rdf.Triple, text []byte) {
	t.Helper()
	sameGraph(t, what, inDoubles(oracle(t, p, text)), inDoubles(triples), text)
}

// sameGraph fails unless the triples are isomorphic.
func sameGraph(t testing.TB, what string, got, want []rdf.Triple, text []byte) {
	t.Helper()
	if graph.Isomorphic(got, want) {
		return
	}
	t.Errorf("%s: the graphs differ for\n%s\ngot:\n%swant:\n%s", what, text, listed(got), listed(want))
}

func listed(triples []rdf.Triple) string {
	var b bytes.Buffer
	for _, t := range triples {
		b.WriteString(t.Serialize(rdf.NTriples))
	}
	return b.String()
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

// fromDataset takes the one graph out of a dataset: the default graph, which
// the root names, or the only named one.
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
