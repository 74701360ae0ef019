package postings

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/boltstore/internal/record"
)

// The description that a graph gives of an IRI other than its name is the set of its
// triples with that IRI as the subject. Graphs that give the same description of an IRI
// stand in one list, so that one of them can be read for all.
//
// The hash of a list has the upper half of the hash of the IRI, so that the lists of an
// IRI stand side by side, and 32 bits of the digest of the description; the predicate of
// its postings has 32 bits more. The digest is made of the hash of the IRI, and of the
// predicates and the hashes of the objects. A blank node is in no other graph, so a
// description with one is in a list of its own: the number of the graph is in its digest.
//
// Of a thousand descriptions of one IRI, two have the same digest once in 10^13 times.

// describes is the part of a hash that all descriptions of an IRI have in common.
const describes = uint64(0xffffffff) << 32

// DescriptionsOf is all lists of descriptions of an IRI. Those of another IRI may be
// among them.
func DescriptionsOf(subject rdf.IRI) Part {
	hash, _ := record.HashTerm(subject, nil)
	return Part{List: List{Kind: ByDescription, Hash: hash & describes}, AnyDescription: true}
}

// statement is a triple about an IRI as the digest of a description has it.
type statement struct {
	subject, object uint64
	predicate       uint32
	blank           bool
}

func (s statement) compare(o statement) int {
	if s.subject != o.subject {
		return cmp.Compare(s.subject, o.subject)
	}
	if s.predicate != o.predicate {
		return cmp.Compare(s.predicate, o.predicate)
	}
	return cmp.Compare(s.object, o.object)
}

// appendDescriptions adds the postings of the descriptions that a graph gives, in order.
func appendDescriptions(ps []Posting, n *record.Numbered, id uint64) []Posting {
	var room [32]statement
	statements := room[:0]
	own := -1
	for i, e := range n.Ends {
		if int(e.Subject) == own || record.IsBlank(n.Terms[e.Subject]) {
			continue
		}
		if own < 0 && n.Terms[e.Subject] == rdf.Term(n.Name) {
			own = int(e.Subject)
			continue
		}
		statements = append(statements, statement{
			subject: n.Hashes[e.Subject], object: n.Hashes[e.Object], predicate: n.Predicates[i], blank: record.IsBlank(n.Terms[e.Object]),
		})
	}
	slices.SortFunc(statements, statement.compare)
	first := len(ps)
	var scratch []byte
	for len(statements) > 0 {
		var d Place
		d, scratch, statements = nextDescription(scratch, statements, id)
		ps = append(ps, Posting{d, 1})
	}
	slices.SortFunc(ps[first:], func(a, b Posting) int { return a.Compare(&b.Place) })
	return append(ps[:first], slices.Compact(ps[first:])...)
}

// nextDescription returns the place of the description that the first statements are,
// and the statements after those.
func nextDescription(b []byte, statements []statement, id uint64) (Place, []byte, []statement) {
	subject, blank := statements[0].subject, false
	b = binary.BigEndian.AppendUint64(b[:0], subject)
	n := 0
	for ; n < len(statements) && statements[n].subject == subject; n++ {
		b = binary.BigEndian.AppendUint32(b, statements[n].predicate)
		b = binary.BigEndian.AppendUint64(b, statements[n].object)
		blank = blank || statements[n].blank
	}
	if blank {
		b = binary.BigEndian.AppendUint64(b, id)
	}
	sum := sha256.Sum256(b)
	l := List{ByDescription, subject&describes | uint64(binary.BigEndian.Uint32(sum[:]))}
	return l.At(binary.BigEndian.Uint32(sum[4:]), id), b, statements[n:]
}
