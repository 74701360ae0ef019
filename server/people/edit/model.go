package edit

import (
	"net/http"
	"slices"

	"vitrine/linkedart"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// Model answers with what completes the JSON of a record.
func (p *Pages) Model() respond.Handler {
	return respond.Methods{http.MethodGet: func(x *respond.Exchange, r *http.Request) error {
		return p.Site.Send(x, r, "public, max-age=3600", site.Forms(site.JSON(p.model())))
	}}.Resource()
}

// model has the members of the objects of each class by the tables, wherever these are, with the
// classes of their values.
func (p *Pages) model() map[string]map[string][]string {
	out := map[string]map[string][]string{}
	done := map[*linkedart.Shape]bool{}
	var add func(s *linkedart.Shape)
	add = func(s *linkedart.Shape) {
		if done[s] {
			return
		}
		done[s] = true
		of := out[s.Class]
		if of == nil {
			of = map[string][]string{}
			out[s.Class] = of
		}
		for _, m := range s.Members() {
			classes := append([]string{}, of[m.Name]...)
			for _, inner := range m.Shapes {
				classes = append(classes, inner.Class)
				add(inner)
			}
			slices.Sort(classes)
			of[m.Name] = slices.Compact(classes)
		}
	}
	for _, e := range linkedart.Endpoints() {
		for _, class := range e.Classes {
			if s, ok := p.Shapes.Record(e.Name, class); ok {
				add(s)
			}
		}
	}
	return out
}
