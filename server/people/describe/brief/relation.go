package brief

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// relations are those of the store, whose numbers are asked for once for a page.
type relations struct {
	store  rdfstore.Relations
	counts map[rdf.IRI][]rdfstore.RelationCount
}

// Relations returns the relations in which entities stand to the IRI.
func (r relations) Relations(ctx context.Context, to rdf.IRI) ([]rdfstore.RelationCount, error) {
	if counts, ok := r.counts[to]; ok {
		return counts, nil
	}
	counts, err := r.store.Relations(ctx, to)
	if err == nil {
		r.counts[to] = counts
	}
	return counts, err
}

// Related yields the names of the entities that stand in the relation to the IRI.
func (r relations) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return r.store.Related(ctx, to, by, skip)
}

// Relations are the relations of the store, as this page has seen them.
func (e *Editor) Relations() rdfstore.Relations { return e.relations }

// Counted adds the relations to an IRI that are known already.
func (e *Editor) Counted(to rdf.IRI, counts []rdfstore.RelationCount) {
	e.relations.counts[to] = counts
}
