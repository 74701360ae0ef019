package serialize

import "strings"

// Prefix is a short name for a namespace, as Turtle, TriG and RDF/XML use them.
type Prefix struct{ Name, Namespace string }

// Prefixes returns the prefixes that Vitrine writes, a namespace before any
// that it begins with. The first part is that of the Linked Art context.
func Prefixes() []Prefix {
	return []Prefix{
		{"archaeo", "http://www.cidoc-crm.org/cidoc-crm/CRMarchaeo/"},
		{"crm", "http://www.cidoc-crm.org/cidoc-crm/"},
		{"la", "https://linked.art/ns/terms/"},
		{"sci", "http://www.ics.forth.gr/isl/CRMsci/"},
		{"dig", "http://www.ics.forth.gr/isl/CRMdig/"},
		{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
		{"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
		{"xsd", "http://www.w3.org/2001/XMLSchema#"},
		{"skos", "http://www.w3.org/2004/02/skos/core#"},
		{"dc", "http://purl.org/dc/elements/1.1/"},
		{"dcterms", "http://purl.org/dc/terms/"},
		{"schema", "http://schema.org/"},
		{"foaf", "http://xmlns.com/foaf/0.1/"},
		{"void", "http://rdfs.org/ns/void#"},
		{"dcat", "http://www.w3.org/ns/dcat#"},
		{"edm", "http://www.europeana.eu/schemas/edm/"},
		{"ore", "http://www.openarchives.org/ore/terms/"},
		{"owl", "http://www.w3.org/2002/07/owl#"},
		{"rdaGr2", "http://rdvocab.info/ElementsGr2/"},

		{"aat", "http://vocab.getty.edu/aat/"},
		{"tgn", "http://vocab.getty.edu/tgn/"},
		{"ulan", "http://vocab.getty.edu/ulan/"},
	}
}

// Shorten splits an IRI into a prefix of the list and a local name that is not
// empty. It does not tell whether a format allows that local name.
func Shorten(prefixes []Prefix, iri string) (prefix Prefix, local string, ok bool) {
	for _, p := range prefixes {
		if local, ok := strings.CutPrefix(iri, p.Namespace); ok && local != "" {
			return p, local, true
		}
	}
	return Prefix{}, "", false
}
