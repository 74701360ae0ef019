package search

import (
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// The fields of the index.
const (
	labelField      = "label"
	nameField       = "name"
	typeField       = "type"
	statementField  = "statement"
	identifierField = "identifier"
	classField      = "class"
	classifiedField = "classified_as"
)

// textFields are the fields of words, with what a word in them counts.
var textFields = []struct {
	name  string
	boost float64
}{{labelField, 10}, {nameField, 5}, {typeField, 2}, {statementField, 1}}

// The limits of what is indexed, in bytes.
const (
	// maxLiteral is how far into one literal the words are indexed, maxEntity
	// how far into all of an entity's, give or take a word.
	maxLiteral = 64 << 10
	maxEntity  = 1 << 20
	// maxIdentifier is the length of the longest identifier that is indexed.
	maxIdentifier = 1 << 10
)

// The properties that are looked at.
const (
	crm          = "http://www.cidoc-crm.org/cidoc-crm/"
	identifiedBy = crm + "P1_is_identified_by"
	hasType      = crm + "P2_has_type"
	referredToBy = crm + "P67i_is_referred_to_by"
	content      = crm + "P190_has_symbolic_content"
	identifier   = crm + "E42_Identifier"
)

// text is what is indexed of one entity. All of it comes from the entity's own
// graph.
type text struct {
	labels, names, types, statements []string
	identifiers                      []string
	classes, classifiedAs            []string
}

// textOf collects the text of an entity: its labels; the contents of its names,
// identifiers and statements, and its own content, which a text has; its
// classes; its classifications, with the labels that they are given.
func textOf(g *graph.Graph) text {
	c := gatherer{root: g.Name, bySubject: map[rdf.Subject][]rdf.Triple{}, left: maxEntity}
	for _, t := range g.Triples {
		c.bySubject[t.Subj] = append(c.bySubject[t.Subj], t)
	}
	var out text
	for _, class := range g.Classes() {
		out.classes = append(out.classes, class.String())
	}
	// What counts most comes first, should there be more than is indexed.
	out.labels = c.literals(g.Name, graph.Label.String())
	for _, node := range c.objects(g.Name, identifiedBy) {
		if c.is(node, identifier) {
			out.identifiers = append(out.identifiers, c.identifiers(node)...)
		} else {
			out.names = append(out.names, c.literals(node, content)...)
		}
	}
	for _, node := range c.objects(g.Name, hasType) {
		if iri, ok := node.(rdf.IRI); ok {
			out.classifiedAs = append(out.classifiedAs, iri.String())
		}
		out.types = append(out.types, c.literals(node, graph.Label.String())...)
	}
	out.statements = c.literals(g.Name, content)
	for _, node := range c.objects(g.Name, referredToBy) {
		out.statements = append(out.statements, c.literals(node, content)...)
	}
	return out
}

// gatherer reads one graph.
type gatherer struct {
	root      rdf.IRI
	bySubject map[rdf.Subject][]rdf.Triple
	// left is how many bytes of text may still be taken.
	left int
}

// objects returns the nodes that a property leads to.
func (c *gatherer) objects(node rdf.Subject, property string) []rdf.Subject {
	var out []rdf.Subject
	for _, t := range c.bySubject[node] {
		if object, ok := t.Obj.(rdf.Subject); ok && t.Pred.String() == property {
			out = append(out, object)
		}
	}
	return out
}

// is tells whether a node is of a class.
func (c *gatherer) is(node rdf.Subject, class string) bool {
	for _, t := range c.bySubject[node] {
		if iri, ok := t.Obj.(rdf.IRI); ok && t.Pred == rdf.Predicate(graph.Type) && iri.String() == class {
			return true
		}
	}
	return false
}

// literals returns the values of a property, as far as they are indexed.
func (c *gatherer) literals(node rdf.Subject, property string) []string {
	var out []string
	for _, t := range c.bySubject[node] {
		if literal, ok := t.Obj.(rdf.Literal); ok && t.Pred.String() == property && c.left > maxWord {
			value := clip(literal.String(), min(maxLiteral, c.left))
			c.left -= len(value)
			out = append(out, value)
		}
	}
	return out
}

// identifiers returns the contents of an identifier.
func (c *gatherer) identifiers(node rdf.Subject) []string {
	var out []string
	for _, t := range c.bySubject[node] {
		if literal, ok := t.Obj.(rdf.Literal); ok && t.Pred.String() == content && len(literal.String()) <= maxIdentifier {
			out = append(out, literal.String())
		}
	}
	return out
}

// clip cuts a text off after so many bytes at most, at the end of a word where
// there is one.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	if space := strings.LastIndexAny(s[:most], " \t\r\n"); space > 0 {
		return s[:space]
	}
	return s[:most]
}

// The ways in which fields are indexed: words with their positions, for
// phrases; whole values; and whole values that do not count for the order.
const (
	asWords  = index.IndexField | index.IncludeTermVectors
	asValue  = index.IndexField
	asFilter = index.IndexField | index.SkipFreqNorm
)

// newDocument makes what the library indexes.
func newDocument(g *graph.Graph, a analyzer) *document.Document {
	t := textOf(g)
	doc := document.NewDocument(g.Name.String())
	wordsOf := func(field string, values []string) {
		for i, value := range values {
			doc.AddField(document.NewTextFieldCustom(field, []uint64{uint64(i)}, []byte(value), asWords, a))
		}
	}
	wordsOf(labelField, t.labels)
	wordsOf(nameField, t.names)
	wordsOf(typeField, t.types)
	wordsOf(statementField, t.statements)
	valuesOf := func(field string, values []string, options index.FieldIndexingOptions) {
		for i, value := range values {
			doc.AddField(document.NewTextFieldWithIndexingOptions(field, []uint64{uint64(i)}, []byte(value), options))
		}
	}
	keys := make([]string, len(t.identifiers))
	for i, value := range t.identifiers {
		keys[i] = identifierKey(value)
	}
	valuesOf(identifierField, keys, asValue)
	valuesOf(classField, t.classes, asFilter)
	valuesOf(classifiedField, t.classifiedAs, asFilter)
	return doc
}
