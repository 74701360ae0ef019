package holdings

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/knakk/rdf"
)

// Section is a part of what a service has: the entities of an endpoint of its base, or those of a
// class under any base.
type Section struct {
	// Endpoint is the first path segment below the base with its slash, "" for a class.
	Endpoint string
	// Class is the IRI of a class, "" for an endpoint, and Count how many entities are of it.
	Class string
	Count uint64
}

// Sections returns the endpoints that have entities. Of a service most of whose entities are under
// other bases it returns the classes, the most frequent first.
func (s Survey) Sections(ctx context.Context) ([]Section, error) {
	h, err := s.Count(ctx)
	if err != nil {
		return nil, err
	}
	if !h.IsAggregate() {
		var out []Section
		endpoints, err := s.Endpoints(ctx)
		for _, endpoint := range endpoints {
			out = append(out, Section{Endpoint: endpoint})
		}
		return out, err
	}
	return s.Classes(ctx)
}

// Classes returns the classes that entities have, the most frequent first.
func (s Survey) Classes(ctx context.Context) (out []Section, err error) {
	classes, err := s.Store.Classes(ctx)
	for _, c := range classes {
		if c.Class != (rdf.IRI{}) && c.Count > 0 {
			out = append(out, Section{Class: c.Class.String(), Count: c.Count})
		}
	}
	slices.SortStableFunc(out, func(a, b Section) int { return cmp.Compare(b.Count, a.Count) })
	return out, err
}

// MaxEndpoints bounds the list of endpoints.
const MaxEndpoints = 32

// Endpoints returns the first path segments, with their slash, under which
// entities of the base live. It skips from one to the next, and gives up after
// MaxEndpoints steps, which a base with many entities right under it takes.
func (s Survey) Endpoints(ctx context.Context) ([]string, error) {
	var found []string
	after := s.Base
	for range MaxEndpoints {
		iri, err := s.Next(ctx, after)
		rest, ok := strings.CutPrefix(iri, s.Base)
		if err != nil || !ok {
			return found, err
		}
		segment, _, nested := strings.Cut(rest, "/")
		after = iri
		if nested {
			found = append(found, segment+"/")
			after = s.Base + segment + "/\U0010FFFF"
		}
	}
	return found, nil
}

// Next returns the name of the first entity after another, or "".
func (s Survey) Next(ctx context.Context, after string) (string, error) {
	for name, err := range s.Store.Entities(ctx, after) {
		return name.String(), err
	}
	return "", nil
}

// Begins tells whether the name of some entity begins with the prefix, and goes
// on after it.
func (s Survey) Begins(ctx context.Context, prefix string) (bool, error) {
	iri, err := s.Next(ctx, prefix)
	return strings.HasPrefix(iri, prefix), err
}
