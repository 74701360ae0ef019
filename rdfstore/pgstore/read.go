package pgstore

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// anywhere is the source of what a replica or the primary may answer, as the store is at each
// question.
type anywhere struct{ *Store }

func (s anywhere) Fetch(ctx context.Context, text string, args []any, reset func(), scan func(pgx.Rows) error) error {
	return s.fetch(ctx, text, args, reset, scan)
}

func (s anywhere) Proceed(ctx context.Context) error { return s.proceed(ctx) }

func (s anywhere) Steady() bool { return false }

func (s *Store) reader() tables.Reader {
	return tables.Reader{Source: anywhere{s}, Sealer: s.sealer, Learn: s.position.learn}
}

// Get returns the entity with the name.
func (s *Store) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	return s.reader().Get(ctx, name)
}

// Match yields the quads that match the pattern.
func (s *Store) Match(ctx context.Context, p rdfstore.Pattern, after rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return s.reader().Match(ctx, p, after)
}

// Count returns the number of quads that match the pattern.
func (s *Store) Count(ctx context.Context, p rdfstore.Pattern) (uint64, error) {
	return s.reader().Count(ctx, p)
}

// Members yields the names of the entities of the class.
func (s *Store) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return tables.Listed(ctx, anywhere{s}, tables.List{List: tables.Hash(tables.ByClass, class)}, skip)
}

// Entities yields the names of all entities in byte order.
func (s *Store) Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error] {
	return tables.Names(ctx, anywhere{s}, after, "", 0)
}

// Names yields the names that begin with the prefix, without the first skip.
func (s *Store) Names(ctx context.Context, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	return tables.Names(ctx, anywhere{s}, prefix, prefix, skip)
}

// CountNames returns the number of names that begin with the prefix.
func (s *Store) CountNames(ctx context.Context, prefix string) (uint64, error) {
	return tables.CountNames(ctx, anywhere{s}, prefix)
}

// Classes returns each class that has entities, and the zero class with all of them.
func (s *Store) Classes(ctx context.Context) ([]rdfstore.ClassCount, error) {
	return tables.Classes(ctx, anywhere{s})
}

// Changes yields the log after a sequence number.
func (s *Store) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return tables.Log(ctx, anywhere{s}, after, s.position.learn)
}
