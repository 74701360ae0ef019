package sparqltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/reference"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/algebra"
)

// RunRandom compares the answers to queries at random with those of the reference
// evaluator, which is given as a function too: one query for each seed from first
// on.
func RunRandom(t *testing.T, first uint64, count int, evaluate, expect Evaluate) {
	for i := range count {
		seed := first + uint64(i)
		text, data := Random(seed)
		q := Translate(t, text)
		want, got := expect(t, q, data), evaluate(t, q, data)
		if !sameRows(want.Solutions, got.Solutions, isOrdered(q.Operator)) {
			t.Errorf("seed %d: the solutions are\n%snot\n%sof\n%s\nover\n%s", seed, table(got.Solutions), table(want.Solutions), text, describe(data))
		}
	}
}

// isOrdered tells whether a query has an order. Queries at random have one by all
// that they return.
func isOrdered(op algebra.Operator) bool {
	switch op := op.(type) {
	case *algebra.Slice:
		return isOrdered(op.Inner)
	case *algebra.Distinct:
		return isOrdered(op.Inner)
	case *algebra.Project:
		return isOrdered(op.Inner)
	case *algebra.OrderBy:
		return true
	}
	return false
}

// Random returns a query and a dataset, the same for a seed. The query is a SELECT
// query whose solutions the recommendation says exactly, and their order where the
// query has one.
func Random(seed uint64) (query string, d reference.Dataset) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	d = g.dataset()
	return g.query(), d
}

// describe writes a dataset, one triple a line.
func describe(d reference.Dataset) string {
	var out strings.Builder
	for _, triple := range d.Default {
		out.WriteString(triple.Serialize(rdf.NTriples))
	}
	for name, triples := range d.Named {
		fmt.Fprintf(&out, "%s:\n", name)
		for _, triple := range triples {
			out.WriteString(triple.Serialize(rdf.NTriples))
		}
	}
	return out.String()
}

// generator makes queries and data of few terms, so that much of it joins.
type generator struct {
	*rand.Rand
	// fresh counts the variables that are assigned.
	fresh int
	// assigned are those of them that expressions may name.
	assigned []string
}

// oneOf returns one of the texts.
func (g *generator) oneOf(texts ...string) string { return texts[g.IntN(len(texts))] }

// chance is true in n of 100 cases.
func (g *generator) chance(n int) bool { return g.IntN(100) < n }

// dataset makes a default graph and two named graphs.
func (g *generator) dataset() reference.Dataset {
	d := reference.Dataset{Default: g.triples(14), Named: map[rdf.IRI][]rdf.Triple{}}
	for _, name := range []string{"g1", "g2"} {
		d.Named[museumIRI(name)] = g.triples(7)
	}
	return d
}

// triples makes triples, each once.
func (g *generator) triples(n int) []rdf.Triple {
	var out []rdf.Triple
	for range n {
		node := func() rdf.Term {
			if g.chance(15) {
				b, _ := graph.Blank(g.oneOf("b1", "b2")) // a label is never refused
				return b
			}
			return museumIRI(g.oneOf("a", "b", "c", "d", "e"))
		}
		object := node()
		if g.chance(40) {
			english, _ := graph.Tagged("x", "en") // nor is this tag
			literals := []rdf.Term{graph.Typed("1", graph.XSDInteger), graph.Typed("2", graph.XSDInteger), graph.Typed("3", graph.XSDInteger), graph.String("x"), english}
			object = literals[g.IntN(len(literals))]
		}
		subject, _ := node().(rdf.Subject)
		value, _ := object.(rdf.Object)
		triple := rdf.Triple{Subj: subject, Pred: museumIRI(g.oneOf("p", "q", "r")), Obj: value}
		if !slices.Contains(out, triple) {
			out = append(out, triple)
		}
	}
	return out
}

// museumIRI is an IRI of the example museum.
func museumIRI(name string) rdf.IRI {
	made, _ := graph.IRI("http://museum.example/" + name) // it is never refused
	return made
}

// query makes a query, sometimes with a dataset of its own.
func (g *generator) query() string {
	text := g.selection(3)
	if g.chance(10) {
		clauses := g.oneOf("FROM :g1", "FROM :g1 FROM :g2", "FROM NAMED :g2", "FROM :g2 FROM NAMED :g1 FROM NAMED :g2")
		text = strings.Replace(text, " WHERE ", " "+clauses+" WHERE ", 1)
	}
	return prologue + text
}

// selection makes a SELECT query with patterns that are nested so deep.
func (g *generator) selection(depth int) string {
	outside := g.assigned
	defer func() { g.assigned = outside }()
	g.assigned = nil
	where := g.group(depth)
	if g.chance(25) {
		return g.grouped(where)
	}
	vars := g.some("?a", "?b", "?c", "?g")
	clause := "SELECT " + g.oneOf("", "", "DISTINCT ") + strings.Join(vars, " ")
	if g.chance(20) {
		clause += " (" + g.expression(2) + " AS " + g.newVar() + ")"
	}
	text := clause + " WHERE " + where
	if g.chance(20) {
		// By all that is returned, so that LIMIT has no choice.
		keys := vars
		if strings.Contains(clause, " AS ") {
			keys = append(keys, fmt.Sprintf("?v%d", g.fresh))
		}
		for i := range keys {
			keys[i] = g.oneOf("", "DESC") + "(" + keys[i] + ")"
		}
		text += " ORDER BY " + strings.Join(keys, " ")
		if g.chance(50) {
			text += fmt.Sprintf(" LIMIT %d", g.IntN(5)) + g.oneOf("", " OFFSET 1")
		}
	}
	if g.chance(5) {
		text += " VALUES ?a { :a :b 1 }"
	}
	return text
}

// grouped makes a query with GROUP BY or aggregates.
func (g *generator) grouped(where string) string {
	keys := g.some("?a", "?b")
	aggregate := func() string {
		return g.oneOf("COUNT", "SUM", "MIN", "MAX", "AVG") + "(" + g.oneOf("", "DISTINCT ") + g.oneOf("?a", "?b", "?c", "?c") + ")"
	}
	if g.chance(30) {
		return "SELECT (COUNT(" + g.oneOf("", "DISTINCT ") + "*) AS " + g.newVar() + ") (" + aggregate() + " AS " + g.newVar() + ") WHERE " + where
	}
	text := "SELECT " + strings.Join(keys, " ") + " (" + aggregate() + " AS " + g.newVar() + ") WHERE " + where + " GROUP BY " + strings.Join(keys, " ")
	if g.chance(30) {
		text += " HAVING (" + aggregate() + g.oneOf(" > 1", " < 3", " = 2") + ")"
	}
	return text
}

// some returns at least one of the texts, in their order.
func (g *generator) some(texts ...string) []string {
	var out []string
	for len(out) == 0 {
		for _, text := range texts {
			if g.chance(50) {
				out = append(out, text)
			}
		}
	}
	return out
}

// newVar returns a variable that is nowhere else.
func (g *generator) newVar() string {
	g.fresh++
	return fmt.Sprintf("?v%d", g.fresh)
}
