// Package holdings tells what a store has as a whole: how many entities are under
// the base of a service and under which other bases there are any, and the endpoints
// that they are in. Each answer takes a few short reads, however large the store is. A
// Follower keeps caches in step with the changes of the store.
//
// It reads names, counts and the log, no records, and knows nothing of HTTP. It is a package of
// its own since the pages of package site, the briefs of records and the search all need it.
package holdings

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Survey finds out what a store has. It may be used by many goroutines.
type Survey struct {
	Store rdfstore.Store
	// Base is what the names of the entities under the base begin with, an IRI.
	Base string
}

// Holdings tells how many entities are stored under the base of a service, and
// how many are not.
type Holdings struct {
	// Base is what the names of the entities under the base begin with, an IRI.
	Base string
	// Under is the number of entities whose names begin with Base, Others that of
	// all further ones.
	Under, Others uint64
	// Bases are those of the others, the one with most entities first. They are
	// at most maxBases, and their numbers may add up to less than Others.
	Bases []BaseCount
}

// IsAggregate tells whether most entities are under other bases than that of the service, as where
// it keeps the records of other publishers.
func (h Holdings) IsAggregate() bool { return h.Others > h.Under }

// BaseCount is the number of entities whose names begin with a base, without those
// under the base of the service.
type BaseCount struct {
	// Base is scheme and host as "https://vocab.example/", or scheme and namespace
	// as "urn:uuid:" where names have no host.
	Base  string
	Count uint64
}

// maxBases bounds how many bases are looked for, those that come first by name.
const maxBases = 16

// Count counts what the store has. It skips from one base to the next, so that
// the cost depends on the number of bases and not of entities.
func (s Survey) Count(ctx context.Context) (Holdings, error) {
	h := Holdings{Base: s.Base}
	classes, err := s.Store.Classes(ctx)
	if err != nil {
		return h, err
	}
	if h.Under, err = s.countUnder(ctx, h.Base); err != nil {
		return h, err
	}
	for _, c := range classes {
		if c.Class == (rdf.IRI{}) && c.Count > h.Under { // it may have grown meanwhile
			h.Others = c.Count - h.Under
		}
	}
	after := ""
	for left := h.Others; left > 0 && len(h.Bases) < maxBases; {
		name, err := s.Next(ctx, after)
		if err != nil || name == "" {
			return h, err
		}
		base, alone := BaseOf(name)
		count := uint64(1)
		if after = name; !alone {
			after = base + "\U0010FFFF"
			if count, err = s.countUnder(ctx, base); err != nil {
				return h, err
			}
		}
		if strings.HasPrefix(h.Base, base) {
			count -= min(count, h.Under)
		}
		if count > 0 {
			h.Bases = append(h.Bases, BaseCount{Base: base, Count: count})
			left -= min(left, count)
		}
	}
	slices.SortStableFunc(h.Bases, func(a, b BaseCount) int { return cmp.Compare(b.Count, a.Count) })
	return h, nil
}

// countUnder counts the entities whose names begin with the prefix, or are it.
func (s Survey) countUnder(ctx context.Context, prefix string) (uint64, error) {
	count, err := s.Store.CountNames(ctx, prefix)
	if err != nil {
		return 0, err
	}
	name, err := rdf.NewIRI(prefix)
	if err != nil {
		return count, nil // no entity has such a name
	}
	if _, err = s.Store.Get(ctx, name); rdfstore.IsMissing(err) {
		return count, nil
	} else if err != nil {
		return 0, err
	}
	return count + 1, nil
}

// BaseOf returns the base of an IRI: scheme and host with the slash after them,
// "urn:" with the namespace and a colon, or scheme and colon. An IRI that has no
// such part is its own base, alone. No other base begins another.
func BaseOf(iri string) (base string, alone bool) {
	scheme, rest, _ := strings.Cut(iri, ":")
	if hierarchy, ok := strings.CutPrefix(rest, "//"); ok {
		if end := strings.IndexAny(hierarchy, "/?#"); end >= 0 && hierarchy[end] == '/' {
			return scheme + "://" + hierarchy[:end+1], false
		}
		return iri, true
	}
	if strings.EqualFold(scheme, "urn") {
		if namespace, _, ok := strings.Cut(rest, ":"); ok {
			return scheme + ":" + namespace + ":", false
		}
		return iri, true
	}
	return scheme + ":", false
}
