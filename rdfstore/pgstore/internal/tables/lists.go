package tables

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/graph"
)

// The kinds of lists.
const (
	BySubject   = 's'
	ByPredicate = 'p'
	ByObject    = 'o'
	ByClass     = 'c'
	ByRelation  = 'r'
	// OfPredicate is no list: it makes the parts of lists of subjects and objects.
	OfPredicate = 'P'
)

// List is a part of a posting list.
type List struct {
	// List is a hash of the kind and the term.
	List int64
	// Part is a hash of the predicate, or the number of a relation.
	Part int64
}

// Mention is what the graph of an entity says to a list.
type Mention struct {
	Kind    byte
	Triples uint32
	// Term is the class of a list of that kind.
	Term string
}

// Hash returns the first eight bytes of the SHA-256 of a kind and a term. Two terms with
// one hash make a pattern read some graphs without a match, and a count wrong that is not
// walked; among a hundred million terms that is to be expected once in four thousand
// stores.
func Hash(kind byte, t rdf.Term) int64 {
	b := append(make([]byte, 0, 128), kind)
	b = codec.AppendTerm(b, t)
	sum := sha256.Sum256(b)
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// Mentions returns the lists that a graph belongs to.
func Mentions(g *graph.Graph, d rdfstore.Derivation) map[List]Mention {
	all := make(map[List]Mention, 3*len(g.Triples))
	add := func(l List, kind byte, term string) {
		m := all[l]
		m.Kind, m.Term = kind, term
		m.Triples++
		all[l] = m
	}
	hashes := Hasher{}
	for _, t := range g.Triples {
		p := hashes.Of(OfPredicate, t.Pred)
		add(List{hashes.Of(ByPredicate, t.Pred), p}, ByPredicate, "")
		if !codec.IsBlank(t.Subj) {
			add(List{hashes.Of(BySubject, t.Subj), p}, BySubject, "")
		}
		if !codec.IsBlank(t.Obj) {
			add(List{hashes.Of(ByObject, t.Obj), p}, ByObject, "")
		}
	}
	for _, class := range g.Classes() {
		all[List{hashes.Of(ByClass, class), 0}] = Mention{ByClass, 1, class.String()}
	}
	maps.Copy(all, Relations(g, d))
	return all
}

// Relations returns the lists that a graph belongs to by its relations.
func Relations(g *graph.Graph, d rdfstore.Derivation) map[List]Mention {
	all := map[List]Mention{}
	for _, r := range d.Relations(g) {
		all[List{Hash(ByRelation, r.To), int64(r.By)}] = Mention{ByRelation, 1, ""}
	}
	return all
}

// Hasher remembers the hashes of terms; it is made by make.
type Hasher map[hashed]int64

type hashed struct {
	kind byte
	term rdf.Term
}

// Of returns the hash of a kind and a term.
func (h Hasher) Of(kind byte, t rdf.Term) int64 {
	key := hashed{kind, t}
	n, ok := h[key]
	if !ok {
		n = Hash(kind, t)
		h[key] = n
	}
	return n
}
