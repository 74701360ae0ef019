package memstore

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
)

// walk yields the items of a snapshot that list makes.
func walk[T any](ctx context.Context, s *Store, list func(state) ([]T, error)) iter.Seq2[T, error] {
	return each(ctx, s.proceed, func() ([]T, error) {
		now, err := s.snapshot(ctx)
		if err != nil {
			return nil, err
		}
		return list(now)
	})
}

// each yields the items that list returns, as long as proceed returns no error.
func each[T any](ctx context.Context, proceed func(context.Context) error, list func() ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		err := proceed(ctx)
		var items []T
		if err == nil {
			items, err = list()
		}
		if err != nil {
			yield(zero, err)
			return
		}
		for _, item := range items {
			if err := proceed(ctx); err != nil {
				yield(zero, err)
				return
			}
			if !yield(item, nil) {
				return
			}
		}
	}
}

// Match yields the quads that match the pattern, in the order of a hash of
// them.
func (s *Store) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return walk(ctx, s, func(st state) ([]rdfstore.Match, error) { return st.matchAfter(p, after) })
}

// matchAfter returns the quads that match and come after a cursor.
func (st state) matchAfter(p rdfstore.Pattern, after rdfstore.Cursor) ([]rdfstore.Match, error) {
	matches := st.match(p)
	if after == "" {
		return matches, nil
	}
	place, err := base64.RawURLEncoding.DecodeString(string(after))
	if err != nil || len(place) != 2*sha256.Size {
		return nil, fmt.Errorf("%w: it does not decode", rdfstore.ErrCursor)
	}
	if fingerprint := patternHash(p); !bytes.Equal(place[:sha256.Size], fingerprint[:]) {
		return nil, fmt.Errorf("%w: it belongs to another", rdfstore.ErrCursor)
	}
	i, found := slices.BinarySearchFunc(matches, after, func(m rdfstore.Match, c rdfstore.Cursor) int {
		return compareCursors(m.Cursor, c)
	})
	if found {
		i++
	}
	return matches[i:], nil
}

func compareCursors(a, b rdfstore.Cursor) int {
	x, _ := base64.RawURLEncoding.DecodeString(string(a))
	y, _ := base64.RawURLEncoding.DecodeString(string(b))
	return bytes.Compare(x, y)
}

// match returns all the quads that match, in order, each with its cursor.
func (st state) match(p rdfstore.Pattern) []rdfstore.Match {
	type placed struct {
		quad  rdf.Quad
		place [sha256.Size]byte
	}
	var found []placed
	for q := range st.matching(p) {
		found = append(found, placed{q, hashTerms(q.Subj, q.Pred, q.Obj, q.Ctx)})
	}
	slices.SortFunc(found, func(a, b placed) int { return bytes.Compare(a.place[:], b.place[:]) })
	prefix := patternHash(p)
	matches := make([]rdfstore.Match, len(found))
	for i, f := range found {
		cursor := base64.RawURLEncoding.EncodeToString(append(prefix[:], f.place[:]...))
		matches[i] = rdfstore.Match{Quad: f.quad, Cursor: rdfstore.Cursor(cursor)}
	}
	return matches
}

// matching yields the quads that match, in any order.
func (st state) matching(p rdfstore.Pattern) iter.Seq[rdf.Quad] {
	return func(yield func(rdf.Quad) bool) {
		entities := st.entities
		if name, ok := p.Graph.(rdf.IRI); ok {
			entities = map[string]*rdfstore.Entity{}
			if e := st.entities[name.String()]; e != nil {
				entities[name.String()] = e
			}
		}
		for _, e := range entities {
			for q := range e.Graph.Quads() {
				if matchesQuad(p, q) && !yield(q) {
					return
				}
			}
		}
	}
}

// count returns how many quads match.
func (st state) count(p rdfstore.Pattern) (n uint64) {
	for range st.matching(p) {
		n++
	}
	return n
}

func matchesQuad(p rdfstore.Pattern, q rdf.Quad) bool {
	if p.Graph == nil && (codec.IsBlank(p.Subject) || codec.IsBlank(p.Object)) {
		return false
	}
	return (p.Subject == nil || p.Subject == q.Subj) &&
		(p.Predicate == nil || p.Predicate == q.Pred) &&
		(p.Object == nil || p.Object == q.Obj) &&
		(p.Graph == nil || p.Graph == q.Ctx)
}

func patternHash(p rdfstore.Pattern) [sha256.Size]byte {
	return hashTerms(p.Subject, p.Predicate, p.Object, p.Graph)
}

// hashTerms hashes terms so that no two lists of terms are written alike.
func hashTerms(terms ...rdf.Term) [sha256.Size]byte {
	var b []byte
	for _, t := range terms {
		b = codec.AppendTerm(b, t)
	}
	return sha256.Sum256(b)
}

// Count returns the number of quads that match the pattern.
func (s *Store) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.ready(ctx); err != nil {
		return 0, err
	}
	return s.count(p), nil
}

// names returns the names that are greater than after, in order.
func (st state) names(after string) []rdf.IRI {
	var names []rdf.IRI
	for name, e := range st.entities {
		if name > after {
			names = append(names, e.Graph.Name)
		}
	}
	slices.SortFunc(names, func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) })
	return names
}

// Entities yields the names of all entities.
func (s *Store) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return walk(ctx, s, func(st state) ([]rdf.IRI, error) { return st.names(after), nil })
}

// Names yields the names that begin with the prefix, without the first skip.
func (s *Store) Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	return walk(ctx, s, func(st state) ([]rdf.IRI, error) {
		names := st.beginning(prefix)
		return names[min(skip, uint64(len(names))):], nil
	})
}

// CountNames returns the number of names that begin with the prefix.
func (s *Store) CountNames(ctx context.Context, prefix string) (uint64, error) {
	now, err := s.snapshot(ctx)
	if err != nil {
		return 0, err
	}
	return uint64(len(now.beginning(prefix))), nil
}

// beginning returns the names that begin with the prefix and are longer.
func (st state) beginning(prefix string) []rdf.IRI {
	return slices.DeleteFunc(slices.Clone(st.names(prefix)), func(name rdf.IRI) bool { return !strings.HasPrefix(name.String(), prefix) })
}

// Members yields the names of the entities of the class.
func (s *Store) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return walk(ctx, s, func(st state) ([]rdf.IRI, error) {
		var names []rdf.IRI
		for _, e := range st.entities {
			if slices.Contains(e.Graph.Classes(), class) {
				names = append(names, e.Graph.Name)
			}
		}
		st.sortByCreation(names)
		return names[min(skip, uint64(len(names))):], nil
	})
}

// sortByCreation puts names in the order in which their entities came to be.
func (st state) sortByCreation(names []rdf.IRI) {
	slices.SortFunc(names, func(a, b rdf.IRI) int {
		return cmp.Compare(st.created[a.String()], st.created[b.String()])
	})
}

// Graphs yields the entities.
func (s *Store) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	return walk(ctx, s, func(st state) ([]*rdfstore.Entity, error) { return st.graphs(after), nil })
}

// graphs returns the entities whose names are greater than after, in order.
func (st state) graphs(after string) []*rdfstore.Entity {
	var entities []*rdfstore.Entity
	for _, name := range st.names(after) {
		entities = append(entities, st.entities[name.String()])
	}
	return entities
}

// Classes counts the entities of each class.
func (s *Store) Classes(ctx context.Context) ([]rdfstore.ClassCount, error) {
	st, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	counts := map[rdf.IRI]uint64{{}: uint64(len(st.entities))}
	for _, e := range st.entities {
		for _, class := range e.Graph.Classes() {
			counts[class]++
		}
	}
	var list []rdfstore.ClassCount
	for _, class := range slices.SortedFunc(maps.Keys(counts), func(a, b rdf.IRI) int {
		return strings.Compare(a.String(), b.String())
	}) {
		list = append(list, rdfstore.ClassCount{Class: class, Count: counts[class]})
	}
	return list, nil
}

// Changes yields the log after a sequence number.
func (s *Store) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return walk(ctx, s, func(st state) ([]rdfstore.LogEntry, error) {
		return st.log[min(after, uint64(len(st.log))):], nil
	})
}
