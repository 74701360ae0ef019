package dataset

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// facts are what there is to say of a data set in VoID (https://www.w3.org/TR/void/), and in
// DCAT 3 (https://www.w3.org/TR/vocab-dcat-3/) for the files. Empty fields are left out.
type facts struct {
	// Document is the URI of the description. The data set's own is Document
	// with the fragment "data".
	Document string
	Title    string
	// Licence and Publisher are URIs.
	Licence, Publisher string
	Statement
	// Modified is when the data last changed; zero where it never did.
	Modified time.Time
	// Home is the URI of a page about the data set, Space what the URIs of its
	// entities begin with.
	Home, Space string
	// Triples counts the statements, Entities what has a description of its own.
	Triples, Entities uint64
	Classes           []classCount
	// Examples are URIs of some entities, Roots of documents that lead to all.
	Examples, Roots []string
	// Formats are media types of RDF in which entities are served.
	Formats []string
	Files   []Distribution
	// Feed is the URI of the change feed, FeedTitle its name.
	Feed, FeedTitle string
	Services        []Service
}

// Service answers questions about the data.
type Service struct {
	// Name is the fragment that names the service in the description, URL where it is.
	Name, URL, Title string
	// Standards are the URIs of what says how to ask it.
	Standards []string
	// IsSPARQL tells that it is an endpoint of the SPARQL protocol.
	IsSPARQL bool
}

// classCount is a number of entities of a class.
type classCount struct {
	Class    rdf.IRI
	Entities uint64
}

// Distribution is a file that holds all of the data.
type Distribution struct {
	// Name is the fragment that names the file in the description, URL where
	// it is.
	Name, URL, Title string
	// MediaType is that of the data, Packing that of what it is packed in, empty
	// for none.
	MediaType, Packing string
	// Size is that of the file in bytes, and SHA256 its checksum, in hexadecimal digits; 0 and
	// "" where they are not known.
	Size   uint64
	SHA256 string
}

// The namespaces of the terms.
const (
	voidNS    = "http://rdfs.org/ns/void#"
	dcatNS    = "http://www.w3.org/ns/dcat#"
	dctermsNS = "http://purl.org/dc/terms/"
	foafNS    = "http://xmlns.com/foaf/0.1/"
	rdfNS     = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS    = "http://www.w3.org/2000/01/rdf-schema#"
	asNS      = "https://www.w3.org/ns/activitystreams#"
	formatNS  = "http://www.w3.org/ns/formats/"
	vcardNS   = "http://www.w3.org/2006/vcard/ns#"
	spdxNS    = "http://spdx.org/rdf/terms#"
	fileNS    = "http://publications.europa.eu/resource/authority/file-type/"
	mediaNS   = "https://www.iana.org/assignments/media-types/"
)

// formats are the names by which W3C calls the media types of RDF.
var formats = map[string]string{
	"application/ld+json":   "JSON-LD",
	"text/turtle":           "Turtle",
	"application/n-triples": "N-Triples",
	"application/n-quads":   "N-Quads",
	"application/trig":      "TriG",
	"application/rdf+xml":   "RDF_XML",
}

// fileTypes are the names of media types in the list of the EU that DCAT-AP asks for.
var fileTypes = map[string]string{"application/n-quads": "RDF_N_QUADS", "application/trig": "RDF_TRIG"}

// standards say what documents of the media types look like.
var standards = map[string]string{
	"application/n-quads": "https://www.w3.org/TR/n-quads/", "application/trig": "https://www.w3.org/TR/trig/",
	"application/jsonl": "https://jsonlines.org/",
}

// graph returns the description as a graph that is named by its document. The
// error tells what is not a URI.
func (d facts) graph() (*graph.Graph, error) {
	b := graph.Builder{}
	document, data := b.IRI(d.Document), b.IRI(d.Document+"#data")
	b.Link(document, rdfNS+"type", voidNS+"DatasetDescription")
	b.Text(document, rdfsNS+"label", d.Title)
	b.Link(document, foafNS+"primaryTopic", data.String())
	d.about(&b, data)
	d.contents(&b, data)
	d.access(&b, data)
	if b.Err != nil {
		return nil, fmt.Errorf("describe the data set: %w", b.Err)
	}
	return &graph.Graph{Name: document, Triples: b.Triples}, nil
}

// about says what the data set is.
func (d facts) about(b *graph.Builder, data rdf.IRI) {
	b.Link(data, rdfNS+"type", voidNS+"Dataset")
	b.Link(data, rdfNS+"type", dcatNS+"Dataset")
	b.TaggedText(data, dctermsNS+"title", d.Title, d.TitleLanguage)
	for _, description := range d.Descriptions {
		b.TaggedText(data, dctermsNS+"description", description.Text, description.Language)
	}
	b.Link(data, dctermsNS+"license", d.Licence)
	d.people(b, data)
	d.modified(b, data)
	b.Link(data, foafNS+"homepage", d.Home)
	b.Link(data, dcatNS+"landingPage", d.Home)
}

// people says who published and made the data set and whom to ask about it.
func (d facts) people(b *graph.Builder, data rdf.IRI) {
	b.Link(data, dctermsNS+"publisher", d.Publisher)
	b.Link(data, dctermsNS+"creator", d.Creator.URI)
	for _, who := range []Agent{{d.Publisher, d.PublisherName}, d.Creator} {
		if who.URI != "" {
			agent := b.IRI(who.URI)
			b.Link(agent, rdfNS+"type", foafNS+"Agent")
			b.TaggedText(agent, foafNS+"name", who.Name.Text, who.Name.Language)
		}
	}
	b.Triples = graph.Dedup(b.Triples) // who publishes may have made it, too
	if d.Contact != (Contact{}) {
		contact := b.IRI(d.Document + "#contact")
		b.Link(data, dcatNS+"contactPoint", contact.String())
		b.Link(contact, rdfNS+"type", vcardNS+"Kind")
		b.Text(contact, vcardNS+"fn", d.Contact.Name)
		b.Link(contact, vcardNS+"hasEmail", "mailto:"+d.Contact.Email)
	}
}

// modified says when the data last changed.
func (d facts) modified(b *graph.Builder, of rdf.IRI) {
	if !d.Modified.IsZero() {
		b.Literal(of, dctermsNS+"modified", d.Modified.UTC().Format(time.RFC3339), "dateTime")
	}
}

// contents says what is in it.
func (d facts) contents(b *graph.Builder, data rdf.IRI) {
	b.Text(data, voidNS+"uriSpace", d.Space)
	b.Number(data, voidNS+"triples", d.Triples)
	b.Number(data, voidNS+"entities", d.Entities)
	vocabularies := map[string]bool{}
	for i, c := range d.Classes {
		part := b.Blank("b" + strconv.Itoa(i))
		b.Add(data, voidNS+"classPartition", part)
		b.Link(part, voidNS+"class", c.Class.String())
		b.Number(part, voidNS+"entities", c.Entities)
		if ns := namespace(c.Class.String()); !vocabularies[ns] {
			vocabularies[ns] = true
			b.Link(data, voidNS+"vocabulary", ns)
		}
	}
	for _, example := range d.Examples {
		b.Link(data, voidNS+"exampleResource", example)
	}
	for _, root := range d.Roots {
		b.Link(data, voidNS+"rootResource", root)
	}
}

// access says how to get at it.
func (d facts) access(b *graph.Builder, data rdf.IRI) {
	for _, mediaType := range d.Formats {
		if name, ok := formats[mediaType]; ok {
			b.Link(data, voidNS+"feature", formatNS+name)
		}
	}
	for _, f := range d.Files {
		// JSON Lines are no format of RDF: a dump in it is for DCAT alone.
		if _, ok := formats[f.MediaType]; ok {
			b.Link(data, voidNS+"dataDump", f.URL)
		}
		b.Link(data, dcatNS+"distribution", d.Document+"#"+f.Name)
	}
	for _, f := range d.Files {
		d.file(b, f)
	}
	if d.Feed != "" {
		b.Link(data, rdfsNS+"seeAlso", d.Feed)
		feed := b.IRI(d.Feed)
		b.Link(feed, rdfNS+"type", asNS+"OrderedCollection")
		b.Text(feed, rdfsNS+"label", d.FeedTitle)
	}
	for _, s := range d.Services {
		d.way(b, data, s)
	}
}

// file says what a file is (DCAT 3 section 6.8).
func (d facts) file(b *graph.Builder, f Distribution) {
	file := b.IRI(d.Document + "#" + f.Name)
	b.Link(file, rdfNS+"type", dcatNS+"Distribution")
	b.TaggedText(file, dctermsNS+"title", f.Title, "en")
	b.Link(file, dcatNS+"accessURL", f.URL)
	b.Link(file, dcatNS+"downloadURL", f.URL)
	if _, registered := formats[f.MediaType]; registered {
		b.Link(file, dcatNS+"mediaType", mediaNS+f.MediaType)
	}
	if name, ok := fileTypes[f.MediaType]; ok {
		b.Link(file, dctermsNS+"format", fileNS+name)
	} else {
		b.Text(file, dctermsNS+"format", f.MediaType)
	}
	if f.Packing != "" {
		b.Link(file, dcatNS+"compressFormat", mediaNS+f.Packing)
	}
	b.Link(file, dctermsNS+"conformsTo", standards[f.MediaType])
	b.Link(file, dctermsNS+"license", d.Licence)
	d.modified(b, file)
	if f.SHA256 == "" {
		return
	}
	b.Literal(file, dcatNS+"byteSize", strconv.FormatUint(f.Size, 10), "nonNegativeInteger")
	sum := b.IRI(d.Document + "#" + f.Name + "-sha256")
	b.Link(file, spdxNS+"checksum", sum.String())
	b.Link(sum, rdfNS+"type", spdxNS+"Checksum")
	b.Link(sum, spdxNS+"algorithm", spdxNS+"checksumAlgorithm_sha256")
	b.Literal(sum, spdxNS+"checksumValue", f.SHA256, "hexBinary")
}

// way says how to ask about the data.
func (d facts) way(b *graph.Builder, data rdf.IRI, s Service) {
	if s.IsSPARQL {
		b.Link(data, voidNS+"sparqlEndpoint", s.URL)
	}
	service := b.IRI(d.Document + "#" + s.Name)
	b.Link(service, rdfNS+"type", dcatNS+"DataService")
	b.Text(service, dctermsNS+"title", s.Title)
	b.Link(service, dcatNS+"endpointURL", s.URL)
	b.Link(service, dcatNS+"servesDataset", data.String())
	for _, standard := range s.Standards {
		b.Link(service, dctermsNS+"conformsTo", standard)
	}
}

// namespace is an IRI without its local name.
func namespace(iri string) string { return iri[:strings.LastIndexAny(iri, "/#")+1] }
