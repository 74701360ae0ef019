package ldcontext

import "strings"

// CompactIRI returns the shortest way to write an IRI where terms and IRIs are
// asked for (JSON-LD 1.1 API section 6.2 without a value): a term, else a
// compact IRI, else the IRI itself. What it returns, ExpandKey takes back.
func (s *Scope) CompactIRI(iri string) string {
	if terms := s.byIRI[iri]; len(terms) > 0 {
		return terms[0].Key
	}
	return s.CompactKey(iri)
}

// CompactKey returns a member name for an IRI that no term fits: a compact IRI
// or the IRI itself.
func (s *Scope) CompactKey(iri string) string {
	best := ""
	for _, t := range s.prefixes {
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
