package syntax

// path is rule Path (PathAlternative).
func (p *parser) path(expected string) Path {
	first := p.pathSequence(expected)
	if !p.tok.is("|") {
		return first
	}
	paths := []Path{first}
	for p.accept("|") {
		paths = append(paths, p.pathSequence(`a property path after "|"`))
	}
	return &PathAlternative{paths}
}

// pathSequence is rule PathSequence.
func (p *parser) pathSequence(expected string) Path {
	first := p.pathEltOrInverse(expected)
	if !p.tok.is("/") {
		return first
	}
	paths := []Path{first}
	for p.accept("/") {
		paths = append(paths, p.pathEltOrInverse(`a property path after "/"`))
	}
	return &PathSequence{paths}
}

// pathEltOrInverse is rule PathEltOrInverse.
func (p *parser) pathEltOrInverse(expected string) Path {
	if p.accept("^") {
		return &PathInverse{p.pathElt(`an IRI, a, "!" or "(" after "^"`)}
	}
	return p.pathElt(expected)
}

// pathElt is rule PathElt.
func (p *parser) pathElt(expected string) Path {
	primary := p.pathPrimary(expected)
	for _, mod := range []string{"?", "*", "+"} {
		if p.accept(mod) {
			return &PathMod{primary, mod[0]}
		}
	}
	return primary
}

// pathPrimary is rule PathPrimary.
func (p *parser) pathPrimary(expected string) Path {
	switch {
	case p.accept("!"):
		return p.negatedPropertySet()
	case p.tok.is("("):
		p.enter()
		defer p.leave()
		p.next()
		inner := p.path(`a property path after "("`)
		p.require(")", "after a property path")
		return inner
	}
	return &PathIRI{p.iriOrA(expected)}
}

// negatedPropertySet is rule PathNegatedPropertySet.
func (p *parser) negatedPropertySet() Path {
	set := &PathNegatedPropertySet{}
	if !p.accept("(") {
		p.oneInPropertySet(set, `an IRI, a, "^" or "(" after "!"`)
		return set
	}
	if p.accept(")") {
		return set
	}
	p.oneInPropertySet(set, `an IRI, a, "^" or ")" after "!("`)
	for p.accept("|") {
		p.oneInPropertySet(set, `an IRI, a or "^" after "|"`)
	}
	p.require(")", `or "|" in a negated property set`)
	return set
}

// oneInPropertySet is rule PathOneInPropertySet.
func (p *parser) oneInPropertySet(set *PathNegatedPropertySet, expected string) {
	list := &set.Forward
	if p.accept("^") {
		list = &set.Inverse
	}
	*list = append(*list, p.iriOrA(expected))
}
