package boltstore

import (
	"cmp"
	"encoding/binary"
	"slices"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// A posting says that a graph has triples with a certain subject or object and
// predicate, or with a certain predicate alone, or that its entity is of a certain
// class or stands in a derived relation to a certain IRI. The index is the sorted
// sequence of all postings, cut into blocks; what a posting finds is read from
// the graph itself, so a posting holds no more than a hash of the term.
type posting struct {
	place
	// n is the number of such triples in the graph, 1 for a class and a relation.
	n uint32
}

// list is what all postings about one term have in common.
type list struct {
	kind listKind
	// hash is that of the subject, the object or the IRI that is related to, 0 in
	// a byPredicate list, and the number of the class in a byClass list.
	hash uint64
}

// listKind is where the term of a list stands.
type listKind byte

const (
	bySubject   listKind = 's'
	byPredicate listKind = 'p'
	byObject    listKind = 'o'
	byRelation  listKind = 'r'
	// byClass comes before the others: the writer, which alone knows the numbers
	// of classes, puts these postings of a graph before those that the indexer
	// makes.
	byClass listKind = 'c'
)

// inParts tells whether the lists of a kind have a part for each predicate.
func (k listKind) inParts() bool { return k != byPredicate && k != byClass }

// place is where a posting stands in the order of the index: in a list, by
// predicate and graph. Many are held in memory, so its fields leave no gaps.
type place struct {
	kind listKind
	// predicate is its number in the dictionary, or that of the relation, 0 in a
	// byClass list.
	predicate uint32
	hash      uint64
	graph     uint64
}

// list is that of the place.
func (p *place) list() list { return list{p.kind, p.hash} }

// at returns a place in the list.
func (l list) at(predicate uint32, graph uint64) place {
	return place{l.kind, predicate, l.hash, graph}
}

func (p *place) compare(o *place) int {
	switch {
	case p.kind != o.kind:
		return cmp.Compare(p.kind, o.kind)
	case p.hash != o.hash:
		return cmp.Compare(p.hash, o.hash)
	case p.predicate != o.predicate:
		return cmp.Compare(p.predicate, o.predicate)
	default:
		return cmp.Compare(p.graph, o.graph)
	}
}

// placeSize is the length of the key of a block: its first place, in bytes.
const placeSize = 1 + 8 + 4 + 8

func (p place) key() []byte {
	b := make([]byte, 0, placeSize)
	b = append(b, byte(p.kind))
	b = binary.BigEndian.AppendUint64(b, p.hash)
	b = binary.BigEndian.AppendUint32(b, p.predicate)
	return binary.BigEndian.AppendUint64(b, p.graph)
}

// placeOf reads the key of a block.
func placeOf(key []byte) (place, error) {
	if len(key) != placeSize {
		return place{}, table.Index.Corrupt(key, "the key is of a wrong length")
	}
	return place{
		kind:      listKind(key[0]),
		hash:      binary.BigEndian.Uint64(key[1:]),
		predicate: binary.BigEndian.Uint32(key[9:]),
		graph:     binary.BigEndian.Uint64(key[13:]),
	}, nil
}

// Sizes of the encoded blocks of postings, in bytes.
const (
	// maxBlock is the largest; a block that grows beyond it is split.
	maxBlock = 384
	// fullBlock is the size at which a bulk load begins the next block. It
	// leaves some room for growth.
	fullBlock = 320
)

// How a posting differs from the one before it: the low two bits of its first
// number. The bit after them says that n is not 1 and follows at the end.
const (
	samePredicate = iota // the difference of the graphs
	sameTerm             // the difference of the predicates; then that of the graphs, signed
	otherTerm            // the predicate; then the difference of the hashes; then the graph
)

// appendPosting adds p to a block after the posting before. Blocks hold one
// kind only.
func appendPosting(b []byte, before place, p posting) []byte {
	b = appendPlace(b, before, p.place, p.n != 1)
	if p.n != 1 {
		b = binary.AppendUvarint(b, uint64(p.n))
	}
	return b
}

// appendPlace adds a place after another of the same kind, and whether
// something follows it.
func appendPlace(b []byte, before, p place, more bool) []byte {
	many := uint64(0)
	if more {
		many = 4
	}
	switch {
	case p.hash != before.hash:
		b = binary.AppendUvarint(b, uint64(p.predicate)<<3|many|otherTerm)
		b = binary.AppendUvarint(b, p.hash-before.hash)
		return binary.AppendUvarint(b, p.graph)
	case p.predicate != before.predicate:
		b = binary.AppendUvarint(b, uint64(p.predicate-before.predicate)<<3|many|sameTerm)
		return binary.AppendVarint(b, int64(p.graph-before.graph))
	default:
		return binary.AppendUvarint(b, (p.graph-before.graph)<<3|many) // samePredicate is 0
	}
}

// decodeBlock appends the postings of a block to ps. The first has the place
// of the key, so it is written as no difference at all.
func decodeBlock(ps []posting, key, payload []byte) ([]posting, error) {
	at, err := placeOf(key)
	if err != nil {
		return nil, err
	}
	ps = slices.Grow(ps, len(payload)/4)
	for len(payload) > 0 {
		head, n := binary.Uvarint(payload)
		if n <= 0 {
			return nil, table.Index.Corrupt(key, "the block does not decode")
		}
		payload = payload[n:]
		var ok bool
		if at, payload, ok = nextPlace(at, head, payload); !ok {
			return nil, table.Index.Corrupt(key, "the block does not decode")
		}
		p := posting{place: at, n: 1}
		if head&4 != 0 {
			count, n := binary.Uvarint(payload)
			if n <= 0 {
				return nil, table.Index.Corrupt(key, "the block does not decode")
			}
			p.n, payload = uint32(count), payload[n:]
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// nextPlace reads the rest of a place whose first number is head.
func nextPlace(at place, head uint64, payload []byte) (place, []byte, bool) {
	switch head & 3 {
	case samePredicate:
		at.graph += head >> 3
		return at, payload, true
	case sameTerm:
		difference, n := binary.Varint(payload)
		at.predicate += uint32(head >> 3)
		at.graph += uint64(difference)
		return at, payload[max(n, 0):], n > 0
	case otherTerm:
		hash, n := binary.Uvarint(payload)
		if n <= 0 {
			return at, nil, false
		}
		g, m := binary.Uvarint(payload[n:])
		at.predicate = uint32(head >> 3)
		at.hash += hash
		at.graph = g
		return at, payload[n+max(m, 0):], m > 0
	default:
		return at, nil, false
	}
}

// indexer makes the postings of graphs.
type indexer struct {
	dict       record.Numbers
	derivation rdfstore.Derivation
}

// postings returns the postings of a graph but for those of its classes, in
// order.
func (x indexer) postings(g *graph.Graph, id uint64) ([]posting, error) {
	return x.appendPostings(nil, record.NumberTerms(g), id)
}

// appendPostings adds the postings of a graph whose terms have numbers.
func (x indexer) appendPostings(ps []posting, n *record.Numbered, id uint64) ([]posting, error) {
	if err := n.NumberPredicates(x.dict); err != nil {
		return nil, err
	}
	n.HashTerms()
	relations := x.relations(n.Graph, id)
	// Few graphs have more: triples share subjects and predicates.
	ps = slices.Grow(ps, 2*len(n.Ends)+len(relations))
	mentions := slices.Grow(n.Mentions[:0], len(n.Ends))
	for i, e := range n.Ends {
		if !record.IsBlank(n.Terms[e.Object]) {
			mentions = append(mentions, record.Mention{Hash: n.Hashes[e.Object], Predicate: n.Predicates[i]})
		}
	}
	ps = appendMentions(ps, byObject, mentions, id)
	n.Sorted = append(n.Sorted[:0], n.Predicates...)
	slices.Sort(n.Sorted)
	for i, p := range n.Sorted {
		if i > 0 && p == n.Sorted[i-1] {
			ps[len(ps)-1].n++
		} else {
			ps = append(ps, posting{list{byPredicate, 0}.at(p, id), 1})
		}
	}
	ps = append(ps, relations...)
	mentions = mentions[:0]
	for i, e := range n.Ends {
		if !record.IsBlank(n.Terms[e.Subject]) {
			mentions = append(mentions, record.Mention{Hash: n.Hashes[e.Subject], Predicate: n.Predicates[i]})
		}
	}
	n.Mentions = mentions
	return appendMentions(ps, bySubject, mentions, id), nil
}

// appendMentions adds the postings of one kind of list that mentions come to,
// in order. It sorts the mentions.
func appendMentions(ps []posting, kind listKind, mentions []record.Mention, id uint64) []posting {
	slices.SortFunc(mentions, record.Mention.Compare)
	for i, m := range mentions {
		if i > 0 && m == mentions[i-1] {
			ps[len(ps)-1].n++
		} else {
			ps = append(ps, posting{list{kind, m.Hash}.at(m.Predicate, id), 1})
		}
	}
	return ps
}

// relations returns the postings of the relations of a graph, in order.
func (x indexer) relations(g *graph.Graph, id uint64) []posting {
	var ps []posting
	var hash uint64
	var scratch []byte
	for _, r := range x.derivation.Relations(g) {
		hash, scratch = record.HashTerm(r.To, scratch)
		ps = append(ps, posting{list{byRelation, hash}.at(uint32(r.By), id), 1})
	}
	slices.SortFunc(ps, func(a, b posting) int { return a.compare(&b.place) })
	return slices.Compact(ps)
}
