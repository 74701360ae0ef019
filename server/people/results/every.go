package results

import (
	"strconv"

	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
)

// pageFacet adds what leads to all values of a facet: a form that looks for them by name,
// their orders, and the other pages.
func (m Maker) pageFacet(out *html.Facet, facet search.Facet, c criteria.Criteria, w *i18n.Wording) {
	out.Find = m.form(c, []string{c.Within}, "within", "every_page")
	for _, byName := range []bool{false, true} {
		title := i18n.Key("by number")
		if byName {
			title = "by name"
		}
		out.Sorts = append(out.Sorts, html.Choice{Text: w.Text(title), Href: m.facetPath(c.ValuesByName(byName), out.Name), Selected: c.EveryByName == byName})
	}
	page := max(c.EveryPage, 1)
	if facet.First > 0 {
		out.Previous = m.facetPath(c.ByPage(page-1), out.Name)
	}
	if facet.More > 0 {
		out.Next = m.facetPath(c.ByPage(page+1), out.Name)
	}
}

func (m Maker) facetPath(c criteria.Criteria, name string) string {
	return m.path(c) + "#facet-" + name
}

// form is a form that changes some parameters of a search.
func (m Maker) form(c criteria.Criteria, inputs []string, changed ...string) *html.Form {
	out := &html.Form{Action: m.Mapper.Service(address.Search), Inputs: inputs}
	for _, p := range c.Hidden(changed...) {
		out.Hidden = append(out.Hidden, html.Filter(p))
	}
	return out
}

// yearsView is the histogram of the years and a form for others.
func (m Maker) yearsView(facet search.Facet, c criteria.Criteria, w *i18n.Wording) html.Facet {
	out := html.Facet{Name: criteria.Years, Title: w.Text("Years"), Bars: m.Bars(facet, c, w)}
	if len(out.Bars) > 0 {
		first, last := out.Bars[0].From, out.Bars[len(out.Bars)-1].To
		out.Range = m.form(c, []string{firstOf(c.Values["from"], first), firstOf(c.Values["to"], last)}, "from", "to")
	}
	return out
}

// Bars are those of a histogram of years, each that counts any with a link to the same search narrowed
// down to its years. The first and the last have their year below them.
func (m Maker) Bars(facet search.Facet, c criteria.Criteria, w *i18n.Wording) (out []html.Bar) {
	var most uint64
	for _, v := range facet.Values {
		most = max(most, v.Count)
	}
	for _, v := range facet.Values {
		years, ok := query.ParseYears(v.Term)
		if !ok || most == 0 {
			continue
		}
		label := html.Part{Text: w.Years(years.First, years.Last)}
		if v.Count > 0 {
			label.Href = m.path(c.Between(years))
		}
		out = append(out, html.Bar{From: years.First, To: years.Last, Label: label, Count: v.Count, Percent: int(100 * v.Count / most)})
	}
	if last := len(out) - 1; last >= 0 {
		out[0].Short, out[last].Short = strconv.FormatInt(out[0].From, 10), strconv.FormatInt(out[last].To, 10)
	}
	return out
}

// firstOf is the first of some values, or a year where there is none.
func firstOf(values []string, year int64) string {
	if len(values) > 0 {
		return values[0]
	}
	return strconv.FormatInt(year, 10)
}
