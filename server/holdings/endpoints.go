package holdings

import (
	"context"
	"strings"
)

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
