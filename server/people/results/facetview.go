package results

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// addFacets adds what the results are narrowed to, and can be.
func (m Maker) addFacets(ctx context.Context, view *html.Results, l List, w *i18n.Wording) error {
	for _, f := range criteria.Filters() {
		for i, value := range l.Criteria.Values[f.Name] {
			term := f.Term(m.Reader, value)
			label, err := m.facetLabel(ctx, l.At, f.Name, search.Value{Term: term}, w)
			if err != nil {
				return err
			}
			label.Href = ""
			view.Chosen = append(view.Chosen, html.Chosen{Title: w.Text(f.Title), Label: label, Without: m.path(l.Criteria.Without(f.Name, i))})
		}
	}
	if len(view.Chosen) > 1 {
		view.Clear = m.path(criteria.Criteria{Text: l.Criteria.Text, Order: l.Criteria.Order})
	}
	for _, facet := range l.Facets {
		out, err := m.facetView(ctx, facet, l, w)
		if err != nil {
			return err
		}
		// Where all is of one publisher, readers need not see which.
		if len(out.Bars) > 1 || out.Find != nil || len(out.Values) > 1 || len(out.Values) == 1 && (facet.Field != "publisher" || out.Values[0].Selected) {
			view.Facets = append(view.Facets, out)
		}
	}
	return nil
}

// facetView is a facet with the links that select and deselect its values.
func (m Maker) facetView(ctx context.Context, facet search.Facet, l List, w *i18n.Wording) (html.Facet, error) {
	if facet.Field == criteria.Years {
		return m.yearsView(facet, l.Scope, w), nil
	}
	f, _ := criteria.FilterOf(facet.Field) // the index was asked for its field
	out := html.Facet{Name: f.Name, Title: w.Text(f.Title), More: facet.More}
	if out.More > 0 && l.Scope.Every != f.Name {
		out.Whole = m.path(l.Scope.Whole(f.Name)) + "#facet-" + f.Name
	}
	if l.Scope.Every == f.Name {
		m.pageFacet(&out, facet, l.Scope, w)
	}
	for _, v := range facet.Values {
		label, err := m.facetLabel(ctx, l.At, f.Name, v, w)
		if err != nil {
			return out, err
		}
		label.Href = ""
		value := html.FacetValue{Label: label, Count: v.Count}
		chosen := slices.IndexFunc(l.Scope.Values[f.Name], func(value string) bool {
			term := f.Term(m.Reader, value)
			return term == v.Term
		})
		if chosen >= 0 {
			value.Selected, value.Href = true, m.path(l.Scope.Without(f.Name, chosen))
		} else {
			value.Href = m.path(l.Scope.With(f.Name, m.facetParameter(f.Name, v.Term)))
		}
		out.Values = append(out.Values, value)
	}
	return out, nil
}

// facetParameter is a value of a facet as the parameter of an address has it.
func (m Maker) facetParameter(name, term string) string {
	if name != "class" {
		return term
	}
	iri, err := graph.IRI(term)
	if err != nil {
		return term
	}
	return m.Reader.Words.Class(iri)
}

// facetLabel is a value of a facet in words.
func (m Maker) facetLabel(ctx context.Context, at uint64, name string, v search.Value, w *i18n.Wording) (html.Part, error) {
	switch name {
	case "class":
		if text := w.Classes(reading.Class(v.Term)); text != "" {
			return html.Part{Text: text}, nil
		}
		return html.Part{Text: html.Words(v.Term)}, nil
	case "century", "decade":
		n, err := strconv.ParseInt(v.Term, 10, 64)
		if err != nil {
			return html.Part{Text: v.Term}, nil
		}
		if name == "century" {
			return html.Part{Text: w.Years(i18n.YearsOfCentury(n))}, nil
		}
		return html.Part{Text: w.Years(n, n+9)}, nil
	case "from", "to":
		n, err := strconv.ParseInt(v.Term, 10, 64)
		if err != nil {
			return html.Part{Text: v.Term}, nil
		}
		return html.Part{Text: w.Years(n, n)}, nil
	case "free":
		return html.Part{Text: w.Text("Free to use")}, nil
	case "picture":
		return html.Part{Text: w.Text("With a picture")}, nil
	case "area":
		area, _ := criteria.ParseArea(v.Term) // it was read already
		return html.Part{Text: fmt.Sprintf("%g° – %g°, %g° – %g°", area.South, area.North, area.West, area.East)}, nil
	case "linked":
		return m.linkLabel(ctx, at, criteria.ParseLinked(v.Term), w)
	case "publisher":
		return html.Part{Text: PublisherName(v.Term)}, nil
	case "in":
		return html.Part{Text: strings.TrimPrefix(v.Term, m.Mapper.Base)}, nil
	}
	part, err := m.Describer.Name(ctx, at, v.Term, w)
	if err != nil {
		return part, err
	}
	// Of what the store does not have, the records that refer to it know the name best.
	if v.Name != "" && (part.Text == "" || strings.HasSuffix(v.Term, part.Text)) {
		return html.Part{Text: v.Name, Href: part.Href, IRI: v.Term}, nil
	}
	return part, nil
}

// linkLabel is what links to an entity in words.
func (m Maker) linkLabel(ctx context.Context, at uint64, l query.Linked, w *i18n.Wording) (html.Part, error) {
	out, err := m.Describer.Name(ctx, at, l.Of, w)
	title := w.Text(describe.MentionTitle(reading.Property(l.By)))
	if criteria.IsLinkName(l.By) {
		title = cmp.Or(w.Link(l.By), html.LinkTitle(l.By))
	}
	return html.Part{Text: title + ": " + out.Text}, err
}

// PublisherName is the base of URIs as readers know it, such as its host.
func PublisherName(base string) string {
	_, host, hasHost := strings.Cut(base, "://")
	if !hasHost {
		return base
	}
	return strings.TrimSuffix(host, "/")
}

// path is the address of a search as an absolute path.
func (m Maker) path(c criteria.Criteria) string { return m.Mapper.Service(c.Target()) }
