package query

import (
	"cmp"
	"context"
	"iter"
	"math"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore/internal/memtable"
	"vitrine/rdfstore/boltstore/internal/past"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/boltstore/internal/table"
)

// Versions yields the entries of the log about a name whose states are kept, newest first.
func (e *Engine) Versions(ctx context.Context, name rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		before := cmp.Or(before, math.MaxUint64)
		atPace(ctx, e, fewAtATime, func(tx *bbolt.Tx, _ *memtable.Memtable, portion []rdfstore.LogEntry, n int) ([]rdfstore.LogEntry, bool, error) {
			now, err := record.FindName(tx, name.String())
			if now.First == 0 || err != nil {
				return nil, true, err
			}
			s, err := table.Past.Scan(tx)
			if err != nil {
				return nil, true, err
			}
			for len(portion) < n {
				version := now.Version
				if version >= before {
					item, ok, err := past.Before(s, now.First, before)
					if !ok || err != nil {
						return portion, true, err
					}
					version = item.Version
				}
				entry, err := record.GetLogEntry(tx, version)
				if err == nil && entry.Name != name {
					err = table.Log.Corrupt(table.NumberKey(version), "it is not about "+name.String())
				}
				if err != nil {
					return nil, true, err
				}
				portion, before = append(portion, entry), version
			}
			return portion, false, nil
		})(yield)
	}
}
