package tables

import (
	"context"
	"fmt"
	"iter"
	"math"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
)

// Record returns the graph of the name.
func (r Reader) Record(ctx context.Context, name rdf.IRI) (rdfstore.Record, error) {
	row, found, err := r.named(ctx, name)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
	}
	return r.record(row)
}

// record makes the record of a row.
func (r Reader) record(row Row) (*codec.Record, error) {
	if row.recent != nil {
		return row.recent, nil
	}
	encoding, err := r.Sealer.Open(row.Key(), row.Record)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", row.Name, err)
	}
	return r.Sealer.Record(row.Name, encoding)
}

// Has tells whether there is an entity with the name.
func (r Reader) Has(ctx context.Context, name rdf.IRI) (bool, error) {
	key := DigestOf(name)
	if _, has, known := r.Kept.named(key); known {
		return has, r.Proceed(ctx)
	}
	n, err := Number(ctx, r.Source, "SELECT count(*) FROM @.entity WHERE digest = $1", key[:])
	return n > 0, err
}

// Records yields the graphs that have quads of the pattern, in the order of Match. A graph
// comes once for each predicate where the pattern leaves that open.
func (r Reader) Records(ctx context.Context, p rdfstore.Pattern) iter.Seq2[rdfstore.Found, error] {
	return func(yield func(rdfstore.Found, error) bool) {
		q, looked := r.query(p), 0
		q.ofRecent = r.Recent != nil && r.Steady()
		err := q.walk(ctx, place{math.MinInt64, 0}, func(at place, row Row) (bool, error) {
			made, err := r.record(row)
			if err != nil {
				return false, err
			}
			if looked++; q.ofRecent && row.recent == nil && looked <= maxRecentOfWalk {
				r.Recent.Set(row.ID, recent{row.Version, row.Modified, made})
			}
			numbers, err := q.in(made, at)
			if err == nil {
				err = r.Proceed(ctx)
			}
			if err != nil || len(numbers) == 0 {
				return err == nil, err
			}
			return yield(rdfstore.Found{Record: made, Triples: numbers}, nil), nil
		})
		if err != nil {
			yield(rdfstore.Found{}, err)
		}
	}
}

// in returns the numbers of the triples of a record that match at a place.
func (q *query) in(r *codec.Record, at place) ([]int, error) {
	numbers := r.Find(nil, q.Pattern)
	if len(q.lists) == 0 || q.Predicate != nil {
		return numbers, nil
	}
	here := numbers[:0]
	for _, n := range numbers {
		p, err := r.Predicate(n)
		if err != nil {
			return nil, err
		}
		if q.predicates.Of(OfPredicate, p) == at.part {
			here = append(here, n)
		}
	}
	return here, nil
}
