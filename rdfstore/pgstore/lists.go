package pgstore

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// The kinds of lists.
const (
	bySubject   = 's'
	byPredicate = 'p'
	byObject    = 'o'
	byClass     = 'c'
	byRelation  = 'r'
	// ofPredicate is no list: it makes the parts of lists of subjects and objects.
	ofPredicate = 'P'
)

// list is a part of a posting list.
type list struct {
	// list is a hash of the kind and the term.
	list int64
	// part is a hash of the predicate, or the number of a relation.
	part int64
}

// mention is what the graph of an entity says to a list.
type mention struct {
	kind    byte
	triples uint32
	// term is the class of a list of that kind.
	term string
}

// hash returns the first eight bytes of the SHA-256 of a kind and a term. Two terms with
// one hash make a pattern look at some graphs in vain, and a count wrong that is not
// walked; among a hundred million terms that is to be expected once in four thousand
// stores.
func hash(kind byte, t rdf.Term) int64 {
	b := append(make([]byte, 0, 128), kind)
	b = appendTerm(b, t)
	sum := sha256.Sum256(b)
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// appendTerm writes a term, also a nil one, so that no two lists of terms are written
// alike.
func appendTerm(b []byte, t rdf.Term) []byte {
	switch t := t.(type) {
	case nil:
		return append(b, '-')
	case rdf.Literal:
		b = appendText(append(b, 'l'), t.DataType.String())
		b = appendText(b, t.Lang())
	case rdf.Blank:
		b = append(b, 'b')
	default:
		b = append(b, 'i')
	}
	return appendText(b, t.String())
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func isBlank(t rdf.Term) bool {
	_, blank := t.(rdf.Blank)
	return blank
}

// mentions returns the lists that a graph belongs to.
func mentions(g *graph.Graph, d rdfstore.Derivation) map[list]mention {
	all := make(map[list]mention, 3*len(g.Triples))
	add := func(l list, kind byte, term string) {
		m := all[l]
		m.kind, m.term = kind, term
		m.triples++
		all[l] = m
	}
	hashes := hasher{}
	for _, t := range g.Triples {
		p := hashes.of(ofPredicate, t.Pred)
		add(list{hashes.of(byPredicate, t.Pred), p}, byPredicate, "")
		if !isBlank(t.Subj) {
			add(list{hashes.of(bySubject, t.Subj), p}, bySubject, "")
		}
		if !isBlank(t.Obj) {
			add(list{hashes.of(byObject, t.Obj), p}, byObject, "")
		}
	}
	for _, class := range g.Classes() {
		all[list{hashes.of(byClass, class), 0}] = mention{byClass, 1, class.String()}
	}
	for _, r := range d.Relations(g) {
		all[list{hashes.of(byRelation, r.To), int64(r.By)}] = mention{byRelation, 1, ""}
	}
	return all
}

// hasher remembers the hashes of terms.
type hasher map[hashed]int64

type hashed struct {
	kind byte
	term rdf.Term
}

func (h hasher) of(kind byte, t rdf.Term) int64 {
	key := hashed{kind, t}
	n, ok := h[key]
	if !ok {
		n = hash(kind, t)
		h[key] = n
	}
	return n
}
