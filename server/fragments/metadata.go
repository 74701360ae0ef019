package fragments

import (
	"slices"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// The namespaces of the terms.
const (
	rdfNS   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xsdNS   = "http://www.w3.org/2001/XMLSchema#"
	voidNS  = "http://rdfs.org/ns/void#"
	foafNS  = "http://xmlns.com/foaf/0.1/"
	hydraNS = "http://www.w3.org/ns/hydra/core#"
	sdNS    = "http://www.w3.org/ns/sparql-service-description#"
)

// properties are what the parameters of the template stand for.
var properties = [len(places)]string{rdfNS + "subject", rdfNS + "predicate", rdfNS + "object", sdNS + "graph"}

// Document returns the quads of a page and after them its metadata.
func (p Page) Document(names Names, at Addresses) ([]rdf.Quad, error) {
	metadata, err := p.metadata(names, at)
	return slices.Concat(p.Quads, metadata), err
}

// metadata returns what is to be said of a page and how to ask for others, as quads of
// a graph of its own, whose name is short, since N-Quads repeat it. Its primary topic is the fragment, whose IRI is the address of its
// first page. The data set comes before the fragment: there are clients that take the
// last resource of which the page is said to be a subset for the topic.
func (p Page) metadata(names Names, at Addresses) ([]rdf.Quad, error) {
	b := builder{}
	metadata, data, page, first := b.iri(at.Service+"#metadata"), names.Dataset, b.iri(at.Page), b.iri(at.First)
	b.name = metadata
	b.link(metadata, foafNS+"primaryTopic", at.First)
	b.link(data, rdfNS+"type", voidNS+"Dataset")
	b.link(data, rdfNS+"type", hydraNS+"Collection")
	b.link(data, voidNS+"subset", at.First)
	b.link(data, sdNS+"defaultGraph", names.Default.String())
	b.search(data, at.Service)
	b.link(first, rdfNS+"type", hydraNS+"Collection")
	b.link(first, voidNS+"subset", at.Page)
	total := graph.Typed(strconv.FormatUint(p.Total.Count, 10), b.iri(xsdNS+"integer"))
	b.add(first, voidNS+"triples", total)
	b.add(first, hydraNS+"totalItems", total)
	b.link(first, hydraNS+"view", at.Page)
	b.link(page, rdfNS+"type", hydraNS+"PartialCollectionView")
	b.add(page, hydraNS+"itemsPerPage", graph.Typed(strconv.Itoa(PageSize), b.iri(xsdNS+"integer")))
	b.link(page, hydraNS+"first", at.First)
	if p.Next != "" {
		b.link(page, hydraNS+"next", at.Next(p.Next))
	}
	return b.quads, b.err
}

// search says how to ask for any fragment.
func (b *builder) search(data rdf.IRI, service string) {
	template := b.iri(service + "#search")
	b.link(data, hydraNS+"search", template.String())
	b.link(template, rdfNS+"type", hydraNS+"IriTemplate")
	b.add(template, hydraNS+"template", graph.String(service+"{?subject,predicate,object,graph}"))
	b.link(template, hydraNS+"variableRepresentation", hydraNS+"ExplicitRepresentation")
	for i, name := range places {
		mapping := b.iri(service + "#" + name)
		b.link(template, hydraNS+"mapping", mapping.String())
		b.link(mapping, rdfNS+"type", hydraNS+"IriTemplateMapping")
		b.add(mapping, hydraNS+"variable", graph.String(name))
		b.link(mapping, hydraNS+"property", properties[i])
	}
}

// builder gathers quads of one graph, and keeps the first error about a term.
type builder struct {
	name  rdf.IRI
	quads []rdf.Quad
	err   error
}

func (b *builder) add(s rdf.Subject, property string, o rdf.Object) {
	b.quads = append(b.quads, rdf.Quad{Triple: rdf.Triple{Subj: s, Pred: b.iri(property), Obj: o}, Ctx: b.name})
}

// link says that a node has a property whose value is an IRI.
func (b *builder) link(s rdf.Subject, property, iri string) { b.add(s, property, b.iri(iri)) }

func (b *builder) iri(s string) rdf.IRI {
	iri, err := graph.IRI(s)
	if b.err == nil {
		b.err = err
	}
	return iri
}
