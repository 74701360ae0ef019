package pgstore

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/pgstore/internal/index"
	"vitrine/rdfstore/pgstore/internal/query"
)

// checkDerivation takes in what the head says of the relations. The error wraps ErrDerivation,
// and rdfstore.ErrUnavailable since another server may answer, where they have become those of
// a derivation that this process does not know.
func (s *Store) checkDerivation(of query.Relations) error {
	err := s.noteDerivation(of.Derivation)
	if err == nil {
		s.generation.Store(of.Generation)
	}
	return err
}

// noteDerivation has the health tell whether the relations are of this process's derivation,
// and returns the error of who needs them.
func (s *Store) noteDerivation(derivation string) (err error) {
	if !s.options.ReadOnly && derivation != s.options.Derivation.Version {
		err = fmt.Errorf("%w: %w; use the program that has derived them anew", rdfstore.ErrUnavailable, ErrDerivation)
	}
	s.health.supersede(err)
	return err
}

// related returns the list of the entities in the relation to an IRI, in a generation.
func related(to rdf.IRI, by rdfstore.Relation, generation int64) index.List {
	return index.List{List: index.Hash(index.ByRelation(generation), to), Part: int64(by)}
}

// generationAttempts is how often a question is asked again whose relations were derived anew
// meanwhile.
const generationAttempts = 3

// inGeneration calls ask with the generation of the relations that is known, again where the
// head, as the answer saw it, has another one.
func (s *Store) inGeneration(ask func(generation int64) (query.Relations, error)) error {
	for range generationAttempts {
		known := s.generation.Load()
		found, err := ask(known)
		if err != nil {
			return err
		}
		if err := s.checkDerivation(found); err != nil {
			return err
		}
		if found.Generation == known {
			return nil
		}
	}
	return errDerivedAnew
}

// errDerivedAnew means that the relations which were being read may have been removed.
var errDerivedAnew = fmt.Errorf("%w: relations were derived anew while they were read", rdfstore.ErrUnavailable)

// Relations counts the entities in each relation to the IRI.
func (s *Store) Relations(ctx context.Context, to rdf.IRI) (all []rdfstore.RelationCount, err error) {
	err = s.inGeneration(func(generation int64) (of query.Relations, err error) {
		all = nil
		err = s.fetch(ctx, `SELECT h.derivation, h.generation, t.part, t.entities FROM @.head h
			LEFT JOIN @.tally t ON t.list = $1 AND t.entities > 0 ORDER BY t.part`, []any{related(to, 0, generation).List}, func() { all = nil },
			func(rows pgx.Rows) error {
				var part, n *int64
				if err := rows.Scan(&of.Derivation, &of.Generation, &part, &n); err != nil || part == nil {
					return err
				}
				all = append(all, rdfstore.RelationCount{Relation: rdfstore.Relation(*part), Count: uint64(*n)})
				return nil
			})
		return of, err
	})
	return all, err
}

// stillOf tells whether lists of a generation could be read while the relations were these: it
// is that of a generation that is not removed yet.
func (s *Store) stillOf(now query.Relations, generation int64) error {
	if err := s.checkDerivation(now); err != nil {
		return err
	}
	if now.Generation != generation {
		return errDerivedAnew
	}
	return nil
}
