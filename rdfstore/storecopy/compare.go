package storecopy

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// DifferenceError says what two stores do not have in common.
type DifferenceError struct {
	Name rdf.IRI
	What string
}

func (e *DifferenceError) Error() string {
	if e.Name.String() == "" {
		return e.What
	}
	return fmt.Sprintf("%s: %s", e.Name, e.What)
}

// Compare reads two sources and compares their bases, names, versions, times, graphs with order
// and layout, past states, logs, and what they know of deleted entities. The error is a
// *DifferenceError where something differs.
func Compare(ctx context.Context, a, b *Source) error {
	baseA, errA := a.store.Base(ctx)
	baseB, errB := b.store.Base(ctx)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if baseA != baseB {
		return &DifferenceError{What: fmt.Sprintf("the base is %q, and not %q", baseB, baseA)}
	}
	if a.At() != b.At() {
		return &DifferenceError{What: fmt.Sprintf("the log ends with entry %d, and not with entry %d", b.At().Seq, a.At().Seq)}
	}
	next, stop := iter.Pull2(b.Histories(ctx))
	defer stop()
	for x, err := range a.Histories(ctx) {
		if err != nil {
			return err
		}
		y, err, ok := next()
		if err != nil {
			return err
		}
		if !ok || x.Name != y.Name {
			return &DifferenceError{x.Name, "it is missing in one of the stores"}
		}
		if err := b.compare(ctx, x, y); err != nil {
			return err
		}
	}
	if y, err, ok := next(); ok || err != nil {
		return errors.Join(err, &DifferenceError{y.Name, "it is in one store alone"})
	}
	return nil
}

// compare compares two histories of a name, of which s has the second.
func (s *Source) compare(ctx context.Context, x, y rdfstore.History) error {
	switch {
	case !slices.Equal(x.Entries, y.Entries):
		return &DifferenceError{x.Name, "the entries of the log differ"}
	case (x.Entity == nil) != (y.Entity == nil):
		return &DifferenceError{x.Name, "it is deleted in one of the stores"}
	case x.Entity == nil:
		if err := s.deleted(ctx, x); err != nil {
			return err
		}
	default:
		if what := differ(x.Entity, y.Entity); what != "" {
			return &DifferenceError{x.Name, what}
		}
	}
	return comparePast(x, y)
}

// differ says what two states of a name do not have in common, "" for nothing.
func differ(x, y *rdfstore.Entity) string {
	switch {
	case x.Version != y.Version, !x.Created.Equal(y.Created), !x.Modified.Equal(y.Modified):
		return "the versions or times differ"
	case !x.Graph.Equal(y.Graph):
		return "the graphs differ"
	}
	return ""
}

// comparePast compares the past states of two histories of a name.
func comparePast(x, y rdfstore.History) error {
	next, stop := func() (*rdfstore.Entity, error, bool) { return nil, nil, false }, func() {}
	if y.States != nil {
		next, stop = iter.Pull2(y.States)
	}
	defer stop()
	if x.States != nil {
		for a, err := range x.States {
			b, other, ok := next()
			if err := errors.Join(err, other); err != nil {
				return err
			}
			if !ok {
				return &DifferenceError{x.Name, "one of the stores has more past states"}
			}
			if what := differ(a, b); what != "" {
				return &DifferenceError{x.Name, "of a past state, " + what}
			}
		}
	}
	if _, err, ok := next(); ok || err != nil {
		return errors.Join(err, &DifferenceError{x.Name, "one of the stores has more past states"})
	}
	return nil
}

// deleted compares what the store says of a deleted entity with its history.
func (s *Source) deleted(ctx context.Context, h rdfstore.History) error {
	_, err := s.snapshot.Get(ctx, h.Name)
	var deleted *rdfstore.DeletedError
	if !errors.As(err, &deleted) {
		return errors.Join(err, &DifferenceError{h.Name, "it is not known as deleted"})
	}
	if last := h.Last(); deleted.Version != last.Seq || !deleted.Time.Equal(last.Time) || deleted.Successor != last.Successor {
		return &DifferenceError{h.Name, "the versions, times or successors of the deletion differ"}
	}
	return nil
}
