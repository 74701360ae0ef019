package links

import (
	"context"
	"errors"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Source is the part of a store that answers for the relations of a Derivation.
type Source = rdfstore.Relations

// countLimit is how many entities For looks at to count the results of a link
// that leads through several records.
const countLimit = 1000

// Found is a link of a record that leads to at least one result.
type Found struct {
	Link *Link
	// Count is the number of results where Exact is true, else 0: there are too
	// many to compare.
	Count uint64
	Exact bool
}

// For returns the links of the record with the name and the classes that lead
// to at least one result, in the order of the table. It asks the store once, and
// a few times more for a link that leads through several records. The answer is
// that of one moment only if nothing is written meanwhile.
func (t *Table) For(ctx context.Context, s Source, iri rdf.IRI, classes []rdf.IRI) ([]Found, error) {
	counts, err := t.counts(ctx, s, iri)
	if err != nil {
		return nil, err
	}
	var found []Found
	for _, l := range t.links {
		if !l.route.begins(counts) || !l.Applies(classes) {
			continue
		}
		u := &union{table: t, source: s, limit: countLimit}
		if err := u.gather(ctx, l.route, iri, counts); err != nil {
			return nil, err
		}
		if len(u.lists) == 0 {
			continue
		}
		f := Found{Link: l}
		if f.Count, f.Exact, err = u.count(ctx); err != nil {
			return nil, err
		}
		found = append(found, f)
	}
	return found, nil
}

// Items returns the names of the link's results for the record, at most limit
// after the first skip, and the number of all. The order is that in which the
// store came to know the results, for a link through several records one such
// record after the other; it changes only with the data. The error wraps
// ErrTooMany where a link through several records leads to more results than can
// be compared.
func (t *Table) Items(ctx context.Context, s Source, l *Link, iri rdf.IRI, skip uint64, limit int) (names []rdf.IRI, total uint64, err error) {
	counts, err := t.counts(ctx, s, iri)
	if err != nil {
		return nil, 0, err
	}
	u := &union{table: t, source: s, limit: itemsLimit}
	if err := u.gather(ctx, l.route, iri, counts); err != nil {
		return nil, 0, err
	}
	return u.page(ctx, skip, limit)
}

// List is the first results of a link.
type List struct {
	Found
	Names []rdf.IRI
}

// Lists returns the first results of each of the links of the record with the name, at
// most limit of each; it costs less than Items for each. A link through several records
// that leads to more results than can be compared has none.
func (t *Table) Lists(ctx context.Context, s Source, iri rdf.IRI, found []Found, limit func(*Link) int) ([]List, error) {
	if len(found) == 0 {
		return nil, nil
	}
	counts, err := t.counts(ctx, s, iri)
	if err != nil {
		return nil, err
	}
	out := make([]List, len(found))
	for i, f := range found {
		u := &union{table: t, source: s, limit: itemsLimit}
		err := u.gather(ctx, f.Link.route, iri, counts)
		if err == nil {
			out[i].Names, _, err = u.page(ctx, 0, limit(f.Link))
		}
		if err != nil && !errors.Is(err, ErrTooMany) {
			return nil, err
		}
		out[i].Found = f
	}
	return out, nil
}

// counts returns the number of entities in each relation to the IRI.
func (t *Table) counts(ctx context.Context, s Source, iri rdf.IRI) (map[int]uint64, error) {
	relations, err := s.Relations(ctx, iri)
	if err != nil {
		return nil, err
	}
	counts := make(map[int]uint64, len(relations))
	for _, r := range relations {
		counts[int(r.Relation)] = r.Count
	}
	return counts, nil
}
