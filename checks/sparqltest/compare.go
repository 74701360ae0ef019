package sparqltest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/checks/reference"
	"vitrine/rdfstore/graph"
	"vitrine/sparql/algebra"
)

// expected is the answer that a query must have.
type expected struct {
	// kind is the word of the part: solutions, sequence, answer or triples.
	kind    string
	vars    []string
	rows    [][]rdf.Term
	boolean bool
	triples []rdf.Triple
}

// compare returns how an answer differs, or "".
func (x *expected) compare(q *algebra.Query, got reference.Result) string {
	switch x.kind {
	case "answer":
		if q.Form != algebra.Ask || got.Boolean != x.boolean {
			return fmt.Sprintf("the answer is %v, not %v", got.Boolean, x.boolean)
		}
	case "triples":
		if q.Form != algebra.Construct || !graph.Isomorphic(got.Triples, x.triples) {
			return fmt.Sprintf("the triples are\n%v\nnot\n%v", got.Triples, x.triples)
		}
	default:
		var names []string
		for _, v := range q.Projection {
			names = append(names, q.Vars[v])
		}
		if q.Form != algebra.Select || !slices.Equal(names, x.vars) {
			return fmt.Sprintf("the variables are %v, not %v", names, x.vars)
		}
		if !sameRows(x.rows, got.Solutions, x.kind == "sequence") {
			return "the solutions are\n" + table(got.Solutions) + "not\n" + table(x.rows)
		}
	}
	return ""
}

// table writes rows, one a line.
func table(rows [][]rdf.Term) string {
	var out strings.Builder
	for _, row := range rows {
		for _, term := range row {
			if term == nil {
				out.WriteString(" UNDEF")
			} else {
				out.WriteString(" " + term.Serialize(rdf.NTriples))
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// sameRows tells whether rows are the same but for the labels of blank nodes, in
// the same order or in any.
func sameRows(want, got [][]rdf.Term, ordered bool) bool {
	if len(want) != len(got) {
		return false
	}
	m := &matching{got: got, used: make([]bool, len(got)), ordered: ordered, there: map[rdf.Term]rdf.Term{}, back: map[rdf.Term]rdf.Term{}}
	return m.from(want)
}

// matching looks for a row for each row, and a blank node for each blank node.
type matching struct {
	got     [][]rdf.Term
	used    []bool
	ordered bool
	// there and back are the blank nodes that stand for one another.
	there, back map[rdf.Term]rdf.Term
}

// from tells whether the rows that are left have their like.
func (m *matching) from(want [][]rdf.Term) bool {
	if len(want) == 0 {
		return true
	}
	first, last := 0, len(m.got)
	if m.ordered {
		first = len(m.got) - len(want)
		last = first + 1
	}
	for i := first; i < last; i++ {
		if m.used[i] {
			continue
		}
		paired, ok := m.pair(want[0], m.got[i])
		if ok {
			m.used[i] = true
			if m.from(want[1:]) {
				return true
			}
			m.used[i] = false
		}
		for _, b := range paired {
			delete(m.back, m.there[b])
			delete(m.there, b)
		}
		if ok && len(paired) == 0 {
			return false // any other equal row would do no better
		}
	}
	return false
}

// pair tells whether two rows are alike, and returns the blank nodes for which it
// found another.
func (m *matching) pair(a, b []rdf.Term) (paired []rdf.Term, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	for i := range a {
		x, isBlank := a[i].(rdf.Blank)
		y, alike := b[i].(rdf.Blank)
		if !isBlank || !alike {
			if a[i] != b[i] {
				return paired, false
			}
			continue
		}
		if m.there[x] == nil && m.back[y] == nil {
			m.there[x], m.back[y] = y, x
			paired = append(paired, x)
		}
		if m.there[x] != y {
			return paired, false
		}
	}
	return paired, true
}
