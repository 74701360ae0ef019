package boltstore

import (
	"context"
	"iter"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
)

// source is the store as queries see it.
type source struct{ *Store }

func (s source) View(ctx context.Context, fn func(tx *bbolt.Tx, m *memtable.Memtable) error) error {
	return s.viewMemtable(ctx, fn)
}

func (s source) Proceed(ctx context.Context) error { return s.proceed(ctx) }

// Match yields the quads that match the pattern.
func (s *Store) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return s.queries.Match(ctx, p, after)
}

// Count returns the number of quads that match the pattern.
func (s *Store) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	return s.queries.Count(ctx, p)
}

// Relations returns the relations in which entities stand to the IRI. An IRI that
// has the hash of another counts the other's.
func (s *Store) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	return s.queries.Relations(ctx, to)
}

// Related yields the names of the entities that stand in the relation to the IRI.
func (s *Store) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.queries.Related(ctx, to, by, skip)
}

// Members yields the names of the entities of the class.
func (s *Store) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.queries.Members(ctx, class, skip)
}

// Classes counts the entities of each class.
func (s *Store) Classes(ctx context.Context) ([]rdfstore.ClassCount, error) {
	return s.queries.Classes(ctx)
}

// Entities yields the names of all entities.
func (s *Store) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return s.queries.Names(ctx, after, "", 0)
}

// Names yields the names that begin with the prefix and go on after it, without the first
// skip of them.
func (s *Store) Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	return s.queries.Names(ctx, prefix, prefix, skip)
}

// Changes yields the log after a sequence number.
func (s *Store) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return s.queries.Changes(ctx, after)
}
