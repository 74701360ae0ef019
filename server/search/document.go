package search

import (
	"strings"

	"vitrine/server/search/internal/words"

	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"
	"github.com/knakk/rdf"
)

// The fields of words and identifiers.
const (
	labelField      = "label"
	nameField       = "name"
	typeField       = "type"
	statementField  = "statement"
	referenceField  = "reference"
	identifierField = "identifier"
)

// textFields are the fields of words, with what a word in them counts.
var textFields = []struct {
	name  string
	boost float64
}{{labelField, 10}, {nameField, 5}, {typeField, 2}, {statementField, 1}, {referenceField, 0.5}}

// The fields of whole values. Those of facets have the names of their parameters.
const (
	classField      = "class"
	classifiedField = "classified_as"
	placeField      = "place"
	makerField      = "maker"
	materialField   = "material"
	centuryField    = "century"
	decadeField     = "decade"
	pictureField    = "picture"
	memberField     = "member_of"
	// folderField holds the beginnings of the entity's URI that end in a slash.
	folderField = "folder"
	// cellField is where a place is, see Cell.
	cellField = "cell"
	// sortNameField and sortDateField are what entities are sorted by.
	sortNameField = "sort_name"
	sortDateField = "sort_date"
	// calledField holds what the values of facets are called, see calledTerm, and
	// suggestField the names that are suggested, see suggestTerms.
	calledField  = "called"
	suggestField = "suggest"
	// noteField is stored: what the follower has to know of a document.
	noteField = "note"
)

// The limits of what is indexed, in bytes.
const (
	// maxLiteral is how far into one literal the words are indexed, maxEntity
	// how far into all of an entity's, give or take a word.
	maxLiteral = 64 << 10
	maxEntity  = 1 << 20
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
	w.wordsOf(labelField, t.labels)
	w.wordsOf(nameField, t.names)
	w.wordsOf(typeField, t.types)
	w.wordsOf(statementField, t.statements)
	for _, iri := range t.references {
		w.wordsOf(referenceField, called[iri].all)
	}
	keys := make([]string, len(t.identifiers))
	for i, value := range t.identifiers {
		keys[i] = words.Key(value)
	}
	w.valuesOf(identifierField, asValue, keys...)
	for _, field := range []string{classField, classifiedField, placeField, makerField, materialField, centuryField, decadeField, pictureField, memberField, cellField} {
		w.valuesOf(field, asFilter, t.values[field]...)
	}
	for _, field := range calledFields {
		for _, iri := range t.values[field] {
			if first := called[iri].first(); first != "" {
				w.valuesOf(calledField, asFilter, calledTerm(iri, first))
			}
		}
	}
	w.valuesOf(folderField, asFilter, folders(name.String())...)
	w.valuesOf(suggestField, asFilter, suggestTerms(t)...)
	if key := t.sortName(); key != "" {
		w.valuesOf(sortNameField, asFilter, key)
	}
	if t.begin != "" {
		w.valuesOf(sortDateField, asFilter, t.begin)
	}
	w.valuesOf(noteField, asNote, n.encode())
	return w.doc
}

// calledFields are the facets whose values are entities.
var calledFields = []string{classifiedField, placeField, makerField, materialField}

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
