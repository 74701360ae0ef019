package dataset

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// What is kept of one query, in bytes: of all that is said of IRIs, and of one question.
const (
	maxSaid       = 8 << 20
	maxSaidOfOne  = 64 << 10
	bytesOfTriple = 128
)

// question is a pattern about an IRI, in the default graph where own is true and in the
// union otherwise.
type question struct {
	own     bool
	pattern rdfstore.Pattern
}

// statements are triples, without end those that are too many to keep.
type statements struct {
	triples []rdf.Triple
	size    int
}

func (s *statements) add(t rdf.Triple) {
	if s.size > maxSaidOfOne {
		return
	}
	if s.size += bytesOfTriple; t.Obj != nil {
		s.size += len(t.Obj.String())
	}
	s.triples = append(s.triples, t)
}

// saidOf keeps the triples that answer questions. It begins anew when it is full.
type saidOf struct {
	kept map[question][]rdf.Triple
	size int
}

func (k *saidOf) get(q question) ([]rdf.Triple, bool) {
	triples, ok := k.kept[q]
	return triples, ok
}

func (k *saidOf) put(q question, s statements) {
	if s.size > maxSaidOfOne {
		return
	}
	if k.size += bytesOfTriple + s.size; k.kept == nil || k.size > maxSaid {
		k.kept, k.size = map[question][]rdf.Triple{}, bytesOfTriple+s.size
	}
	k.kept[q] = s.triples
}
