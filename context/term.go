package ldcontext

import (
	"strings"

	"github.com/knakk/rdf"
	"github.com/piprate/json-gold/ld"
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

// Term is one term definition of an active context, ready for use.
type Term struct {
	// Key is the term as a member name.
	Key string
	// IRI is what it stands for: an absolute IRI, or a keyword for an alias.
	// Empty for a term that the context maps to nothing.
	IRI string
	// Predicate is IRI as a term of RDF; zero where IRI is no absolute IRI.
	Predicate rdf.IRI
	Coercion  Coercion
	Datatype  rdf.IRI
	// Set tells that the container is a set: the value is always an array.
	Set bool
	// List tells that the container is a list: an array is one rdf:List.
	List bool
	// LanguageMap tells that the container is @language: an object has a
	// language tag for each of its members' names.
	LanguageMap bool
	// Language is the language of strings, in place of the context's default,
	// where HasLanguage is true; empty for none.
	Language    string
	HasLanguage bool
	// Exotic tells that the definition uses what the fast reader leaves to the
	// complete algorithms: another container, @reverse, @nest, @index,
	// @direction or @json.
	Exotic bool

	prefix     bool
	hasContext bool
	context    any
}

// newTerm lays out json-gold's definition of the term key.
func newTerm(key string, def *ld.TermDefinition) *Term {
	t := &Term{Key: key, IRI: def.ID, hasContext: def.HasContext, context: def.Context}
	t.prefix = def.Prefix != nil && *def.Prefix
	if scheme, _, found := strings.Cut(def.ID, ":"); found && isScheme(scheme) {
		// The zero IRI comes with an error.
		t.Predicate, _ = rdf.NewIRI(def.ID)
	}
	switch def.Type {
	case "", "@none":
	case "@id":
		t.Coercion = ToID
	case "@vocab":
		t.Coercion = ToVocab
	default:
		datatype, err := rdf.NewIRI(def.Type)
		t.Exotic = err != nil || def.Type == "@json"
		t.Coercion, t.Datatype = ToDatatype, datatype
	}
	if def.HasLanguage {
		t.HasLanguage = true
		if def.Language != nil {
			t.Language = *def.Language
		}
	}
	t.container(def.Container)
	if def.Reverse || def.Nest != "" || def.Index != "" || def.HasDirection {
		t.Exotic = true
	}
	return t
}

// container takes in the @container of a definition (JSON-LD 1.1 section 4.10).
func (t *Term) container(keywords []string) {
	for _, keyword := range keywords {
		switch keyword {
		case "@set":
			t.Set = true
		case "@list":
			t.List = true
		case "@language":
			t.LanguageMap = true
		default:
			t.Exotic = true
		}
	}
}

// isKeyword tells whether s has the form of a keyword (JSON-LD 1.1 API
// section 5.1.2: "@" and letters).
func isKeyword(s string) bool {
	if len(s) < 2 || s[0] != '@' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
