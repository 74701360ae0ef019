package resource

import (
	"context"

	"vitrine/server/people/cite"
	"vitrine/server/people/html"
	"vitrine/server/people/schemaorg"
)

// citation is the alternate of a reference, in English.
func citation(f cite.Format) Alternate {
	return Alternate{
		Name: f.Name, Title: f.Title, MediaType: f.MediaType, Extension: f.Extension,
		Write: func(ctx context.Context, s Source) ([]byte, error) {
			page, err := s.Page(ctx, s.maker.Languages.English())
			if err != nil {
				return nil, err
			}
			return f.Write(schemaorg.Work(schemaorg.Subject{Node: s.Read.Root(), Page: &page}, s.maker.Title)), nil
		},
	}
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
