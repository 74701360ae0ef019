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
// and layout, logs, and what they know of deleted entities. The error is a
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
		return s.deleted(ctx, x)
	case x.Entity.Version != y.Entity.Version, !x.Entity.Created.Equal(y.Entity.Created), !x.Entity.Modified.Equal(y.Entity.Modified):
		return &DifferenceError{x.Name, "the versions or times differ"}
	case !x.Entity.Graph.Equal(y.Entity.Graph):
		return &DifferenceError{x.Name, "the graphs differ"}
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
