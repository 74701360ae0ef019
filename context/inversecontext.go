package ldcontext

import (
	"slices"
	"strings"
)

// inverseContext is what compaction asks of an active context: the terms by the
// IRI they stand for (JSON-LD 1.1 API section 4.3). It does not divide them by
// container and by type or language, as that of the standard does; which of them
// fits a value is decided with the value.
type inverseContext struct {
	// byIRI lists the terms for an IRI, the preferred one first: see prefer.
	byIRI map[string][]*Term
	// prefixes are the terms that may begin a compact IRI.
	prefixes []*Term
}

func (c *ActiveContext) inverseContext() *inverseContext {
	c.inverseOnce.Do(func() {
		v := &inverseContext{byIRI: make(map[string][]*Term, len(c.terms))}
		for _, t := range c.terms {
			if t.IRI == "" {
				continue
			}
			v.byIRI[t.IRI] = append(v.byIRI[t.IRI], t)
			if t.prefix {
				v.prefixes = append(v.prefixes, t)
			}
		}
		for _, terms := range v.byIRI {
			slices.SortFunc(terms, c.prefer)
		}
		c.inverse = v
	})
	return c.inverse
}

// prefer orders terms for one IRI. The inverse context (JSON-LD 1.1 API
// section 4.3) takes the shortest, then the first by the alphabet. Before that,
// a term that means the same outside the type-scoped context wins over one that
// only the type gives this meaning: of the pairs broader and part_of, narrower
// and part, conceptually_part_of and part_of, conceptual_part and part, Linked
// Art's records use the former.
func (c *ActiveContext) prefer(a, b *Term) int {
	if c.previous != nil {
		if wa, wb := c.everywhere(a), c.everywhere(b); wa != wb {
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

// everywhere reports whether the term means the same in the previous context.
func (c *ActiveContext) everywhere(t *Term) bool {
	outside := c.previous.terms[t.Key]
	return outside != nil && outside.IRI == t.IRI
}

// TermsFor returns the terms that stand for the IRI, the preferred one first.
// The caller must not change the slice.
func (c *ActiveContext) TermsFor(iri string) []*Term { return c.inverseContext().byIRI[iri] }

// CompactIRI returns the shortest way to write an IRI where terms and IRIs are
// asked for (JSON-LD 1.1 API section 6.2 without a value): a term, else a
// compact IRI, else the IRI itself. What it returns, ExpandKey takes back.
func (c *ActiveContext) CompactIRI(iri string) string {
	for _, t := range c.TermsFor(iri) {
		if !t.Reverse {
			return t.Key
		}
	}
	return c.CompactKey(iri)
}

// CompactKey returns a member name for an IRI that no term fits: a compact IRI
// or the IRI itself.
func (c *ActiveContext) CompactKey(iri string) string {
	best := ""
	for _, t := range c.inverseContext().prefixes {
		suffix, ok := strings.CutPrefix(iri, t.IRI)
		if !ok || suffix == "" || strings.HasPrefix(suffix, "//") {
			continue
		}
		compact := t.Key + ":" + suffix
		if _, taken := c.terms[compact]; taken {
			continue
		}
		if best == "" || len(compact) < len(best) || len(compact) == len(best) && compact < best {
			best = compact
		}
	}
	if best == "" || c.ExpandKey(best) != iri {
		return iri
	}
	return best
}
