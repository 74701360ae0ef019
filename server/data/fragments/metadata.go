package fragments

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// The namespaces of the terms.
const (
	rdfNS   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
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
// a graph of its own, whose name is short, since N-Quads repeat it. Its primary topic is
// the fragment, whose IRI is the address of its first page. The data set comes before
// the fragment: there are clients that take the last resource of which the page is said
// to be a subset for the topic.
func (p Page) metadata(names Names, at Addresses) ([]rdf.Quad, error) {
	var b graph.Builder
	metadata, data, page, first := b.IRI(at.Service+"#metadata"), names.Dataset, b.IRI(at.Page), b.IRI(at.First)
	b.Link(metadata, foafNS+"primaryTopic", at.First)
	b.Link(data, rdfNS+"type", voidNS+"Dataset")
	b.Link(data, rdfNS+"type", hydraNS+"Collection")
	b.Link(data, voidNS+"subset", at.First)
	b.Link(data, sdNS+"defaultGraph", names.Default.String())
	search(&b, data, at.Service)
	b.Link(first, rdfNS+"type", hydraNS+"Collection")
	b.Link(first, voidNS+"subset", at.Page)
	b.Number(first, voidNS+"triples", p.Total.Count)
	b.Number(first, hydraNS+"totalItems", p.Total.Count)
	b.Link(first, hydraNS+"view", at.Page)
	b.Link(page, rdfNS+"type", hydraNS+"PartialCollectionView")
	b.Number(page, hydraNS+"itemsPerPage", PageSize)
	b.Link(page, hydraNS+"first", at.First)
	if p.Next != "" {
		b.Link(page, hydraNS+"next", at.Next(p.Next))
	}
	g := graph.Graph{Name: metadata, Triples: b.Triples}
	return slices.Collect(g.Quads()), b.Err
}

// search says how to ask for any fragment.
func search(b *graph.Builder, data rdf.IRI, service string) {
	template := b.IRI(service + "#search")
	b.Link(data, hydraNS+"search", template.String())
	b.Link(template, rdfNS+"type", hydraNS+"IriTemplate")
	b.Text(template, hydraNS+"template", service+"{?subject,predicate,object,graph}")
	b.Link(template, hydraNS+"variableRepresentation", hydraNS+"ExplicitRepresentation")
	for i, name := range places {
		mapping := b.IRI(service + "#" + name)
		b.Link(template, hydraNS+"mapping", mapping.String())
		b.Link(mapping, rdfNS+"type", hydraNS+"IriTemplateMapping")
		b.Text(mapping, hydraNS+"variable", name)
		b.Link(mapping, hydraNS+"property", properties[i])
	}
}
