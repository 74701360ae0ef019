package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/remote"
)

// servedVersions is the store of a server for changes of records that are still what they were
// when they were read: each is a request of its own with the entity tag, which a load has not.
type servedVersions struct {
	*servedStore
	tags map[rdf.IRI]string
}

// Get returns the record with the name, and keeps its entity tag for Apply.
func (s *servedVersions) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	e, tag, err := s.Tagged(ctx, name)
	s.tags[name] = tag
	return e, err
}

// Apply makes the changes one after the other. The error wraps rdfstore.ErrPrecondition where a
// record is not what Get returned; those before it are changed then.
func (s *servedVersions) Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error) {
	defer clear(s.tags)
	for _, change := range changes {
		err := s.change(ctx, change, s.tags[change.Name()])
		var answer *remote.StatusError
		if errors.As(err, &answer) {
			gone := answer.Status == http.StatusNotFound || answer.Status == http.StatusGone
			if answer.Status == http.StatusPreconditionFailed || change.Put == nil && gone {
				err = fmt.Errorf("%s: %w: %w", change.Name(), rdfstore.ErrPrecondition, err)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return make([]rdfstore.Outcome, len(changes)), nil
}

func (s *servedVersions) change(ctx context.Context, change rdfstore.Change, tag string) error {
	name := change.Name().String()
	if change.Put == nil {
		return s.Client.Delete(ctx, name, tag)
	}
	text, err := s.text(ctx, change.Put)
	if err != nil {
		return err
	}
	return s.Client.Put(ctx, name, tag, s.MediaType(), text)
}
