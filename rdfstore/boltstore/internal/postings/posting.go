// Package postings holds the index of a store: posting lists, cut into blocks that
// lie in the index table, with the lengths of long lists in the counts table.
//
// A Run is a sorted run of changes that the blocks lack. An Iterator walks a list
// as the blocks and the runs over them make it, and Update works out what a run
// makes of the blocks. The package writes nothing but what BlockWriter is told to
// put, and starts no goroutines.
package postings

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// A posting says that a graph has triples with a certain subject or object and
// predicate, or with a certain predicate alone, or that its entity is of a certain class or stands in a derived relation to
// a certain IRI. The index is the sorted sequence of all postings, cut into blocks; what
// a posting finds is read from the graph itself, so a posting holds no more than a hash of
// the term.
type Posting struct {
	Place
	// N is the number of such triples in the graph, 1 for a class and a relation. In a ByMention
	// list it is a part of the hash of the subject.
	N uint32
}

// List is what all postings about one term have in common.
type List struct {
	Kind ListKind
	// Hash is that of the subject, the object or the IRI that is related to, 0 in
	// a ByPredicate list, and the number of the class in a ByClass list. In a ByMention
	// list it is that of the class.
	Hash uint64
}

// ListKind is where the term of a list stands.
type ListKind byte

const (
	BySubject   ListKind = 's'
	ByPredicate ListKind = 'p'
	ByObject    ListKind = 'o'
	ByRelation  ListKind = 'r'
	// ByMention lists have the IRIs of which graphs state the class, but for their own names,
	// in order of their hashes. That of hash 0 has the names of all graphs.
	ByMention ListKind = 'm'
	// ByClass comes before the others: the writer, which alone knows the numbers
	// of classes, puts these postings of a graph before those that the indexer
	// makes.
	ByClass ListKind = 'c'
)

// inParts tells whether the lists of a kind have a part for each predicate.
func (k ListKind) inParts() bool { return k != ByPredicate && k != ByClass }

// Place is where a posting stands in the order of the index: in a list, by
// predicate and graph. Many are held in memory, so its fields leave no gaps.
type Place struct {
	Kind ListKind
	// Predicate is its number in the dictionary, or that of the relation, 0 in a
	// ByClass list.
	Predicate uint32
	Hash      uint64
	Graph     uint64
}

// list is that of the place.
func (p *Place) list() List { return List{p.Kind, p.Hash} }

// At returns a place in the list.
func (l List) At(predicate uint32, graph uint64) Place {
	return Place{l.Kind, predicate, l.Hash, graph}
}

func (p *Place) Compare(o *Place) int {
	switch {
	case p.Kind != o.Kind:
		return cmp.Compare(p.Kind, o.Kind)
	case p.Hash != o.Hash:
		return cmp.Compare(p.Hash, o.Hash)
	case p.Predicate != o.Predicate:
		return cmp.Compare(p.Predicate, o.Predicate)
	default:
		return cmp.Compare(p.Graph, o.Graph)
	}
}

// PlaceSize is the length of the key of a block: its first place, in bytes.
const PlaceSize = 1 + 8 + 4 + 8

func (p Place) Key() []byte {
	b := make([]byte, 0, PlaceSize)
	b = append(b, byte(p.Kind))
	b = binary.BigEndian.AppendUint64(b, p.Hash)
	b = binary.BigEndian.AppendUint32(b, p.Predicate)
	return binary.BigEndian.AppendUint64(b, p.Graph)
}

// PlaceOf reads the key of a block.
func PlaceOf(key []byte) (Place, error) {
	if len(key) != PlaceSize {
		return Place{}, table.Index.Corrupt(key, "the key is of a wrong length")
	}
	return Place{
		Kind:      ListKind(key[0]),
		Hash:      binary.BigEndian.Uint64(key[1:]),
		Predicate: binary.BigEndian.Uint32(key[9:]),
		Graph:     binary.BigEndian.Uint64(key[13:]),
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
func appendPosting(b []byte, before Place, p Posting) []byte {
	b = AppendPlace(b, before, p.Place, p.N != 1)
	if p.N != 1 {
		b = binary.AppendUvarint(b, uint64(p.N))
	}
	return b
}

// AppendPlace adds a place after another of the same kind, and whether
// something follows it.
func AppendPlace(b []byte, before, p Place, more bool) []byte {
	many := uint64(0)
	if more {
		many = 4
	}
	switch {
	case p.Hash != before.Hash:
		b = binary.AppendUvarint(b, uint64(p.Predicate)<<3|many|otherTerm)
		b = binary.AppendUvarint(b, p.Hash-before.Hash)
		return binary.AppendUvarint(b, p.Graph)
	case p.Predicate != before.Predicate:
		b = binary.AppendUvarint(b, uint64(p.Predicate-before.Predicate)<<3|many|sameTerm)
		return binary.AppendVarint(b, int64(p.Graph-before.Graph))
	default:
		return binary.AppendUvarint(b, (p.Graph-before.Graph)<<3|many) // samePredicate is 0
	}
}

// DecodeBlock appends the postings of a block to ps. The first has the place
// of the key, so it is written as no difference at all.
func DecodeBlock(ps []Posting, key, payload []byte) ([]Posting, error) {
	at, err := PlaceOf(key)
	if err != nil {
		return nil, err
	}
	ps = slices.Grow(ps, numbers(payload))
	for len(payload) > 0 {
		head, n := binary.Uvarint(payload)
		if n <= 0 {
			return nil, table.Index.Corrupt(key, "the block does not decode")
		}
		payload = payload[n:]
		var ok bool
		if at, payload, ok = NextPlace(at, head, payload); !ok {
			return nil, table.Index.Corrupt(key, "the block does not decode")
		}
		p := Posting{Place: at, N: 1}
		if head&4 != 0 {
			count, n := binary.Uvarint(payload)
			if n <= 0 {
				return nil, table.Index.Corrupt(key, "the block does not decode")
			}
			p.N, payload = uint32(count), payload[n:]
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// numbers returns how many numbers a block has: as many as postings where they are dense,
// and up to three times as many where they are few.
func numbers(payload []byte) int {
	n := 0
	for _, b := range payload {
		if b < 0x80 { // ends a number
			n++
		}
	}
	return n
}

// NextPlace reads the rest of a place whose first number is head.
func NextPlace(at Place, head uint64, payload []byte) (Place, []byte, bool) {
	switch head & 3 {
	case samePredicate:
		at.Graph += head >> 3
		return at, payload, true
	case sameTerm:
		difference, n := binary.Varint(payload)
		at.Predicate += uint32(head >> 3)
		at.Graph += uint64(difference)
		return at, payload[max(n, 0):], n > 0
	case otherTerm:
		hash, n := binary.Uvarint(payload)
		if n <= 0 {
			return at, nil, false
		}
		g, m := binary.Uvarint(payload[n:])
		at.Predicate = uint32(head >> 3)
		at.Hash += hash
		at.Graph = g
		return at, payload[n+max(m, 0):], m > 0
	default:
		return at, nil, false
	}
}

// Indexer makes the postings of graphs.
type Indexer struct {
	Dict       *codec.Dictionary
	Derivation rdfstore.Derivation
}

// Postings returns the postings of a graph but for those of its classes, in
// order.
func (x Indexer) Postings(n *codec.Numbered, id uint64) ([]Posting, error) {
	if err := n.NumberPredicates(x.Dict); err != nil {
		return nil, err
	}
	hashes, relations := n.HashTerms(), x.Relations(n.Graph, id)
	// Few graphs have more: triples share subjects and predicates.
	ps := appendSubjects(make([]Posting, 0, 2*len(n.Ends)+len(relations)), n, hashes, id)
	mentions := make([]mention, 0, len(n.Ends))
	for i, e := range n.Ends {
		if !codec.IsBlank(n.Terms[e.Object]) {
			mentions = append(mentions, mention{hashes[e.Object], n.Predicates[i]})
		}
	}
	ps = appendMentions(ps, ByObject, mentions, id)
	mentions = mentions[:0]
	for _, p := range n.Predicates {
		mentions = append(mentions, mention{0, p})
	}
	ps = append(appendMentions(ps, ByPredicate, mentions, id), relations...)
	mentions = mentions[:0]
	for i, e := range n.Ends {
		if !codec.IsBlank(n.Terms[e.Subject]) {
			mentions = append(mentions, mention{hashes[e.Subject], n.Predicates[i]})
		}
	}
	return appendMentions(ps, BySubject, mentions, id), nil
}

// mention is what a triple says of itself to a list of one kind.
type mention struct {
	hash      uint64
	predicate uint32
}

// appendMentions adds the postings of one kind of list that mentions come to,
// in order. It sorts the mentions.
func appendMentions(ps []Posting, kind ListKind, mentions []mention, id uint64) []Posting {
	slices.SortFunc(mentions, func(a, b mention) int {
		if a.hash != b.hash {
			return cmp.Compare(a.hash, b.hash)
		}
		return cmp.Compare(a.predicate, b.predicate)
	})
	for i, m := range mentions {
		if i > 0 && m == mentions[i-1] {
			ps[len(ps)-1].N++
		} else {
			ps = append(ps, Posting{List{kind, m.hash}.At(m.predicate, id), 1})
		}
	}
	return ps
}

// RelatedTo is the list of all relations to an IRI.
func RelatedTo(to rdf.IRI) List {
	hash, _ := codec.HashTerm(to, nil)
	return List{Kind: ByRelation, Hash: hash}
}

// Relations returns the postings of the relations of a graph, in order.
func (x Indexer) Relations(g *graph.Graph, id uint64) []Posting {
	var ps []Posting
	var hash uint64
	var scratch []byte
	for _, r := range x.Derivation.Relations(g) {
		hash, scratch = codec.HashTerm(r.To, scratch)
		ps = append(ps, Posting{List{ByRelation, hash}.At(uint32(r.By), id), 1})
	}
	slices.SortFunc(ps, func(a, b Posting) int { return a.Compare(&b.Place) })
	return slices.Compact(ps)
}

func (p Place) String() string {
	what := "predicate"
	switch p.Kind {
	case ByRelation:
		what = "relation"
	case ByClass:
		return fmt.Sprintf("index, class %d, graph %d", p.Hash, p.Graph)
	}
	return fmt.Sprintf("index, %c %016x, %s %d, graph %d", p.Kind, p.Hash, what, p.Predicate, p.Graph)
}
