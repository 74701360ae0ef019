package ldcontext

import (
	"slices"
	"strings"
)

// inverse is what compaction asks of an active context: the terms by the IRI
// they stand for. It is what an inverse context (JSON-LD 1.1 API section 4.3)
// is made from; which of the terms fits a value is decided with the value.
type inverse struct {
	// byIRI lists the terms for an IRI, the preferred one first: see prefer.
	byIRI map[string][]*Term
	// prefixes are the terms that may begin a compact IRI.
	prefixes []*Term
}

func (s *Scope) inversion() *inverse {
	s.inverse.Do(func() {
		v := &inverse{byIRI: make(map[string][]*Term, len(s.terms))}
		for _, t := range s.terms {
			if t.IRI == "" {
				continue
			}
			v.byIRI[t.IRI] = append(v.byIRI[t.IRI], t)
			if t.prefix {
				v.prefixes = append(v.prefixes, t)
			}
		}
		for _, terms := range v.byIRI {
			slices.SortFunc(terms, s.prefer)
		}
		s.inverted = v
	})
	return s.inverted
}

// prefer orders terms for one IRI. The inverse context (JSON-LD 1.1 API
// section 4.3) takes the shortest, then the first by the alphabet. Before that,
// a term that means the same outside the type-scoped context wins over one that
// only the type gives this meaning: of the pairs broader and part_of, narrower
// and part, conceptually_part_of and part_of, conceptual_part and part, Linked
// Art's records use the former.
func (s *Scope) prefer(a, b *Term) int {
	if s.previous != nil {
		if wa, wb := s.everywhere(a), s.everywhere(b); wa != wb {
			if wa {
				return -1
			}
			return 1
		}
	}
	if len(a.Key) != len(b.Key) {
		return len(a.Key) - len(b.Key)
	}
	return strings.Compare(a.Key, b.Key)
}

func (s *Scope) everywhere(t *Term) bool {
	outside := s.previous.terms[t.Key]
	return outside != nil && outside.IRI == t.IRI
}

// TermsFor returns the terms that stand for the IRI, the preferred one first.
// The caller must not change the slice.
func (s *Scope) TermsFor(iri string) []*Term { return s.inversion().byIRI[iri] }

// CompactIRI returns the shortest way to write an IRI where terms and IRIs are
// asked for (JSON-LD 1.1 API section 6.2 without a value): a term, else a
// compact IRI, else the IRI itself. What it returns, ExpandKey takes back.
func (s *Scope) CompactIRI(iri string) string {
	for _, t := range s.TermsFor(iri) {
		if !t.Reverse {
			return t.Key
		}
	}
	return s.CompactKey(iri)
}

// CompactKey returns a member name for an IRI that no term fits: a compact IRI
// or the IRI itself.
func (s *Scope) CompactKey(iri string) string {
	best := ""
	for _, t := range s.inversion().prefixes {
		suffix, ok := strings.CutPrefix(iri, t.IRI)
		if !ok || suffix == "" || strings.HasPrefix(suffix, "//") {
			continue
		}
		compact := t.Key + ":" + suffix
		if _, taken := s.terms[compact]; taken {
			continue
		}
		if best == "" || len(compact) < len(best) || len(compact) == len(best) && compact < best {
			best = compact
		}
	}
	if best == "" || s.ExpandKey(best) != iri {
		return iri
	}
	return best
}
