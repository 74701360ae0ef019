package resource

import (
	"context"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/people/cite"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/schemaorg"
	"vitrine/server/web/respond"
)

// makeCitation makes the selected reference to an entity, in English.
func (m *Maker) makeCitation(ctx context.Context, v Selected) (*respond.Representation, error) {
	write := func(ctx context.Context, e *rdfstore.Entity, b *buffer) error {
		work, err := m.work(ctx, e, v)
		if err != nil {
			return err
		}
		_, err = b.Write(v.offer.Citation.Write(work))
		return err
	}
	return m.makeAnew(ctx, v, write, func(coding, sum string) respond.Fields {
		f := m.fields(v, coding)
		f.ETag = `"` + v.resource.State + respond.Digest(v.offer.Name, coding, sum) + `"`
		f.Modified = respond.Fields{}.Modified // when the names last changed, the store does not know
		return f
	})
}

// work is what a reference to an entity says.
func (m *Maker) work(ctx context.Context, e *rdfstore.Entity, v Selected) (cite.Work, error) {
	subject := describe.Subject{Entity: e, Read: reading.Read(e.Graph), At: v.at}
	page, err := m.Describer.Record(ctx, subject, m.Languages.English())
	if err != nil {
		return cite.Work{}, err
	}
	return schemaorg.Work(schemaorg.Subject{Node: subject.Read.Root(), Page: &page}, m.Title), nil
}

// citations are the references to an entity that its page shows.
func (m *Maker) citations(d *Resource, work cite.Work) []html.Citation {
	var out []html.Citation
	for _, o := range m.Offers.List {
		if o.Citation != nil {
			out = append(out, html.Citation{Title: o.Title, Text: string(o.Citation.Write(work)), Href: d.Refs[o.Index]})
		}
	}
	return out
}
