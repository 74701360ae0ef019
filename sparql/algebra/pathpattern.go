package algebra

import (
	"github.com/knakk/rdf"

	"vitrine/sparql/syntax"
)

// pathPattern adds a property path pattern to the patterns (section 18.2.2.4):
// what needs no path is a triple.
func (t *translator) pathPattern(patterns []Operator, subject Node, path syntax.Path, object Node) []Operator {
	switch path := path.(type) {
	case *syntax.PathIRI:
		return addTriple(patterns, Triple{subject, Node{Term: path.IRI}, object})
	case *syntax.PathInverse:
		return t.pathPattern(patterns, object, path.Path, subject)
	case *syntax.PathSequence:
		for _, part := range path.Paths[:len(path.Paths)-1] {
			between := Node{Var: t.hidden()}
			patterns = t.pathPattern(patterns, subject, part, between)
			subject = between
		}
		return t.pathPattern(patterns, subject, path.Paths[len(path.Paths)-1], object)
	default:
		return append(patterns, &PathPattern{Subject: subject, Path: translatePath(path), Object: object})
	}
}

// translatePath translates a property path expression (section 18.2.2.3).
func translatePath(path syntax.Path) Path {
	switch path := path.(type) {
	case *syntax.PathInverse:
		return &Inverse{Path: translatePath(path.Path)}
	case *syntax.PathSequence:
		return combine(path.Paths, func(a, b Path) Path { return &Sequence{Left: a, Right: b} })
	case *syntax.PathAlternative:
		return combine(path.Paths, func(a, b Path) Path { return &Alternative{Left: a, Right: b} })
	case *syntax.PathMod:
		return repeated(translatePath(path.Path), path.Mod)
	case *syntax.PathNegatedPropertySet:
		return negatedSet(path.Forward, path.Inverse)
	case *syntax.PathIRI:
		return &Link{IRI: path.IRI}
	default:
		return nil // there are no other paths
	}
}

// combine translates paths and combines them from the left.
func combine(paths []syntax.Path, two func(a, b Path) Path) Path {
	out := translatePath(paths[0])
	for _, path := range paths[1:] {
		out = two(out, translatePath(path))
	}
	return out
}

// repeated is a path with "?", "*" or "+" after it.
func repeated(path Path, mod byte) Path {
	switch mod {
	case '*':
		return &ZeroOrMore{Path: path}
	case '+':
		return &OneOrMore{Path: path}
	default:
		return &ZeroOrOne{Path: path}
	}
}

// negatedSet is a negated property set, in two parts where it has members of both
// directions.
func negatedSet(forward, inverse []rdf.IRI) Path {
	backward := &Inverse{Path: &NegatedSet{IRIs: inverse}}
	switch {
	case len(inverse) == 0:
		return &NegatedSet{IRIs: forward}
	case len(forward) == 0:
		return backward
	default:
		return &Alternative{Left: &NegatedSet{IRIs: forward}, Right: backward}
	}
}
