package graph

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/iri"
)

// Every literal of Vitrine is made by the constructors of this file. Such
// literals carry no cached Go value, so that == and map keys compare terms as
// RDF 1.1 section 3.3 does: by lexical form, datatype and language tag.
// (rdf.TermsEqual does not look at the datatype.)

// The IRIs that every room needs.
var (
	Type       = mustIRI("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
	First      = mustIRI("http://www.w3.org/1999/02/22-rdf-syntax-ns#first")
	Rest       = mustIRI("http://www.w3.org/1999/02/22-rdf-syntax-ns#rest")
	Nil        = mustIRI("http://www.w3.org/1999/02/22-rdf-syntax-ns#nil")
	LangString = mustIRI("http://www.w3.org/1999/02/22-rdf-syntax-ns#langString")
	JSON       = mustIRI("http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON")
	Label      = mustIRI("http://www.w3.org/2000/01/rdf-schema#label")
	XSDString  = mustIRI("http://www.w3.org/2001/XMLSchema#string")
	XSDBoolean = mustIRI("http://www.w3.org/2001/XMLSchema#boolean")
	XSDInteger = mustIRI("http://www.w3.org/2001/XMLSchema#integer")
	XSDDecimal = mustIRI("http://www.w3.org/2001/XMLSchema#decimal")
	XSDDouble  = mustIRI("http://www.w3.org/2001/XMLSchema#double")
)

// mustIRI is for the constants of this file only.
func mustIRI(s string) rdf.IRI {
	iri, err := rdf.NewIRI(s)
	if err != nil {
		panic(err)
	}
	return iri
}

// ErrTerm is wrapped by every error about a text that cannot be a term.
var ErrTerm = errors.New("not an RDF term")

// ParseIRI returns the absolute IRI s of a document or a request. It refuses what
// is not well-formed by RFC 3987 and what is longer than MaxIRI; see iri.Check.
func ParseIRI(s string) (rdf.IRI, error) {
	if len(s) > MaxIRI {
		return rdf.IRI{}, fmt.Errorf("%w: an IRI has %d bytes, the limit is %d: %.40q…", ErrTooLarge, len(s), MaxIRI, s)
	}
	if err := iri.Check(s); err != nil {
		return rdf.IRI{}, fmt.Errorf("%w: %w", ErrTerm, err)
	}
	return rdf.NewIRI(s)
}

// IRI returns the absolute IRI s of a term that exists, in a store or in code.
// Stores may hold IRIs that ParseIRI refuses today, and those must come out
// again, so only what no RDF syntax can write down is an error: an IRI has a
// scheme and none of the characters that RDF forbids.
func IRI(s string) (rdf.IRI, error) {
	if !utf8.ValidString(s) {
		return rdf.IRI{}, fmt.Errorf("%w: IRI %q is not valid UTF-8", ErrTerm, s)
	}
	if !iri.HasScheme(s) {
		return rdf.IRI{}, fmt.Errorf("%w: %q is not an absolute IRI", ErrTerm, s)
	}
	term, err := rdf.NewIRI(s)
	if err != nil {
		return rdf.IRI{}, fmt.Errorf("%w: IRI %q: %w", ErrTerm, s, err)
	}
	return term, nil
}

// Blank returns the blank node with the label, which has no leading "_:".
func Blank(label string) (rdf.Blank, error) {
	b, err := rdf.NewBlank(label)
	if err != nil {
		// A copy, so that a label which is one need not be allocated.
		return rdf.Blank{}, fmt.Errorf("%w: blank node label %q", ErrTerm, strings.Clone(label))
	}
	return b, nil
}

// String returns a literal of datatype xsd:string.
func String(s string) rdf.Literal { return rdf.NewTypedLiteral(s, XSDString) }

// Typed returns a literal of the datatype. Language-tagged strings are made by
// Tagged.
func Typed(lexical string, datatype rdf.IRI) rdf.Literal {
	return rdf.NewTypedLiteral(lexical, datatype)
}

// Tagged returns a language-tagged string. Tags compare without regard to case
// (RDF 1.1 section 3.3), so each is put in the letters that BCP 47 section 2.1.1
// recommends, such as en-GB; one that is not well formed by its section 2.1 in a
// simple reading (subtags of 1 to 8 letters or digits, the first of letters) is an
// error.
func Tagged(s, tag string) (rdf.Literal, error) {
	if !wellFormedTag(tag) {
		return rdf.Literal{}, fmt.Errorf("%w: language tag %q is not well formed", ErrTerm, tag)
	}
	tag = FormatTag(tag)
	if strings.Count(tag, "-") < 2 {
		return rdf.NewLangLiteral(s, tag)
	}
	// rdf.NewLangLiteral refuses tags of three and more subtags, which its own
	// N-Triples reader accepts; the line it is given here is our own.
	line := `<x:s> <x:p> "` + escapeLiteral(s) + `"@` + tag + " .\n"
	t, err := rdf.NewTripleDecoder(strings.NewReader(line), rdf.NTriples).Decode()
	if err != nil {
		return rdf.Literal{}, fmt.Errorf("%w: language tag %q: %w", ErrTerm, tag, err)
	}
	return t.Obj.(rdf.Literal), nil
}

// FormatTag puts a language tag in lower case, but regions in upper case, and scripts with a
// capital, as far as they stand before a singleton (BCP 47 section 2.1.1).
func FormatTag(tag string) string {
	tag = strings.ToLower(tag)
	if strings.IndexByte(tag, '-') < 0 {
		return tag
	}
	subtags := strings.Split(tag, "-")
	for i, subtag := range subtags {
		if len(subtag) == 1 {
			break
		}
		if i > 0 && len(subtag) == 2 {
			subtags[i] = strings.ToUpper(subtag)
		}
		if i > 0 && len(subtag) == 4 {
			subtags[i] = strings.ToUpper(subtag[:1]) + subtag[1:]
		}
	}
	return strings.Join(subtags, "-")
}

func wellFormedTag(tag string) bool {
	for i, subtag := range strings.Split(tag, "-") {
		if len(subtag) < 1 || len(subtag) > 8 {
			return false
		}
		for j := 0; j < len(subtag); j++ {
			c := subtag[j]
			letter := 'a' <= c|0x20 && c|0x20 <= 'z'
			if !letter && (i == 0 || c < '0' || c > '9') {
				return false
			}
		}
	}
	return true
}

var literalEscapes = strings.NewReplacer("\\", `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`)

func escapeLiteral(s string) string { return literalEscapes.Replace(s) }
