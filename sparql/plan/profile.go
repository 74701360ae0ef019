package plan

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
)

// profile is what is expected of the solutions of an operator, evaluated on its own.
type profile struct {
	rows    float64
	columns []column
	// patterns is how many patterns have to be looked up.
	patterns float64
}

// column is what is expected of the values of a variable.
type column struct {
	v algebra.Var
	// distinct is how many different values there are.
	distinct float64
	// popular is less where few values stand in most solutions: how many there seem to be to
	// who joins them with the values of the same place, which are as popular.
	popular float64
	place   place
}

// place is where the values come from: an end of the triples with a predicate.
type place struct {
	predicate rdf.Term
	isObject  bool
}

// filtered is the share of rows that a condition is expected to let pass.
const filtered = 0.5

// joined returns by how much the product of two numbers of solutions exceeds that of those
// which agree in a variable: values that few have are taken to be among those of the other.
func joined(a, b column) float64 {
	if a.place.predicate != nil && a.place == b.place {
		return max(a.popular, b.popular, 1)
	}
	return max(a.distinct, b.distinct, 1)
}

// fewer returns the column of two that has fewer values.
func fewer(a, b column) column {
	if a.distinct <= b.distinct {
		return a
	}
	return b
}

// columns has the column of each variable that is bound.
type columns map[algebra.Var]column

// join returns how many solutions of a profile are expected for one row, where some variables
// are bound: those of unknown values too.
func (c columns) join(p profile, bound Set) float64 {
	rows := p.rows
	for _, with := range p.columns {
		if !bound.Has(with.v) {
			continue
		}
		if known, ok := c[with.v]; ok {
			rows /= joined(known, with)
		} else {
			rows /= max(with.distinct, 1)
		}
	}
	return rows
}

// add adds the columns of a profile that was joined.
func (c columns) add(p profile) {
	for _, with := range p.columns {
		if known, ok := c[with.v]; ok {
			with = fewer(known, with)
		}
		c[with.v] = with
	}
}

// product returns the profile of a join.
func product(parts ...profile) profile {
	out, known, bound := profile{rows: 1}, columns{}, Set{}
	for _, p := range parts {
		out.rows *= known.join(p, bound)
		out.patterns += p.patterns
		known.add(p)
		for _, c := range p.columns {
			bound.add(c.v)
		}
	}
	for _, v := range bound.Vars() {
		out.columns = append(out.columns, known[v])
	}
	return out.bounded()
}

// bounded returns the profile with no more values than there are rows.
func (p profile) bounded() profile {
	for i := range p.columns {
		c := &p.columns[i]
		c.distinct, c.popular = min(c.distinct, max(p.rows, 1)), min(c.popular, max(p.rows, 1))
	}
	return p
}

// of returns how many different values some variables have together, at most.
func (p profile) of(vars []algebra.Var) float64 {
	n := 1.0
	for _, v := range vars {
		for _, c := range p.columns {
			if c.v == v {
				n *= max(c.distinct, 1)
			}
		}
	}
	return min(n, max(p.rows, 1))
}

// times returns the profile with a share of its rows.
func (p profile) times(share float64) profile {
	out := profile{rows: p.rows * share, patterns: p.patterns}
	out.columns = append(out.columns, p.columns...)
	return out.bounded()
}

// triple returns the profile of a triple pattern, which stands in one active graph.
func (b *builder) triple(t *algebra.Triple, g Graph) profile {
	if p, ok := b.triples[t]; ok {
		return p
	}
	if t.Object.IsVar() && strings.HasPrefix(b.plan.Query.Vars[t.Object.Var], "_:") && b.err == nil {
		b.err = dataset.CheckBlank(t.Predicate.Term)
	}
	s := b.statistics(dataset.Pattern{Subject: t.Subject.Term, Predicate: t.Predicate.Term, Object: t.Object.Term}, g)
	p := profile{rows: s.Quads, patterns: 1}
	add := func(n algebra.Node, c column) {
		if !n.IsVar() {
			return
		}
		c.v = n.Var
		for i, other := range p.columns {
			if other.v == n.Var {
				p.rows /= joined(other, c)
				p.columns[i] = fewer(other, c)
				return
			}
		}
		p.columns = append(p.columns, c)
	}
	add(t.Subject, column{distinct: s.Subjects, popular: s.Subjects, place: place{t.Predicate.Term, false}})
	add(t.Predicate, column{distinct: s.Predicates, popular: s.Predicates})
	add(t.Object, column{distinct: s.Objects, popular: s.Quads / max(s.Popular, 1), place: place{t.Predicate.Term, true}})
	if g.Named {
		const ofGraph = 20
		add(g.Name, column{distinct: s.Quads / ofGraph, popular: s.Quads / ofGraph})
	}
	b.triples[t] = p.bounded()
	return p
}

// statistics asks the dataset.
func (b *builder) statistics(p dataset.Pattern, g Graph) dataset.Statistics {
	if b.err != nil {
		return dataset.Statistics{}
	}
	scope := dataset.Default()
	if g.Named {
		scope = dataset.Each()
		if name, ok := g.Name.Term.(rdf.IRI); ok {
			scope = dataset.Named(name)
		}
	}
	s, err := b.data.Statistics(b.ctx, scope, p)
	if err != nil {
		b.err = err
	}
	return s
}

// profile returns the profile of an operator.
func (b *builder) profile(op algebra.Operator, g Graph) profile {
	if p, ok := b.profiles[op]; ok {
		return p
	}
	p := b.profileOf(op, g)
	b.profiles[op] = p
	return p
}

func (b *builder) profileOf(op algebra.Operator, g Graph) profile {
	switch op := op.(type) {
	case *algebra.BGP:
		parts := make([]profile, len(op.Triples))
		for i := range op.Triples {
			parts[i] = b.triple(&op.Triples[i], g)
		}
		return product(parts...)
	case *algebra.PathPattern:
		return b.pathProfile(op, g)
	case *algebra.Values:
		return valuesProfile(op)
	case *algebra.Join:
		return product(b.profile(op.Left, g), b.profile(op.Right, g))
	case *algebra.LeftJoin:
		left := b.profile(op.Left, g)
		out := product(left, b.profile(op.Right, g))
		out.rows = max(out.rows, left.rows)
		return out
	case *algebra.Union:
		return union(b.profile(op.Left, g), b.profile(op.Right, g))
	case *algebra.Graph:
		return b.profile(op.Inner, Graph{Named: true, Name: op.Name})
	case *algebra.Filter:
		return b.profile(op.Inner, g).times(filtered)
	case *algebra.Minus:
		return b.profile(op.Left, g).times(filtered)
	default:
		return b.modifiedProfile(op, g)
	}
}

func (b *builder) modifiedProfile(op algebra.Operator, g Graph) profile {
	inner := profile{rows: 1}
	if of := operands(op); len(of) > 0 {
		inner = b.profile(of[0], g)
	}
	switch op := op.(type) {
	case *algebra.Slice:
		return inner.times(min(inner.rows, float64(op.Limit)) / max(inner.rows, 1))
	case *algebra.Group:
		var keys []algebra.Var
		for _, key := range op.Keys {
			keys = append(keys, key.Var)
		}
		return inner.times(inner.of(keys) / max(inner.rows, 1))
	case *algebra.Distinct:
		return inner.times(inner.of(b.scopes.of(op.Inner).possible.Vars()) / max(inner.rows, 1))
	default:
		return inner
	}
}

// union returns the profile of both, with the variables that each of them binds.
func union(l, r profile) profile {
	out := profile{rows: l.rows + r.rows, patterns: l.patterns + r.patterns}
	for _, c := range l.columns {
		for _, other := range r.columns {
			if c.v == other.v {
				out.columns = append(out.columns, column{v: c.v, distinct: c.distinct + other.distinct, popular: c.popular + other.popular})
			}
		}
	}
	return out
}

func valuesProfile(op *algebra.Values) profile {
	p := profile{rows: float64(len(op.Rows))}
	for i, v := range op.Vars {
		values := map[rdf.Term]struct{}{}
		for _, row := range op.Rows {
			values[row[i]] = struct{}{}
		}
		n := float64(len(values))
		p.columns = append(p.columns, column{v: v, distinct: n, popular: n})
	}
	return p
}

// pathProfile returns the profile of a property path pattern.
func (b *builder) pathProfile(op *algebra.PathPattern, g Graph) profile {
	s := b.pathStatistics(op.Path, g)
	p := profile{rows: s.Quads, patterns: pathPatterns}
	for _, end := range []struct {
		algebra.Node
		distinct float64
	}{{op.Subject, s.Subjects}, {op.Object, s.Objects}} {
		if end.IsVar() {
			p.columns = append(p.columns, column{v: end.Var, distinct: end.distinct, popular: end.distinct})
		} else {
			p.rows /= max(end.distinct, 1)
		}
	}
	return p.bounded()
}

const (
	// repeated is how many steps a path is expected to be repeated, and pathPatterns how many
	// patterns the search for its end looks up.
	repeated     = 3
	pathPatterns = 10
)

// pathStatistics are those of the pairs of ends of a path.
func (b *builder) pathStatistics(p algebra.Path, g Graph) dataset.Statistics {
	longer := func(of algebra.Path) dataset.Statistics {
		s := b.pathStatistics(of, g)
		s.Quads *= repeated
		return s
	}
	switch p := p.(type) {
	case *algebra.Link:
		return b.statistics(dataset.Pattern{Predicate: p.IRI}, g)
	case *algebra.Inverse:
		s := b.pathStatistics(p.Path, g)
		s.Subjects, s.Objects = s.Objects, s.Subjects
		return s
	case *algebra.Sequence:
		l, r := b.pathStatistics(p.Left, g), b.pathStatistics(p.Right, g)
		n := l.Quads * r.Quads / max(l.Objects, r.Subjects, 1)
		return dataset.Statistics{Quads: n, Subjects: min(l.Subjects, n), Objects: min(r.Objects, n)}
	case *algebra.Alternative:
		l, r := b.pathStatistics(p.Left, g), b.pathStatistics(p.Right, g)
		return dataset.Statistics{Quads: l.Quads + r.Quads, Subjects: l.Subjects + r.Subjects, Objects: l.Objects + r.Objects}
	case *algebra.OneOrMore:
		return longer(p.Path)
	case *algebra.ZeroOrMore:
		return longer(p.Path)
	case *algebra.ZeroOrOne:
		return longer(p.Path)
	default:
		return b.statistics(dataset.Pattern{}, g)
	}
}

// lookup returns the cost of looking the solutions of a part up for one row, where some
// variables are bound and so many solutions are expected, in microseconds.
func (p *part) lookup(bound Set, rows float64) float64 {
	if p.triple == nil {
		return p.profile.patterns*(byTerm+rows*ofRow) + rows
	}
	has := func(n algebra.Node) bool { return !n.IsVar() || bound.Has(n.Var) }
	if has(p.triple.Subject) {
		return bySubject + rows
	}
	return byTerm + rows*ofRow
}

// Costs, in microseconds: of asking a record, and the index; of a row that is found in the
// index, as its record has to be read; and of a row that is kept in a table, or found there.
const (
	bySubject = 2
	byTerm    = 6
	ofRow     = 3
	ofKept    = 1
	ofFound   = 0.3
)

// Bounds on numbers of rows, so that their products and quotients are numbers.
const (
	maxRows   = 1e30
	leastRows = 1e-6
)
