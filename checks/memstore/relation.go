package memstore

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// Relations counts the entities in each relation to the IRI.
func (s *Store) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	st, err := s.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	var counts []rdfstore.RelationCount
	for by, names := range st.related(s.derivation, to) {
		counts = append(counts, rdfstore.RelationCount{Relation: by, Count: uint64(len(names))})
	}
	slices.SortFunc(counts, func(a, b rdfstore.RelationCount) int { return cmp.Compare(a.Relation, b.Relation) })
	return counts, nil
}

// Related yields the names of the entities in the relation to the IRI.
func (s *Store) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return walk(ctx, s, func(st state) ([]rdf.IRI, error) {
		names := st.related(s.derivation, to)[by]
		return names[min(skip, uint64(len(names))):], nil
	})
}

// related returns the entities in each relation to the IRI, in the order in
// which they came to be.
func (st state) related(d rdfstore.Derivation, to rdf.IRI) map[rdfstore.Relation][]rdf.IRI {
	all := map[rdfstore.Relation][]rdf.IRI{}
	for _, e := range st.entities {
		seen := map[rdfstore.Relation]bool{}
		for _, r := range d.Relations(e.Graph) {
			if r.To == to && !seen[r.By] {
				seen[r.By] = true
				all[r.By] = append(all[r.By], e.Graph.Name)
			}
		}
	}
	for _, names := range all {
		st.sortByCreation(names)
	}
	return all
}
