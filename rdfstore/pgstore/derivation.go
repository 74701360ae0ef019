package pgstore

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/tables"
)

// checkDerivation has the health say whether the relations are of this process's derivation.
// The error wraps ErrDerivation where they are not, and rdfstore.ErrUnavailable, since another
// server may answer.
func (s *Store) checkDerivation(derivation string) (err error) {
	if !s.options.ReadOnly && derivation != s.options.Derivation.Version {
		err = fmt.Errorf("%w: %w; use the program that has derived them anew", rdfstore.ErrUnavailable, ErrDerivation)
	}
	s.health.supersede(err)
	return err
}

// related returns the list of the entities in the relation to an IRI.
func related(to rdf.IRI, by rdfstore.Relation) tables.List {
	return tables.List{List: tables.Hash(tables.ByRelation, to), Part: int64(by)}
}

// Relations counts the entities in each relation to the IRI.
func (s *Store) Relations(ctx context.Context, to rdf.IRI) (all []rdfstore.RelationCount, err error) {
	var derivation string
	err = s.fetch(ctx, `SELECT h.derivation, t.part, t.entities FROM @.head h
		LEFT JOIN @.tally t ON t.list = $1 AND t.entities > 0 ORDER BY t.part`, []any{related(to, 0).List}, func() { all = nil },
		func(rows pgx.Rows) error {
			var part, n *int64
			if err := rows.Scan(&derivation, &part, &n); err != nil || part == nil {
				return err
			}
			all = append(all, rdfstore.RelationCount{Relation: rdfstore.Relation(*part), Count: uint64(*n)})
			return nil
		})
	if err == nil {
		err = s.checkDerivation(derivation)
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Related yields the names of the entities in the relation to the IRI.
func (s *Store) Related(ctx context.Context, to rdf.IRI, by rdfstore.Relation, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		w := tables.Walk{Source: anywhere{s}, List: related(to, by), Skip: skip, Check: s.checkDerivation}
		w.Run(ctx, w.Start(ctx), yield)
	}
}
