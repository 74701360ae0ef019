package document

import (
	"strings"

	bleve "github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"
	"github.com/knakk/rdf"

	"vitrine/server/data/holdings"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/internal/words"
)

// The limits of what is indexed, in bytes.
const (
	// MaxEntity is how far into all of an entity's texts the words are indexed, give or
	// take a word.
	MaxEntity = 1 << 20
	// MaxIdentifier is the length of the longest identifier that is indexed.
	MaxIdentifier = 1 << 10
	// MaxReferences is the number of other entities of which the names are indexed
	// with an entity that refers to them, and maxCalled how much of the names of
	// each.
	MaxReferences = 64
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
	doc   *bleve.Document
	words words.Analyzer
}

func (w writer) wordsOf(field string, values []string) {
	for i, value := range values {
		w.doc.AddField(bleve.NewTextFieldCustom(field, []uint64{uint64(i)}, []byte(value), asWords, w.words))
	}
}

func (w writer) valuesOf(field string, options index.FieldIndexingOptions, values ...string) {
	for i, value := range values {
		w.doc.AddField(bleve.NewTextFieldWithIndexingOptions(field, []uint64{uint64(i)}, []byte(value), options))
	}
}

// New makes what the library indexes of a text: with the names of what it refers to, by
// the IRIs of these, the key of its last change, and a note, which is kept as it is.
func New(name rdf.IRI, t Text, called map[string][]string, changed, note string, a words.Analyzer) *bleve.Document {
	w := writer{bleve.NewDocument(name.String()), a}
	w.wordsOf(fields.Label, t.Labels)
	w.wordsOf(fields.Name, t.Names)
	w.wordsOf(fields.Type, t.Types)
	w.wordsOf(fields.Statement, t.Statements)
	for _, iri := range t.References {
		w.wordsOf(fields.Reference, called[iri])
	}
	var numbers []string
	for _, value := range t.Identifiers {
		numbers = append(numbers, words.Numbers(value)...)
	}
	w.valuesOf(fields.Identifier, asFilter, numbers...)
	for _, field := range []string{fields.Class, fields.ClassifiedAs, fields.Place, fields.MadeAt, fields.Maker, fields.Material, fields.Century, fields.Decade, fields.Picture, fields.MemberOf, fields.Objects, fields.Whole, fields.Years, fields.Cell} {
		w.valuesOf(field, asFilter, t.Values[field]...)
	}
	if t.Free {
		w.valuesOf(fields.Free, asFilter, "yes")
	}
	w.valuesOf(fields.Mentions, asFilter, t.References...)
	for _, field := range CalledFields {
		for _, iri := range t.Values[field] {
			if all := called[iri]; len(all) > 0 {
				w.valuesOf(fields.Called, asFilter, calledTerm(iri, all[0]))
			}
		}
	}
	base, _ := holdings.BaseOf(name.String())
	w.valuesOf(fields.Publisher, asFilter, base)
	w.valuesOf(fields.Folder, asFilter, folders(name.String())...)
	w.valuesOf(fields.Suggest, asFilter, suggestTerms(t)...)
	if key := t.SortName(); key != "" {
		w.valuesOf(fields.SortName, asFilter, key)
	}
	if t.Begin != "" {
		w.valuesOf(fields.SortDate, asFilter, t.Begin)
	}
	w.valuesOf(fields.SortChange, asFilter, changed)
	w.valuesOf(fields.Note, asNote, note)
	return w.doc
}

// CalledFields are the facets whose values are entities.
var CalledFields = []string{fields.ClassifiedAs, fields.Place, fields.MadeAt, fields.Maker, fields.Material}

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
