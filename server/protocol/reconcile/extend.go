package reconcile

import (
	"context"
	"net/http"
	"regexp"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// extension asks for the values of properties of entities (0.2 section 7.2, 1.0 section 7.2).
type extension struct {
	IDs        []string `json:"ids"`
	Properties []struct {
		ID string `json:"id"`
	} `json:"properties"`
}

// cells are the values of a property: each an object with one of id and name, str, or date.
type cells []map[string]string

// extended are the properties that were asked for, and their values for each entity, in the order
// of the ids.
type extended struct {
	ids        []string
	properties []property
	cells      [][]cells
}

// read reads a request, and looks the values up.
func (e *Endpoint) read(ctx context.Context, text []byte) (out extended, err error) {
	var in extension
	if err := decode(text, "request for values", &in); err != nil {
		return out, err
	}
	if len(in.IDs) > maxIDs || len(in.Properties) > maxExtended {
		return out, bad("A request is for at most %d entities and %d properties.", maxIDs, maxExtended)
	}
	for _, p := range in.Properties {
		known, ok := propertyOf(p.ID)
		if !ok {
			return out, bad("There is no property %q. /suggest/property lists those that there are.", p.ID)
		}
		out.properties = append(out.properties, known)
	}
	view, err := e.Maker.View(ctx)
	if err != nil {
		return out, err
	}
	ctx, done, err := e.Site.Slot(ctx)
	if err != nil {
		return out, err
	}
	defer done()
	for _, id := range in.IDs {
		row := make([]cells, len(out.properties))
		name, err := view.FirstName(ctx, id, address.IRI(id), address.URI(id))
		name, err = view.InPlace(ctx, name, err)
		if err != nil && !rdfstore.IsMissing(err) {
			return out, err
		}
		if err == nil {
			record, err := view.Read(ctx, name)
			if err != nil {
				return out, err
			}
			for i, p := range out.properties {
				row[i] = cellsOf(p.values(record.Root()))
			}
		}
		out.ids, out.cells = append(out.ids, id), append(out.cells, row)
	}
	return out, nil
}

// dateForm is the form of dates in cells, by the schemas of the protocol.
var dateForm = regexp.MustCompile(`^-?([1-9][0-9]*)?[0-9]{4}-(1[0-2]|0[1-9])-(3[01]|0[1-9]|[12][0-9])T(2[0-3]|[01][0-9]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+-](2[0-3]|[01][0-9]):[0-5][0-9])?$`)

// cellsOf are values as they stand in a table: of a span of time, its first and its last moment.
func cellsOf(values []value) cells {
	out := cells{}
	for _, v := range values {
		switch {
		case len(out) >= maxLimit:
			return out
		case v.Span != nil:
			for _, m := range []reading.Moment{v.Span.Earliest(), v.Span.Latest()} {
				if dateForm.MatchString(m.Written) {
					out = append(out, map[string]string{"date": m.Written})
				} else if m.Written != "" {
					out = append(out, map[string]string{"str": m.Written})
				}
			}
		case v.IRI != "":
			out = append(out, map[string]string{"id": address.URI(v.IRI), "name": v.Text})
		case v.Text != "":
			out = append(out, map[string]string{"str": v.Text})
		}
	}
	return out
}

// meta are the properties in an answer.
func (x extended) meta() []thing {
	out := make([]thing, len(x.properties))
	for i, p := range x.properties {
		out[i] = p.thing
	}
	return out
}

// extend answers by version 0.2.
func (e *Endpoint) extend(ctx context.Context, text string) (any, error) {
	found, err := e.read(ctx, []byte(text))
	if err != nil {
		return nil, err
	}
	rows := map[string]map[string]cells{}
	for i, id := range found.ids {
		rows[id] = map[string]cells{}
		for k, p := range found.properties {
			rows[id][p.ID] = append(cells{}, found.cells[i][k]...)
		}
	}
	return struct {
		Meta []thing                     `json:"meta"`
		Rows map[string]map[string]cells `json:"rows"`
	}{found.meta(), rows}, nil
}

// extend1 answers by version 1.0.
func (e *Endpoint) extend1(x *respond.Exchange, r *http.Request) error {
	text, err := body(r, "application/json")
	if err != nil {
		return err
	}
	found, err := e.read(r.Context(), text)
	if err != nil {
		return err
	}
	type column struct {
		ID     string `json:"id"`
		Values cells  `json:"values"`
	}
	type row struct {
		ID         string   `json:"id"`
		Properties []column `json:"properties"`
	}
	rows := make([]row, len(found.ids))
	for i, id := range found.ids {
		rows[i] = row{id, make([]column, len(found.properties))}
		for k, p := range found.properties {
			rows[i].Properties[k] = column{p.ID, append(cells{}, found.cells[i][k]...)}
		}
	}
	return send(x, r, "", struct {
		Meta []thing `json:"meta"`
		Rows []row   `json:"rows"`
	}{found.meta(), rows})
}
