package syntax

import (
	"errors"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
)

// atIRI tells whether an IRI stands here (rule iri).
func (p *parser) atIRI() bool { return p.tok.kind == iriRef || p.tok.kind == prefixedName }

// iri is rule iri.
func (p *parser) iri() rdf.IRI {
	switch p.tok.kind {
	case iriRef:
		return p.resolve(p.tok.value)
	case prefixedName:
		namespace, ok := p.prefixes[p.tok.prefix]
		if !ok {
			p.undeclared()
			return rdf.IRI{}
		}
		return p.makeIRI(namespace + p.tok.value)
	default:
		p.expected("an IRI, in angle brackets or as a prefixed name")
		return rdf.IRI{}
	}
}

// namespace is rule iri as well, where only the text of the IRI is of use.
func (p *parser) namespace() string {
	text := p.tok.value
	if p.tok.kind == iriRef && iri.HasScheme(text) && len(text) <= graph.MaxIRI {
		// The scanner has let nothing pass that cannot stand in an IRI.
		p.next()
		return text
	}
	return p.iri().String()
}

// resolve returns the IRI that a reference means.
func (p *parser) resolve(reference string) rdf.IRI {
	absolute, err := iri.Resolve(p.base, reference)
	switch {
	case errors.Is(err, iri.ErrBase):
		p.breaks(p.tok.start, "<%s> is relative, and there is no base: write the whole IRI, or BASE <…> before the query", reference)
		return rdf.IRI{}
	case err != nil:
		p.breaks(p.tok.start, "%s", err)
		return rdf.IRI{}
	}
	return p.makeIRI(absolute)
}

// makeIRI makes the IRI of the token, and passes it. It may be any that can stand
// in a store, well-formed or not.
func (p *parser) makeIRI(s string) rdf.IRI {
	if len(s) > graph.MaxIRI {
		p.exceeds(p.tok.start, "the IRI has %d bytes, and may have %d", len(s), graph.MaxIRI)
		return rdf.IRI{}
	}
	made, err := graph.IRI(s)
	if err != nil {
		p.breaks(p.tok.start, "%s", err)
		return rdf.IRI{}
	}
	p.next()
	return made
}

// iriOrA is an IRI, or the keyword a for rdf:type.
func (p *parser) iriOrA(expected string) rdf.IRI {
	switch {
	case p.atA():
		p.next()
		return graph.Type
	case p.atIRI():
		return p.iri()
	}
	p.expected(expected)
	return rdf.IRI{}
}

// atA tells whether the keyword a stands here, the only one that is not written in
// capital letters as well.
func (p *parser) atA() bool {
	return p.tok.is("A") && p.source.plain[p.tok.start] == 'a'
}

// atLiteral tells whether a literal stands here.
func (p *parser) atLiteral() bool {
	return p.tok.kind == text || p.tok.kind == number || p.tok.kind == word && p.tok.isOneOf("TRUE", "FALSE")
}

// literal is one of the rules RDFLiteral, NumericLiteral and BooleanLiteral.
func (p *parser) literal() rdf.Term {
	t := p.tok
	switch {
	case t.kind == number:
		p.next()
		return graph.Typed(t.value, t.datatype)
	case t.kind == word:
		p.next()
		return graph.Typed(strings.ToLower(t.value), graph.XSDBoolean)
	}
	p.next()
	switch {
	case p.tok.kind == langTag:
		tagged, err := graph.Tagged(t.value, p.tok.value)
		if err != nil {
			p.breaks(p.tok.start, "%s", err)
			return nil
		}
		p.next()
		return tagged
	case p.accept("^^"):
		if !p.atIRI() {
			p.expected(`the IRI of a datatype after "^^"`)
		}
		return graph.Typed(t.value, p.iri())
	}
	return graph.String(t.value)
}

// variable passes a variable, which must stand here, and returns its name.
func (p *parser) variable(expected string) string {
	name := p.tok.value
	if p.tok.kind != variable {
		p.expected(expected)
		return ""
	}
	p.next()
	return name
}

// atVarOrIRI tells whether a variable or an IRI stands here.
func (p *parser) atVarOrIRI() bool { return p.tok.kind == variable || p.atIRI() }

// varOrIRI is rule VarOrIri. A variable of a pattern comes into scope.
func (p *parser) varOrIRI(expected string) Node {
	switch {
	case p.tok.kind == variable:
		return Node{Var: p.variable(expected)}
	case p.atIRI():
		return Node{Term: p.iri()}
	}
	p.expected(expected)
	return Node{}
}
