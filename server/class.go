package server

import (
	"fmt"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/server/collection"
)

// classWords are the words by which Linked Art calls classes.
type classWords struct{ active *ldcontext.ActiveContext }

// newClassWords asks the compiler, which may be nil: that context is in the
// program, and every compiler has it.
func newClassWords(compiler *ldcontext.Compiler) (classWords, error) {
	if compiler == nil {
		compiler = ldcontext.NewCompiler(ldcontext.New(nil))
	}
	active, err := compiler.Compile([]byte(`"` + ldcontext.LinkedArt + `"`))
	if err != nil {
		return classWords{}, fmt.Errorf("server: compile the Linked Art context: %w", err)
	}
	return classWords{active}, nil
}

// of returns the word for a class, or its IRI where there is none.
func (w classWords) of(class rdf.IRI) string {
	if terms := w.active.TermsFor(class.String()); len(terms) > 0 {
		return terms[0].Key
	}
	return class.String()
}

// types are the classes of an entity as its record names them.
func (w classWords) types(classes []rdf.IRI) collection.Types {
	var words collection.Types
	for _, class := range classes {
		words = append(words, w.of(class))
	}
	return words
}
