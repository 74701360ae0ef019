package i18n

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/collection"
)

// Words are those of Linked Art. They may be used by many goroutines.
type Vocabulary struct{ active *ldcontext.ActiveContext }

// New asks the compiler, which may be nil: that context is in the program, and every
// compiler has it.
func NewVocabulary(compiler *ldcontext.Compiler) (Vocabulary, error) {
	if compiler == nil {
		compiler = ldcontext.NewCompiler(ldcontext.New(nil))
	}
	active, err := compiler.Compile([]byte(`"` + ldcontext.LinkedArt + `"`))
	if err != nil {
		return Vocabulary{}, fmt.Errorf("compile the Linked Art context: %w", err)
	}
	return Vocabulary{active}, nil
}

// Class returns the word for a class, or its IRI where there is none.
func (w Vocabulary) Class(class rdf.IRI) string {
	if terms := w.active.TermsFor(class.String()); len(terms) > 0 {
		return terms[0].Key
	}
	return class.String()
}

// Property returns the IRI that a key stands for in an object of a class, "" for none.
func (w Vocabulary) Property(class, key string) string {
	scoped, err := w.active.TypeScoped(nil, class)
	if err != nil {
		return ""
	}
	if t := scoped.Term(key); t != nil {
		return t.IRI
	}
	return ""
}

// Types are the classes of an entity as its record names them.
func (w Vocabulary) Types(classes []rdf.IRI) collection.Types {
	var words collection.Types
	for _, class := range classes {
		words = append(words, w.Class(class))
	}
	return words
}

// ClassIRI returns the IRI of a class that is named by its word or by its IRI. The words of
// Linked Art for properties, and its prefixes, begin with a small letter.
func (w Vocabulary) ClassIRI(name string) (string, bool) {
	if name != "" && unicode.IsLower(rune(name[0])) && !strings.Contains(name, ":") {
		return "", false
	}
	if iri := w.active.ExpandKey(name); !strings.HasPrefix(iri, "@") {
		return w.IRI(iri)
	}
	return "", false
}

// IRI returns an IRI that is given in full or as the context abbreviates it.
func (w Vocabulary) IRI(name string) (string, bool) {
	iri, ok := w.active.ExpandID(name)
	if !ok {
		return "", false
	}
	_, err := graph.IRI(iri)
	return iri, err == nil && len(iri) <= graph.MaxIRI
}
