package private

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Rules say which records are private: those that one of them is for.
type Rules struct {
	// Prefixes are those of the names of private records, as absolute IRIs.
	Prefixes []string
	// Statements make private each record whose graph has one of them, about whatever
	// subject.
	Statements []Statement
}

// Statement is a triple with any subject.
type Statement struct {
	Predicate rdf.Predicate
	Object    rdf.Object
}

// Empty tells whether nothing is private.
func (r Rules) Empty() bool { return len(r.Prefixes) == 0 && len(r.Statements) == 0 }

// covers tells whether a name begins with one of the prefixes.
func (r Rules) covers(name string) bool {
	return slices.ContainsFunc(r.Prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// digest stands for the rules, in whatever order they were given.
func (r Rules) digest() string {
	var lines []string
	for _, prefix := range r.Prefixes {
		lines = append(lines, "prefix "+prefix)
	}
	for _, s := range r.Statements {
		lines = append(lines, "statement "+s.Predicate.Serialize(rdf.NTriples)+" "+s.Object.Serialize(rdf.NTriples))
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(slices.Compact(lines), "\n")))
	return hex.EncodeToString(sum[:])
}

// isPrivate tells whether a stored entity is private.
func (r Rules) isPrivate(ctx context.Context, in rdfstore.Snapshot, name rdf.IRI) (bool, error) {
	if r.covers(name.String()) {
		return true, nil
	}
	for _, s := range r.Statements {
		for _, err := range in.Match(ctx, rdfstore.Pattern{Predicate: s.Predicate, Object: s.Object, Graph: name}, "") {
			return err == nil, err
		}
	}
	return false, nil
}

// coversGraph tells whether a state of an entity is private.
func (r Rules) coversGraph(g *graph.Graph) bool {
	if r.covers(g.Name.String()) {
		return true
	}
	return slices.ContainsFunc(g.Triples, func(t rdf.Triple) bool {
		return slices.Contains(r.Statements, Statement{t.Pred, t.Obj})
	})
}

// list returns the names of all private entities, in byte order.
func (r Rules) list(ctx context.Context, in rdfstore.Snapshot) ([]rdf.IRI, error) {
	var names []rdf.IRI
	for _, prefix := range r.Prefixes {
		// The name that is the prefix itself comes before those that go on after it.
		for name, err := range in.Entities(ctx, before(prefix)) {
			if err != nil {
				return nil, err
			}
			if !strings.HasPrefix(name.String(), prefix) {
				if name.String() < prefix {
					continue
				}
				break
			}
			names = append(names, name)
		}
	}
	for _, s := range r.Statements {
		for found, err := range in.Match(ctx, rdfstore.Pattern{Predicate: s.Predicate, Object: s.Object}, "") {
			if err != nil {
				return nil, err
			}
			name, ok := found.Quad.Ctx.(rdf.IRI)
			if ok {
				names = append(names, name)
			}
		}
	}
	slices.SortFunc(names, compare)
	return slices.CompactFunc(names, func(a, b rdf.IRI) bool { return a.String() == b.String() }), nil
}

// before returns a text that few names lie between and the prefix: the prefix without its
// last byte.
func before(prefix string) string {
	if prefix == "" {
		return ""
	}
	return prefix[:len(prefix)-1]
}

func compare(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) }
