package private

import (
	"context"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// totals are what the private entities contribute to the counts of the store.
type totals struct {
	// of is what each contributes.
	of map[rdf.IRI]contribution
	// classes counts them by class, the zero class all of them, and relations by what they
	// are related to.
	classes   map[rdf.IRI]uint64
	relations map[string]map[rdfstore.Relation]uint64
}

// contribution is what one entity contributes, each class and relation once.
type contribution struct {
	classes []rdf.IRI
	related []rdfstore.Related
}

func newTotals() totals {
	return totals{map[rdf.IRI]contribution{}, map[rdf.IRI]uint64{}, map[string]map[rdfstore.Relation]uint64{}}
}

// replace takes the entities with the names out, and puts in those that are private, as they
// are in a snapshot. Nothing is changed where it returns an error.
func (t totals) replace(ctx context.Context, in rdfstore.Snapshot, d rdfstore.Derivation, private map[rdf.IRI]bool) error {
	fresh := map[rdf.IRI]contribution{}
	for name, is := range private {
		if !is {
			continue
		}
		e, err := in.Get(ctx, name)
		if rdfstore.IsMissing(err) {
			continue // it is deleted in the snapshot, and changed since the view
		}
		if err != nil {
			return err
		}
		fresh[name] = contributionOf(e, d)
	}
	for name := range private {
		if old, ok := t.of[name]; ok {
			t.count(old, ^uint64(0))
			delete(t.of, name)
		}
		if c, ok := fresh[name]; ok {
			t.count(c, 1)
			t.of[name] = c
		}
	}
	return nil
}

func contributionOf(e *rdfstore.Entity, d rdfstore.Derivation) contribution {
	c := contribution{classes: e.Graph.Classes()}
	seen := map[rdfstore.Related]bool{}
	for _, r := range d.Relations(e.Graph) {
		if !seen[r] {
			seen[r] = true
			c.related = append(c.related, r)
		}
	}
	return c
}

// count adds n, which is 1 or -1 in two's complement, to what a contribution is counted in.
func (t totals) count(c contribution, n uint64) {
	t.classes[rdf.IRI{}] += n
	for _, class := range c.classes {
		t.classes[class] += n
	}
	for _, r := range c.related {
		to := r.To.String()
		if t.relations[to] == nil {
			t.relations[to] = map[rdfstore.Relation]uint64{}
		}
		t.relations[to][r.By] += n
		if t.relations[to][r.By] == 0 {
			delete(t.relations[to], r.By)
		}
		if len(t.relations[to]) == 0 {
			delete(t.relations, to)
		}
	}
}
