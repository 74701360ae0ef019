package search

import (
	"strings"

	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"
	"github.com/knakk/rdf"

	"vitrine/server/search/internal/fields"
	"vitrine/server/search/internal/words"
)

// textFields are the fields of words, with what a word in them counts.
var textFields = []struct {
	name  string
	boost float64
}{{fields.Label, 10}, {fields.Name, 5}, {fields.Type, 2}, {fields.Statement, 1}, {fields.Reference, 0.5}}

// The limits of what is indexed, in bytes.
const (
	// maxEntity is how far into all of an entity's texts the words are indexed, give or
	// take a word.
	maxEntity = 1 << 20
	// maxIdentifier is the length of the longest identifier that is indexed.
	maxIdentifier = 1 << 10
	// maxReferences is the number of other entities of which the names are indexed
	// with an entity that refers to them, and maxCalled how much of the names of
	// each.
	maxReferences = 64
	maxCalled     = 2 << 10
	// maxSortKey is the length of a name that entities are sorted by.
	maxSortKey = 96
)

// The ways in which fields are indexed: words with their positions, for
// phrases; whole values; and whole values that do not count for the order.
const (
	asWords  = index.IndexField | index.IncludeTermVectors
	asValue  = index.IndexField
	asFilter = index.IndexField | index.SkipFreqNorm
	asNote   = index.StoreField
)

// writer makes one document.
type writer struct {
	doc   *document.Document
	words words.Analyzer
}

func (w writer) wordsOf(field string, values []string) {
	for i, value := range values {
		w.doc.AddField(document.NewTextFieldCustom(field, []uint64{uint64(i)}, []byte(value), asWords, w.words))
	}
}

func (w writer) valuesOf(field string, options index.FieldIndexingOptions, values ...string) {
	for i, value := range values {
		w.doc.AddField(document.NewTextFieldWithIndexingOptions(field, []uint64{uint64(i)}, []byte(value), options))
	}
}

// newDocument makes what the library indexes of a text, with the names of what it
// refers to.
func newDocument(name rdf.IRI, t text, called map[string]names, n note, a words.Analyzer) *document.Document {
	w := writer{document.NewDocument(name.String()), a}
	w.wordsOf(fields.Label, t.labels)
	w.wordsOf(fields.Name, t.names)
	w.wordsOf(fields.Type, t.types)
	w.wordsOf(fields.Statement, t.statements)
	for _, iri := range t.references {
		w.wordsOf(fields.Reference, called[iri].all)
	}
	keys := make([]string, len(t.identifiers))
	for i, value := range t.identifiers {
		keys[i] = words.Key(value)
	}
	w.valuesOf(fields.Identifier, asValue, keys...)
	for _, field := range []string{fields.Class, fields.ClassifiedAs, fields.Place, fields.Maker, fields.Material, fields.Century, fields.Decade, fields.Picture, fields.MemberOf, fields.Cell} {
		w.valuesOf(field, asFilter, t.values[field]...)
	}
	for _, field := range calledFields {
		for _, iri := range t.values[field] {
			if first := called[iri].first(); first != "" {
				w.valuesOf(fields.Called, asFilter, calledTerm(iri, first))
			}
		}
	}
	w.valuesOf(fields.Folder, asFilter, folders(name.String())...)
	w.valuesOf(fields.Suggest, asFilter, suggestTerms(t)...)
	if key := t.sortName(); key != "" {
		w.valuesOf(fields.SortName, asFilter, key)
	}
	if t.begin != "" {
		w.valuesOf(fields.SortDate, asFilter, t.begin)
	}
	w.valuesOf(fields.Note, asNote, n.encode())
	return w.doc
}

// calledFields are the facets whose values are entities.
var calledFields = []string{fields.ClassifiedAs, fields.Place, fields.Maker, fields.Material}

// calledTerm says what an entity is called.
func calledTerm(iri, name string) string { return iri + "\x00" + words.Clip(name, 200) }

// maxFolders is the number of beginnings of a URI that are indexed.
const maxFolders = 8

// folders returns the beginnings of a URI that end in a slash, after its authority.
func folders(uri string) []string {
	start := 0
	if i := strings.Index(uri, "://"); i >= 0 {
		start = i + len("://")
	}
	var out []string
	for i := start; i < len(uri)-1 && len(out) < maxFolders; i++ {
		if uri[i] == '/' {
			out = append(out, uri[:i+1])
		}
	}
	return out
}
