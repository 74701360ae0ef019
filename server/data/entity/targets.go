package entity

import (
	"context"

	"vitrine/server/data/write"
)

// targets returns what finds the entities that are written to.
func (s *Entities) targets() *write.Targets {
	return &write.Targets{
		Mapper: s.Site.Mapper,
		Locate: func(ctx context.Context, path, query string) (write.Location, error) {
			view, err := s.Maker.View(ctx)
			if err != nil {
				return write.Location{}, err
			}
			found, err := s.resolve(s.Site.Mapper.Origin+path, path, query, func(iris []string) (string, error) { return firstName(ctx, view, iris) })
			return write.Location{Name: found.name, Moved: found.moved, Form: found.offer != nil}, err
		},
		First: func(ctx context.Context, iris []string) (string, error) {
			view, err := s.Maker.View(ctx)
			if err != nil {
				return "", err
			}
			return firstName(ctx, view, iris)
		},
	}
}
