package links

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// ErrTooMany means that a link leads to more results, through more records,
// than can be compared to list each of them once.
var ErrTooMany = errors.New("too many results to compare")

// itemsLimit is how many entities Items keeps in memory to compare them.
const itemsLimit = 1 << 18

// union is the results of one link of one record: those of several lists in the
// store, of which an entity may be in more than one.
type union struct {
	table  *Table
	source Source
	// limit is how many entities may be looked at.
	limit int

	lists []list
	// more means that there may be lists beyond the limit.
	more bool
}

// list is the entities in a relation to an IRI; there is at least one.
type list struct {
	to    rdf.IRI
	by    rdfstore.Relation
	count uint64
}

// stop is a record that a path goes on in: a place of its route.
type stop struct {
	record rdf.IRI
	place  int
}

// gather finds the lists. counts are the relations of the record that the link
// belongs to. Records that the path goes on in are looked at up to the limit,
// and beyond it only until there is a list, so that there is one if there is a
// result.
func (u *union) gather(ctx context.Context, r route, start rdf.IRI, counts map[int]uint64) error {
	u.add(start, r.whole, counts)
	w := &way{union: u, seen: map[stop]bool{}}
	for place, segment := range r.head {
		if err := w.follow(ctx, start, segment, place, counts); err != nil {
			return err
		}
	}
	for looked := 0; len(w.ahead) > 0 && !u.more; looked++ {
		if looked >= u.limit && len(u.lists) > 0 {
			u.more = true
			return nil
		}
		at := w.ahead[len(w.ahead)-1]
		w.ahead = w.ahead[:len(w.ahead)-1]
		counts, err := u.table.counts(ctx, u.source, at.record)
		if err != nil {
			return err
		}
		u.add(at.record, r.tail[at.place], counts)
		for place := range r.between {
			if err := w.follow(ctx, at.record, r.between[place][at.place], place, counts); err != nil {
				return err
			}
		}
	}
	return nil
}

// way is a walk through the records that a path goes on in.
type way struct {
	union *union
	seen  map[stop]bool
	// ahead are the records to look at, the next one last.
	ahead []stop
}

// follow puts the records in the relation to the IRI ahead.
func (w *way) follow(ctx context.Context, to rdf.IRI, segment, place int, counts map[int]uint64) error {
	if segment < 0 || counts[segment] == 0 {
		return nil
	}
	from := len(w.ahead)
	for record, err := range w.union.source.Related(ctx, to, rdfstore.Relation(segment), 0) {
		if err != nil {
			return err
		}
		if len(w.ahead) >= w.union.limit && len(w.union.lists) > 0 {
			w.union.more = true
			break
		}
		if next := (stop{record, place}); !w.seen[next] {
			w.seen[next] = true
			w.ahead = append(w.ahead, next)
		}
	}
	slices.Reverse(w.ahead[from:])
	return nil
}

// add adds a list, unless it is empty.
func (u *union) add(to rdf.IRI, segment int, counts map[int]uint64) {
	if segment >= 0 && counts[segment] > 0 {
		u.lists = append(u.lists, list{to, rdfstore.Relation(segment), counts[segment]})
	}
}

// count returns the number of distinct entities in the lists, or false if more
// than the limit would have to be looked at.
func (u *union) count(ctx context.Context) (uint64, bool, error) {
	var sum uint64
	for _, l := range u.lists {
		sum += l.count
	}
	switch {
	case u.more:
		return 0, false, nil
	case len(u.lists) == 1:
		return sum, true, nil
	case sum > uint64(u.limit):
		return 0, false, nil
	}
	rest, err := u.rest(ctx)
	if err != nil {
		return 0, false, err
	}
	return u.lists[0].count + uint64(len(rest)), true, nil
}

// page returns entities of the first list, and then those that only the others
// have.
func (u *union) page(ctx context.Context, skip uint64, limit int) (names []rdf.IRI, total uint64, err error) {
	if len(u.lists) == 0 {
		return nil, 0, nil
	}
	rest, err := u.rest(ctx)
	if err != nil {
		return nil, 0, err
	}
	first := u.lists[0]
	total = first.count + uint64(len(rest))
	if skip < first.count && limit > 0 {
		for name, err := range u.source.Related(ctx, first.to, first.by, skip) {
			if err != nil {
				return nil, 0, err
			}
			if names = append(names, name); len(names) == limit {
				return names, total, nil
			}
		}
	}
	skip -= min(skip, first.count)
	for skip < uint64(len(rest)) && len(names) < limit {
		names = append(names, rest[skip])
		skip++
	}
	return names, total, nil
}

// rest returns the entities of the other lists that are not in the first, each
// once and in order. It keeps the others in memory, never the first.
func (u *union) rest(ctx context.Context) ([]rdf.IRI, error) {
	if u.more {
		return nil, fmt.Errorf("%w: they lead through more than %d records", ErrTooMany, u.limit)
	}
	if len(u.lists) == 1 {
		return nil, nil
	}
	var rest []rdf.IRI
	seen := map[rdf.IRI]bool{}
	for _, l := range u.lists[1:] {
		for name, err := range u.source.Related(ctx, l.to, l.by, 0) {
			if err != nil {
				return nil, err
			}
			if seen[name] {
				continue
			}
			if len(rest) == u.limit {
				return nil, fmt.Errorf("%w: the limit is %d", ErrTooMany, u.limit)
			}
			seen[name] = true
			rest = append(rest, name)
		}
	}
	again := map[rdf.IRI]bool{}
	for name, err := range u.source.Related(ctx, u.lists[0].to, u.lists[0].by, 0) {
		if err != nil {
			return nil, err
		}
		if seen[name] {
			again[name] = true
		}
	}
	return slices.DeleteFunc(rest, func(name rdf.IRI) bool { return again[name] }), nil
}
