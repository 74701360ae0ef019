package postings

import (
	"cmp"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// Mentions is the list of the IRIs, but the names of the graphs themselves, of which graphs
// state the class of a hash, and GraphNames that of the names of all graphs.
func Mentions(class uint64) Part { return Part{List: List{ByMention, class}, AnyPredicate: true} }

func GraphNames() Part { return Part{List: List{Kind: ByMention}, AnyPredicate: true} }

// mention returns the posting of a subject in a list of kind ByMention. It has all bits of the hash of
// the subject but the last, as a posting of N 0 is none.
func (l List) mention(subject, graph uint64) Posting {
	return Posting{l.At(uint32(subject>>32), graph), uint32(subject) | 1}
}

// IsSameSubject tells whether two postings of lists of kind ByMention are of one subject.
func (p *Posting) IsSameSubject(o *Posting) bool { return p.Predicate == o.Predicate && p.N == o.N }

// appendSubjects adds the postings of kind ByMention of a graph, in order.
func appendSubjects(ps []Posting, n *codec.Numbered, hashes []uint64, id uint64) []Posting {
	name, _ := codec.HashTerm(n.Name, nil)
	ps = append(ps, GraphNames().mention(name, id))
	for i, e := range n.Ends {
		subject := hashes[e.Subject] // 0 for a blank node
		if n.Triples[i].Pred == rdf.Predicate(graph.Type) && subject != 0 && subject != name && !codec.IsBlank(n.Terms[e.Object]) {
			ps = append(ps, List{ByMention, hashes[e.Object]}.mention(subject, id))
		}
	}
	slices.SortFunc(ps, func(a, b Posting) int { return cmp.Or(a.Compare(&b.Place), cmp.Compare(a.N, b.N)) })
	// Of two subjects in one place, the graph of which is then read, one is enough.
	return slices.CompactFunc(ps, func(a, b Posting) bool { return a.Place == b.Place })
}
