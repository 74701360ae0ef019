package query

import (
	"context"
	"iter"
	"strings"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
	"vitrine/rdfstore/graph"
)

// portionFunc reads the next portion of a walk, which may be empty, and tells whether it is
// the last. The portion is good until the next call.
type portionFunc[T any] func(ctx context.Context) (portion []T, last bool, err error)

// inPortions yields what fetch reads, each portion in a transaction of its own, so that no
// caller keeps one open.
func inPortions[T any](ctx context.Context, s Source, fetch portionFunc[T], yield func(T, error) bool) {
	var zero T
	for {
		portion, last, err := fetch(ctx)
		if err != nil {
			yield(zero, err)
			return
		}
		for _, item := range portion {
			if err := s.Proceed(ctx); err != nil {
				yield(zero, err)
				return
			}
			if !yield(item, nil) {
				return
			}
		}
		if last {
			return
		}
	}
}

// A pace is how many items the next portion should have when so many were read.
type pace func(read int) int

// maxPortion bounds a portion.
const maxPortion = 1024

// manyAtATime is for items that cost little beside a transaction.
func manyAtATime(read int) int { return min(max(3*read, 32), maxPortion) }

// fewAtATime is for items that cost as much as reading a record: who stops
// after a page has hardly more read than that.
func fewAtATime(read int) int { return min(max(read/4, 12), maxPortion) }

// fetchFunc appends up to n items to the portion and tells whether it came to the end.
type fetchFunc[T any] func(tx *bbolt.Tx, m *memtable.Memtable, portion []T, n int) ([]T, bool, error)

// atPace yields what fetch reads, portions of the sizes that next says.
func atPace[T any](ctx context.Context, e *Engine, next pace, fetch fetchFunc[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var portion []T
		read := 0
		inPortions(ctx, e.source, func(ctx context.Context) (_ []T, end bool, err error) {
			err = e.source.View(ctx, func(tx *bbolt.Tx, m *memtable.Memtable) (err error) {
				portion, end, err = fetch(tx, m, portion[:0], next(read))
				return err
			})
			read += len(portion)
			return portion, end, err
		}, yield)
	}
}

// Changes yields the log after a sequence number.
func (e *Engine) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		after := after
		atPace(ctx, e, manyAtATime, func(tx *bbolt.Tx, _ *memtable.Memtable, portion []rdfstore.LogEntry, n int) ([]rdfstore.LogEntry, bool, error) {
			log, err := record.OpenLog(tx)
			if after == ^uint64(0) || err != nil {
				return nil, true, err
			}
			for e, err := range log.From(after + 1) {
				if err != nil {
					return nil, false, err
				}
				if e.Seq != after+1 {
					return nil, false, table.Log.Corrupt(table.NumberKey(e.Seq), "entries before it are missing")
				}
				portion, after = append(portion, e.LogEntry), e.Seq
				if len(portion) == n {
					return portion, false, nil
				}
			}
			return portion, true, nil
		})(yield)
	}
}

// Names yields the names that are greater than after and begin with the prefix, in byte
// order, without the first skip of them.
func (e *Engine) Names(ctx context.Context, after, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		after, skip := after, skip
		atPace(ctx, e, manyAtATime, func(tx *bbolt.Tx, _ *memtable.Memtable, portion []rdf.IRI, n int) ([]rdf.IRI, bool, error) {
			w, err := table.Names.Scan(tx)
			if err != nil {
				return nil, false, err
			}
			k, _, err := w.Seek(table.After(after))
			for examined := 0; len(portion) < n && examined < maxExamined; examined++ {
				name := string(k)
				if name == "" || err != nil || !strings.HasPrefix(name, prefix) {
					return portion, true, err
				}
				if after = name; skip > 0 {
					skip--
				} else {
					iri, err := graph.IRI(name)
					if err != nil {
						return nil, false, table.Names.Corrupt(k, err.Error())
					}
					portion = append(portion, iri)
				}
				k, _, err = w.Next()
			}
			return portion, false, err
		})(yield)
	}
}

// Classes counts the entities of each class.
func (e *Engine) Classes(ctx context.Context) ([]rdfstore.ClassCount, error) {
	var counts []rdfstore.ClassCount
	err := e.source.View(ctx, func(tx *bbolt.Tx, _ *memtable.Memtable) error {
		all, err := record.GetCounters(tx)
		if err != nil {
			return err
		}
		counts = []rdfstore.ClassCount{{Count: all.Entities}}
		walk, err := table.Classes.Scan(tx)
		if err != nil {
			return err
		}
		k, payload, err := walk.First()
		for ; k != nil && err == nil; k, payload, err = walk.Next() {
			c, err := record.DecodeClass(k, payload)
			if err != nil {
				return err
			}
			counts = append(counts, rdfstore.ClassCount{Class: c.IRI, Count: c.Entities})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return counts, nil
}
