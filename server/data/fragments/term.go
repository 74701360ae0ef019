package fragments

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// place is what stands at one place of a pattern: a term, or a variable that any term
// matches. The variable without a name is another at each place.
type place struct {
	term     rdf.Term
	variable string
}

// parsePlace reads the value of a parameter, in Hydra's explicit representation:
// an IRI bare, "text", "text"@language, "text"^^datatype, where nothing is escaped, or
// ?variable. What is absent or empty is a variable.
func parsePlace(name, text string) (place, error) {
	switch {
	case text == "":
		return place{}, nil
	case text[0] == '?':
		return place{variable: text[1:]}, nil
	case text[0] == '"':
		term, err := parseLiteral(name, text)
		if err == nil && name != "object" {
			err = wrong(name, "a literal can only be the object")
		}
		return place{term: term}, err
	case text[0] == '<':
		return place{}, wrong(name, "an IRI stands there without angle brackets")
	case strings.HasPrefix(text, "_:"):
		return place{}, wrong(name, "a blank node has no name by which it could be asked for; ask for the IRI that stands for it in fragments")
	}
	iri, err := graph.ParseIRI(text)
	if err != nil {
		return place{}, wrong(name, "%v", err)
	}
	return place{term: iri}, nil
}

// parseLiteral reads a literal. The last quotation mark ends its text: neither a
// language tag nor an IRI has one.
func parseLiteral(name, text string) (rdf.Term, error) {
	end := strings.LastIndexByte(text, '"')
	if end == 0 {
		return nil, wrong(name, "a quotation mark has to end the literal")
	}
	lexical, rest := text[1:end], text[end+1:]
	if len(lexical) > graph.MaxLiteral {
		return nil, wrong(name, "the literal is too long")
	}
	tag, isTagged := strings.CutPrefix(rest, "@")
	datatype, isTyped := strings.CutPrefix(rest, "^^")
	switch {
	case rest == "":
		return graph.String(lexical), nil
	case isTagged:
		literal, err := graph.Tagged(lexical, tag)
		if err != nil {
			return nil, wrong(name, "%v", err)
		}
		return literal, nil
	case isTyped:
		iri, err := graph.ParseIRI(datatype)
		if err != nil {
			return nil, wrong(name, "the datatype, which stands there without angle brackets: %v", err)
		}
		if iri == graph.LangString {
			return nil, wrong(name, "a language-tagged string has its tag after an @")
		}
		return graph.Typed(lexical, iri), nil
	default:
		return nil, wrong(name, "after the text of a literal comes @ and a language, ^^ and a datatype, or nothing")
	}
}
