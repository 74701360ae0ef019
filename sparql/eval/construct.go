package eval

import (
	"context"
	"fmt"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/function"
	"vitrine/sparql/plan"
)

// Triples yields the triples of a CONSTRUCT or DESCRIBE query, each once.
func Triples(ctx context.Context, p *plan.Plan, d dataset.Dataset, l Limits) iter.Seq2[rdf.Triple, error] {
	most := l.Rows
	l.Rows = 0
	return func(yield func(rdf.Triple, error) bool) {
		g := &graphMaker{most: most, yield: yield}
		var err error
		switch {
		case p.Copied != nil:
			g.execution = *plainExecution(ctx, p, d, l)
			err = g.copy(p.Copied)
		case p.Query.Form == algebra.Describe:
			g.execution = *newExecution(ctx, p, d, l)
			err = g.run(g.describe)
		default:
			g.execution = *newExecution(ctx, p, d, l)
			err = g.run(g.construct)
		}
		if err != nil && err != errEnough {
			yield(rdf.Triple{}, err)
		}
	}
}

// graphMaker makes the graph of a query.
type graphMaker struct {
	execution
	// most is how many triples the graph may have, 0 for any number.
	most  uint64
	yield func(rdf.Triple, error) bool
	// given is how many were, and seen are they unless none comes twice.
	given uint64
	seen  function.Seen
	// described is what was described.
	described map[rdf.Term]struct{}
	// solution counts the solutions, and blanks has the blank nodes of this one.
	solution uint64
	blanks   map[rdf.Term]rdf.Term
}

func (g *graphMaker) run(fn func(row []rdf.Term) error) error {
	return g.rows(func(row []rdf.Term) (bool, error) { return true, fn(row) })
}

// add gives a triple, if it did not come before.
func (g *graphMaker) add(t rdf.Triple) error {
	var size int64
	if !g.plan.TriplesOnce {
		if g.seen == nil {
			g.seen = function.Seen{}
		}
		if !g.seen.Add(function.DigestOf(t.Subj, t.Pred, t.Obj)) {
			return g.checkCancelled()
		}
		size = function.SeenBytes
	}
	if g.limits.Gathered {
		size += rowBytes + sizeOf(t.Subj) + sizeOf(t.Pred) + sizeOf(t.Obj)
	}
	if err := g.keep(size); err != nil {
		return err
	}
	if g.given++; g.most > 0 && g.given > g.most {
		return &LimitError{"results", g.most, "ask for some of them with LIMIT and OFFSET"}
	}
	if !g.yield(t, nil) {
		return errEnough
	}
	return nil
}

// copy gives the triples of a pattern without variables of the row, as they match.
func (g *graphMaker) copy(s *plan.Scan) error {
	defer g.giveBack()
	scope, ok := g.scope(s.Graph)
	if !ok {
		return nil
	}
	return g.addAll(scope, dataset.Pattern{Subject: s.Subject.Term, Predicate: s.Predicate.Term, Object: s.Object.Term}, nil)
}

// construct gives the triples of the template in a solution. What would not be a
// triple is left out (section 16.2).
func (g *graphMaker) construct(row []rdf.Term) error {
	g.solution++
	g.blanks = nil
	for _, t := range g.plan.Query.Template {
		subject, ok := g.instance(t.Subject, row).(rdf.Subject)
		if !ok {
			continue
		}
		predicate, ok := g.instance(t.Predicate, row).(rdf.Predicate)
		if !ok {
			continue
		}
		object, ok := g.instance(t.Object, row).(rdf.Object)
		if !ok {
			continue
		}
		if err := g.add(rdf.Triple{Subj: subject, Pred: predicate, Obj: object}); err != nil {
			return err
		}
	}
	return nil
}

// instance returns what a node of the template stands for in a solution: a blank node
// for another one in each.
func (g *graphMaker) instance(n algebra.Node, row []rdf.Term) rdf.Term {
	if n.IsVar() {
		return row[n.Var]
	}
	if _, isBlank := n.Term.(rdf.Blank); !isBlank {
		return n.Term
	}
	if made, ok := g.blanks[n.Term]; ok {
		return made
	}
	if g.blanks == nil {
		g.blanks = map[rdf.Term]rdf.Term{}
	}
	made, err := graph.Blank(fmt.Sprintf("constructed-%d-%d", g.solution, len(g.blanks)))
	if err != nil { // the label is not empty
		return nil
	}
	g.blanks[n.Term] = made
	return made
}

// describe gives the descriptions of the targets (section 16.4).
func (g *graphMaker) describe(row []rdf.Term) error {
	for _, target := range g.plan.Query.Targets {
		term := target.Term
		if target.IsVar() {
			term = row[target.Var]
		}
		if term == nil {
			continue
		}
		if err := g.description(term); err != nil {
			return err
		}
	}
	return nil
}

// description gives the graph of the name, if the dataset has one: it is the record of
// the entity. Otherwise it gives the triples about the term in the default graph, and
// those of the blank nodes that they lead to.
func (g *graphMaker) description(term rdf.Term) error {
	if _, again := g.described[term]; again {
		return nil
	}
	if g.described == nil {
		g.described = map[rdf.Term]struct{}{}
	}
	g.described[term] = struct{}{}
	if err := g.keep(rowBytes + sizeOf(term)); err != nil {
		return err
	}
	if name, ok := term.(rdf.IRI); ok {
		has, err := g.data.HasGraph(g.ctx, name)
		if err != nil {
			return err
		}
		if has {
			return g.addAll(dataset.Named(name), dataset.Pattern{}, nil)
		}
	}
	waiting := []rdf.Term{term}
	for len(waiting) > 0 {
		next := waiting[0]
		waiting = waiting[1:]
		err := g.addAll(dataset.Default(), dataset.Pattern{Subject: next}, func(object rdf.Term) {
			if _, again := g.described[object]; !again {
				g.described[object] = struct{}{}
				waiting = append(waiting, object)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// addAll gives the triples that match, and calls found with the blank nodes that are
// objects.
func (g *graphMaker) addAll(scope dataset.Scope, p dataset.Pattern, found func(rdf.Term)) error {
	for q, err := range g.data.Match(g.ctx, scope, p) {
		if err == nil {
			err = g.checkCancelled()
		}
		if err == nil {
			err = g.add(q.Triple)
		}
		if err != nil {
			return err
		}
		if _, isBlank := q.Obj.(rdf.Blank); isBlank && found != nil {
			found(q.Obj)
		}
	}
	return nil
}
