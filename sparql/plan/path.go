package plan

import "vitrine/sparql/algebra"

// path returns the step of a property path pattern.
func (b *builder) path(op *algebra.PathPattern, s site) Step {
	step := &Path{Subject: op.Subject, Path: op.Path, Object: op.Object, Graph: s.graph, MayBeEmpty: mayBeEmpty(op.Path)}
	return number(b, step, columns{}.join(b.profile(op, s.graph), s.certain))
}

// mayBeEmpty tells whether a path matches with no step between its ends.
func mayBeEmpty(p algebra.Path) bool {
	switch p := p.(type) {
	case *algebra.Inverse:
		return mayBeEmpty(p.Path)
	case *algebra.Sequence:
		return mayBeEmpty(p.Left) && mayBeEmpty(p.Right)
	case *algebra.Alternative:
		return mayBeEmpty(p.Left) || mayBeEmpty(p.Right)
	case *algebra.OneOrMore:
		return mayBeEmpty(p.Path)
	case *algebra.ZeroOrMore, *algebra.ZeroOrOne:
		return true
	default:
		return false
	}
}
