package jsonld

import (
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"
)

// preorder puts the triples of a dataset into an order of their own: the root
// first, each node after the triple that leads to it, and names the blank nodes
// b0, b1, … in that order. json-gold walks the subjects as a map gives them, so
// that without this the same document would make another graph each time.
type preorder struct {
	about  map[rdf.Subject][]rdf.Triple
	labels map[rdf.Blank]rdf.Blank
	seen   map[rdf.Subject]bool
	out    []rdf.Triple
}

func inOrder(root rdf.IRI, triples []rdf.Triple) []rdf.Triple {
	p := preorder{
		about:  map[rdf.Subject][]rdf.Triple{},
		labels: map[rdf.Blank]rdf.Blank{},
		seen:   map[rdf.Subject]bool{},
	}
	subjects := []rdf.Subject{root}
	for _, t := range triples {
		if _, ok := p.about[t.Subj]; !ok && t.Subj != rdf.Subject(root) {
			subjects = append(subjects, t.Subj)
		}
		p.about[t.Subj] = append(p.about[t.Subj], t)
	}
	slices.SortFunc(subjects[1:], compareSubjects)
	for _, s := range subjects {
		p.visit(s)
	}
	return p.out
}

// compareSubjects puts IRIs before blank nodes, by name.
func compareSubjects(a, b rdf.Subject) int {
	if a.Type() != b.Type() {
		return int(b.Type()) - int(a.Type())
	}
	if x, y := a.String(), b.String(); len(x) != len(y) && a.Type() == rdf.TermBlank {
		return len(x) - len(y)
	}
	return strings.Compare(a.String(), b.String())
}

func (p *preorder) visit(s rdf.Subject) {
	if p.seen[s] {
		return
	}
	p.seen[s] = true
	for _, t := range p.about[s] {
		p.out = append(p.out, rdf.Triple{
			Subj: p.named(t.Subj).(rdf.Subject), Pred: t.Pred, Obj: p.named(t.Obj).(rdf.Object),
		})
		if o, ok := t.Obj.(rdf.Subject); ok {
			p.visit(o)
		}
	}
}

// named returns the term, a blank node under its new label.
func (p *preorder) named(t rdf.Term) rdf.Term {
	b, ok := t.(rdf.Blank)
	if !ok {
		return t
	}
	if name, ok := p.labels[b]; ok {
		return name
	}
	name, _ := rdf.NewBlank("b" + strconv.Itoa(len(p.labels)))
	p.labels[b] = name
	return name
}
