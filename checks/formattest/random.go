package formattest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Random returns a graph of up to 30 triples made from few terms, so that blank
// nodes, lists and predicates meet in all ways.
func Random(r *rand.Rand) *graph.Graph {
	b := NewBuilder()
	for range 1 + r.IntN(30) {
		b.triples = append(b.triples, rdf.Triple{Subj: randomSubject(r), Pred: randomPredicate(r), Obj: randomObject(r)})
	}
	return b.Graph()
}

func randomSubject(r *rand.Rand) rdf.Subject {
	switch r.IntN(4) {
	case 0:
		return Subject
	case 1:
		return randomIRI(r)
	default:
		return Blank(r.IntN(6))
	}
}

func randomPredicate(r *rand.Rand) rdf.IRI {
	switch r.IntN(6) {
	case 0:
		return graph.First
	case 1:
		return graph.Rest
	case 2:
		return graph.Type
	default:
		return IRI(ex + string(rune('p'+r.IntN(4))))
	}
}

func randomObject(r *rand.Rand) rdf.Object {
	switch r.IntN(6) {
	case 0:
		return randomIRI(r)
	case 1:
		return graph.Nil
	case 2, 3:
		return Blank(r.IntN(6))
	default:
		return randomLiteral(r)
	}
}

func randomIRI(r *rand.Rand) rdf.IRI {
	all := iris()
	names := slices.Sorted(maps.Keys(all))
	return IRI(all[names[r.IntN(len(names))]])
}

func randomLiteral(r *rand.Rand) rdf.Literal {
	switch r.IntN(5) {
	case 0:
		return Tagged(randomText(r), []string{"en", "de-at", "zh-hans-cn"}[r.IntN(3)])
	case 1:
		return graph.Typed(randomNumber(r), []rdf.IRI{graph.XSDInteger, graph.XSDDecimal, graph.XSDDouble, graph.XSDBoolean}[r.IntN(4)])
	case 2:
		return graph.Typed(randomText(r), randomIRI(r))
	default:
		return graph.String(randomText(r))
	}
}

// randomText leaves out what XML 1.0 cannot hold, so that RDF/XML is tried too.
func randomText(r *rand.Rand) string {
	parts := []string{`"`, `'`, `\`, "\n", "\r", "\t", "a", "é", "<", "&", ">", "]]>", "𝄞", " ", "{", "}", "^", "@en", "#", ".", "\u2028"}
	var b strings.Builder
	for range r.IntN(8) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

func randomNumber(r *rand.Rand) string {
	parts := []string{"0", "1", "23", ".", "-", "+", "e", "E", "true", "false", "INF"}
	var b strings.Builder
	for range 1 + r.IntN(5) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}
