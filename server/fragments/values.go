package fragments

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/serialize/nquads"
)

// binding gives some variables terms.
type binding map[string]rdf.Term

// parseValues reads bindings as the inline data of SPARQL 1.1 Query (section 10.2),
// without the word VALUES:
//
//	(?x ?y) { (<iri> "text"@en) (UNDEF "1"^^<datatype>) }
//	?x { <iri> "text" }
//
// The terms are those of N-Triples, without blank nodes.
func parseValues(text string) ([]binding, error) {
	s := &scanner{text: text}
	variables, single, err := s.variables()
	if err != nil {
		return nil, err
	}
	if !s.take('{') {
		return nil, s.expected("{")
	}
	var all []binding
	for !s.take('}') {
		if len(all) == MaxBindings {
			return nil, wrong("values", "there are more than %d bindings; ask for them in several requests", MaxBindings)
		}
		terms, err := s.row(single)
		if err != nil {
			return nil, err
		}
		if len(terms) != len(variables) {
			return nil, wrong("values", "binding %d has %d terms for %d variables", len(all)+1, len(terms), len(variables))
		}
		b := binding{}
		for i, term := range terms {
			if term != nil {
				b[variables[i]] = term
			}
		}
		all = append(all, b)
	}
	if s.space(); s.at < len(s.text) {
		return nil, s.expected("the end")
	}
	if len(all) == 0 {
		return nil, wrong("values", "it has no binding; leave it out to ask for all that matches")
	}
	return all, nil
}

// scanner reads the parameter values.
type scanner struct {
	text string
	at   int
}

// variables reads ?x, or (?x ?y).
func (s *scanner) variables() (names []string, single bool, err error) {
	single = !s.take('(')
	for single && len(names) == 0 || !single && !s.take(')') {
		if !s.take('?') && !s.take('$') {
			return nil, single, s.expected("a variable")
		}
		end := s.at
		for end < len(s.text) && !strings.ContainsRune(" \t\r\n(){}?$", rune(s.text[end])) {
			end++
		}
		if end == s.at {
			return nil, single, s.expected("the name of a variable")
		}
		names = append(names, s.text[s.at:end])
		s.at = end
	}
	return names, single, nil
}

// row reads the terms of one binding.
func (s *scanner) row(single bool) ([]rdf.Term, error) {
	if single {
		term, err := s.term()
		return []rdf.Term{term}, err
	}
	if !s.take('(') {
		return nil, s.expected("( or }")
	}
	var terms []rdf.Term
	for !s.take(')') {
		term, err := s.term()
		if err != nil {
			return nil, err
		}
		terms = append(terms, term)
	}
	return terms, nil
}

// term reads a term, nil for UNDEF.
func (s *scanner) term() (rdf.Term, error) {
	s.space()
	if rest, undefined := strings.CutPrefix(s.text[s.at:], "UNDEF"); undefined {
		s.at = len(s.text) - len(rest)
		return nil, nil
	}
	end := s.at
	if end < len(s.text) && s.text[end] == '"' {
		end = afterText(s.text, end)
		if rest := s.text[end:]; strings.HasPrefix(rest, "^^") {
			end = afterIRI(s.text, end+len("^^"))
		} else if strings.HasPrefix(rest, "@") {
			end += len(rest) - len(strings.TrimLeft(rest, "@-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
		}
	} else {
		end = afterIRI(s.text, end)
	}
	if end == s.at {
		return nil, s.expected("a term as N-Triples writes it, other than a blank node, or UNDEF")
	}
	term, err := nquads.Term(s.text[s.at:end])
	if err != nil {
		return nil, wrong("values", "the term after %d bytes: %v", s.at, err)
	}
	s.at = end
	return term, nil
}

// afterIRI returns where an IRI in angle brackets ends, and the start where there is none.
func afterIRI(text string, start int) int {
	if start >= len(text) || text[start] != '<' {
		return start
	}
	if n := strings.IndexByte(text[start:], '>'); n >= 0 {
		return start + n + 1
	}
	return len(text)
}

// afterText returns where a text in quotation marks ends.
func afterText(text string, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// take moves on over white space and a character, if that comes next.
func (s *scanner) take(c byte) bool {
	s.space()
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *scanner) space() {
	s.at = len(s.text) - len(strings.TrimLeft(s.text[s.at:], " \t\r\n"))
}

func (s *scanner) expected(what string) error {
	return wrong("values", "after %d bytes there should be %s", s.at, what)
}
