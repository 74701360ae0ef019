package query

import (
	"context"
	"iter"

	"github.com/knakk/rdf"
	"go.etcd.io/bbolt"

	"vitrine/rdfstore/boltstore/internal/postings"
	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/codec"
)

// Members yields the names of the entities of the class, in order of the numbers
// of their graphs.
func (e *Engine) Members(ctx context.Context, class rdf.IRI, skip uint64) iter.Seq2[rdf.IRI, error] {
	return listedWalk{
		engine: e,
		// A class that loses all its entities and gets others has another number.
		list: func(tx *bbolt.Tx) (postings.Part, bool, error) {
			c, err := record.GetClass(tx, class)
			return postings.Members(c), c.ID != 0, err
		},
		look: func(payload []byte, _ int) (rdf.IRI, bool, error) {
			name, err := codec.NameOf(payload, e.dict)
			return name, true, err
		},
		skip: skip,
	}.names(ctx)
}
