package ldcontext

import (
	"reflect"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/iri"
)

// Coercion is what the @type of a term definition makes of its values
// (JSON-LD 1.1 section 4.2.3).
type Coercion uint8

// The coercions.
const (
	// NoCoercion leaves strings, numbers and booleans what they are.
	NoCoercion Coercion = iota
	// ToID reads a string as an IRI, relative to the base.
	ToID
	// ToVocab reads a string as a term or an IRI.
	ToVocab
	// ToDatatype reads a value as a literal of Term.Datatype.
	ToDatatype
)

// Term is one term definition of an active context (JSON-LD 1.1 API section
// 4.1), ready for use. It never changes.
type Term struct {
	// Key is the term as a member name.
	Key string
	// IRI is the IRI mapping: an absolute IRI, a blank node identifier, or a
	// keyword for an alias. Empty for a term that the context maps to nothing.
	IRI string
	// Predicate is IRI as a term of RDF; zero where IRI is no absolute IRI.
	Predicate rdf.IRI
	// Type is the type mapping: @id, @vocab, @none, @json, a datatype's IRI, or
	// empty. Coercion and Datatype are the same in the form that the fast reader uses.
	Type     string
	Coercion Coercion
	Datatype rdf.IRI
	// Containers is the container mapping, sorted.
	Containers []string
	// Set, List and LanguageMap tell that the container mapping has @set, @list
	// and @language.
	Set, List, LanguageMap bool
	// Language is the language of strings, in place of the context's default,
	// where HasLanguage is true; empty for none. Direction likewise.
	Language, Direction       string
	HasLanguage, HasDirection bool
	// Index is the index mapping: the property that the names of an index map
	// are values of; empty for none.
	Index string
	// Nest is the nest value: the member that holds the term; empty for none.
	Nest string
	// Reverse means that the term is a reverse property.
	Reverse bool
	// FullOnly means that the definition uses what the fast reader leaves to the
	// full algorithms: another container, @reverse, @nest, @index, @direction
	// or @json.
	FullOnly bool

	prefix, protected bool
	// hasContext means that there is a local context, which may be null.
	hasContext bool
	context    any
	// contextBase is the IRI that URLs in the local context are relative to;
	// empty for the document's.
	contextBase string
}

// HasContainer reports whether the container mapping has the keyword.
func (t *Term) HasContainer(keyword string) bool {
	return t != nil && slices.Contains(t.Containers, keyword)
}

// HasContext reports whether the definition has a context of its own, which
// applies to what stands under the term.
func (t *Term) HasContext() bool { return t != nil && t.hasContext }

// finish derives the fields that follow from others.
func (t *Term) finish() {
	// The zero IRI comes with an error.
	t.Predicate, _ = absolute(t.IRI)
	switch t.Type {
	case "", "@none":
	case "@id":
		t.Coercion = ToID
	case "@vocab":
		t.Coercion = ToVocab
	default:
		datatype, err := absolute(t.Type)
		t.FullOnly = err != nil
		t.Coercion, t.Datatype = ToDatatype, datatype
	}
	for _, keyword := range t.Containers {
		switch keyword {
		case "@set":
			t.Set = true
		case "@list":
			t.List = true
		case "@language":
			t.LanguageMap = true
		default:
			t.FullOnly = true
		}
	}
	if t.Reverse || t.Nest != "" || t.Index != "" || t.HasDirection {
		t.FullOnly = true
	}
}

// absolute returns an IRI as a term of RDF.
func absolute(s string) (rdf.IRI, error) {
	if err := iri.Check(s); err != nil {
		return rdf.IRI{}, err
	}
	return rdf.NewIRI(s)
}

// same reports whether two definitions are the same but for their protection.
func (t *Term) same(o *Term) bool {
	a, b := *t, *o
	a.protected, b.protected = false, false
	return reflect.DeepEqual(a, b)
}
