package links

import (
	"maps"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// brute evaluates paths over all quads of a dataset as they are written: from
// the record that has the link to the results. It shares nothing with the engine
// but the syntax tree.
type brute struct {
	graphs    map[rdf.IRI]*graph.Graph
	junctions map[string]bool
	// into has the quads by property and object, and seen the records that
	// have a quad with the object.
	into map[bruteKey][]spot
	seen map[rdf.Term]map[rdf.IRI]bool
}

type bruteKey struct {
	property string
	object   rdf.Term
}

// spot is a node in a record: what the record says of it counts.
type spot struct {
	record rdf.IRI
	node   rdf.Term
}

func newBrute(graphs map[rdf.IRI]*graph.Graph, junctions map[string]bool) *brute {
	b := &brute{graphs, junctions, map[bruteKey][]spot{}, map[rdf.Term]map[rdf.IRI]bool{}}
	for name, g := range graphs {
		for _, t := range g.Triples {
			key := bruteKey{t.Pred.String(), t.Obj}
			b.into[key] = append(b.into[key], spot{name, t.Subj})
			if b.seen[t.Obj] == nil {
				b.seen[t.Obj] = map[rdf.IRI]bool{}
			}
			b.seen[t.Obj][name] = true
		}
	}
	return b
}

// results returns the names of the records that the path leads to, sorted: those
// whose root it reaches in their own graph.
func (b *brute) results(p path, start rdf.IRI) []string {
	from := map[spot]bool{}
	for name := range b.seen[start] {
		from[spot{name, start}] = true
	}
	var names []string
	for s := range b.follow(p, from) {
		if s.node == rdf.Term(s.record) {
			names = append(names, s.record.String())
		}
	}
	slices.Sort(names)
	return names
}

func (b *brute) follow(p path, from map[spot]bool) map[spot]bool {
	to := b.once(p, from)
	if p.star {
		to = maps.Clone(from)
		for n := -1; n != len(to); {
			n = len(to)
			maps.Copy(to, b.once(p, to))
		}
	}
	for _, t := range p.tests {
		maps.DeleteFunc(to, func(s spot, _ bool) bool { return !b.passes(s, t) })
	}
	return to
}

func (b *brute) once(p path, from map[spot]bool) map[spot]bool {
	to := map[spot]bool{}
	switch {
	case len(p.sequence) > 0:
		to = from
		for _, part := range p.sequence {
			to = b.follow(part, to)
		}
	case len(p.choice) > 0:
		for _, branch := range p.choice {
			maps.Copy(to, b.follow(branch, from))
		}
	default:
		for s := range from {
			// A junction goes on in any record that refers to this one's root.
			elsewhere := b.junctions[p.property] && s.node == rdf.Term(s.record)
			for _, next := range b.into[bruteKey{p.property, s.node}] {
				if next.record == s.record || elsewhere {
					to[next] = true
				}
			}
		}
	}
	return to
}

// passes reports whether the record says that the node has one of the values.
func (b *brute) passes(s spot, t test) bool {
	return slices.ContainsFunc(b.graphs[s.record].Triples, func(triple rdf.Triple) bool {
		object, ok := triple.Obj.(rdf.IRI)
		return ok && triple.Subj == s.node && triple.Pred.String() == t.property && slices.Contains(t.values, object.String())
	})
}
