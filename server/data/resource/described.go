package resource

import (
	"context"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// Described returns what the page of the entity with the name says, with what links to it, for
// ways out that say it in a form of their own. The error wraps those of rdfstore.Store.Get.
func (v View) Described(ctx context.Context, iri string, w *i18n.Wording) (html.Record, error) {
	m := v.maker
	d, err := m.Fresh(ctx, iri)
	if err != nil {
		return html.Record{}, err
	}
	ctx, done, err := m.Slot(ctx)
	if err != nil {
		return html.Record{}, err
	}
	defer done()
	subject := describe.Subject{Entity: d.entity, Read: d.read, At: v.at}
	if m.Links != nil {
		linked, err := m.readLinks(ctx, v.at, d)
		if err != nil {
			return html.Record{}, err
		}
		subject.Links, subject.Relations = linked.found, linked.relations
	}
	return m.Describer.Record(ctx, subject, w)
}

// LinksTo returns the links of an entity that lead to something.
func (v View) LinksTo(ctx context.Context, d *Resource) ([]links.Found, error) {
	linked, err := v.maker.linkedTo(ctx, v.at, d)
	if err != nil {
		return nil, err
	}
	return linked.found, nil
}

// Read returns the record of the entity with the name. The error wraps those of
// rdfstore.Store.Get.
func (v View) Read(ctx context.Context, iri string) (*reading.Record, error) {
	e, err := v.maker.stored(ctx, iri)
	if err != nil {
		return nil, err
	}
	return reading.Read(e.Graph), nil
}
