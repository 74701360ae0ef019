package reference

import (
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/algebra"
)

// construct makes the triples of a template for each solution (section 16.2).
// Those that RDF does not allow, or that have an unbound variable, are left out.
func construct(template []algebra.Triple, rows []solution) []rdf.Triple {
	var out []rdf.Triple
	for i, row := range rows {
		// The blank nodes of a template are others in each solution.
		suffix := "-of-solution-" + strconv.Itoa(i)
		term := func(n algebra.Node) rdf.Term {
			if n.IsVar() {
				return row[n.Var]
			}
			if label, ok := n.Term.(rdf.Blank); ok {
				made, err := graph.Blank(label.String() + suffix)
				if err != nil {
					return nil
				}
				return made
			}
			return n.Term
		}
		for _, t := range template {
			s, isSubject := term(t.Subject).(rdf.Subject)
			p, isPredicate := term(t.Predicate).(rdf.Predicate)
			o, isObject := term(t.Object).(rdf.Object)
			if isSubject && isPredicate && isObject {
				out = append(out, rdf.Triple{Subj: s, Pred: p, Obj: o})
			}
		}
	}
	return graph.Dedup(out)
}
