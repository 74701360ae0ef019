package criteria

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/server/data/search/query"
	"vitrine/server/people/i18n"
)

// Criteria are what somebody searches for, as it was asked and as it was read.
type Criteria struct {
	// Text is the parameter q.
	Text string
	// Values are those of the filters, by parameter.
	Values map[string][]string
	// Order is the value of the parameter sort, "" for the default.
	Order string
	// View is the value of the parameter view: Lines, Map, or "" for pictures.
	View string
	// Every is the facet of which all values are shown, "" for none.
	Every string
	// EveryPage is the page of these that is shown, 0 for the first; Within is a text that
	// the names of the values have, and EveryByName tells that they are in the order of these.
	EveryPage   int
	Within      string
	EveryByName bool
	Query       query.Query
}

// Encode returns the parameters of a search, always in the same order.
func (c Criteria) Encode() string {
	var parts []string
	for _, p := range c.Hidden() {
		parts = append(parts, p.Name+"="+url.QueryEscape(p.Value))
	}
	return strings.Join(parts, "&")
}

// facet are the parameters that say which values of a facet are shown.
func (c Criteria) facet() []Parameter {
	if c.Every == "" {
		return nil
	}
	out := []Parameter{{"every", c.Every}, {"within", c.Within}}
	if c.EveryByName {
		out = append(out, Parameter{"values", "name"})
	}
	if c.EveryPage > 1 {
		out = append(out, Parameter{"every_page", strconv.Itoa(c.EveryPage)})
	}
	return out
}

// Form are the parameters of the search, as a form sends them.
func (c Criteria) Form() url.Values {
	out := url.Values{}
	for _, p := range c.Hidden() {
		out.Add(p.Name, p.Value)
	}
	return out
}

// Target is the address of the search below the service's own place.
func (c Criteria) Target() string {
	if parameters := c.Encode(); parameters != "" {
		return "search?" + parameters
	}
	return "search"
}

// Parameter is a parameter of an address.
type Parameter struct{ Name, Value string }

// Parameters are those other than q that say what is found, in which order, and how it is shown.
func (c Criteria) Parameters() []Parameter {
	var out []Parameter
	for _, f := range filters {
		for _, value := range c.Values[f.Name] {
			out = append(out, Parameter{f.Name, value})
		}
	}
	if c.Order != "" {
		out = append(out, Parameter{"sort", c.Order})
	}
	if c.View != "" {
		out = append(out, Parameter{"view", c.View})
	}
	return out
}

// clone is a search with values of its own.
func (c Criteria) clone() Criteria {
	values := map[string][]string{}
	maps.Copy(values, c.Values)
	c.Values = values
	return c
}

// With returns the search with one more value of a filter.
func (c Criteria) With(name, value string) Criteria {
	out := c.clone()
	out.Values[name] = append(slices.Clone(c.Values[name]), value)
	return out
}

// Without returns the search without a value of a filter, by its place among them.
func (c Criteria) Without(name string, i int) Criteria {
	out := c.clone()
	out.Values[name] = slices.Delete(slices.Clone(c.Values[name]), i, i+1)
	return out
}

// By returns the search in another order.
func (c Criteria) By(order string) Criteria {
	if c.Order = order; order == orders[0].Name {
		c.Order = ""
	}
	return c
}

// Whole returns the search with all values of a facet.
func (c Criteria) Whole(facet string) Criteria {
	c.Every, c.EveryPage, c.Within, c.EveryByName = facet, 0, "", false
	return c
}

// ByPage returns the search with a page of the values of its facet, counted from 1.
func (c Criteria) ByPage(n int) Criteria {
	c.EveryPage = n
	return c
}

// ValuesByName returns the search with the values of its facet by name, or by number.
func (c Criteria) ValuesByName(byName bool) Criteria {
	c.EveryPage, c.EveryByName = 0, byName
	return c
}

// Hidden are the parameters of a form that changes some others: all, where it changes none.
func (c Criteria) Hidden(others ...string) []Parameter {
	all := slices.Concat([]Parameter{{"q", c.Text}}, c.Parameters(), c.facet())
	return slices.DeleteFunc(all, func(p Parameter) bool { return p.Value == "" || slices.Contains(others, p.Name) })
}

// Asking returns the search for other words.
func (c Criteria) Asking(text string) Criteria {
	c.Text = text
	return c
}

// Between returns the search within years.
func (c Criteria) Between(years query.Years) Criteria {
	out := c.clone()
	out.Values["from"], out.Values["to"] = []string{strconv.FormatInt(years.First, 10)}, []string{strconv.FormatInt(years.Last, 10)}
	return out
}

// InArea returns the search within an area.
func (c Criteria) InArea(a query.Area) Criteria {
	out := c.clone()
	out.Values["area"] = []string{AreaText(a)}
	return out
}

// Title tells people what was searched for.
func (c Criteria) Title() string {
	if c.Text == "" {
		return "Search results"
	}
	return "Search results: " + c.Text
}

// Heading tells people the same in their language.
func (c Criteria) Heading(w *i18n.Wording) string {
	switch {
	case c.Text != "":
		return w.Text("Search results: %s", c.Text)
	case c.Query.Empty():
		return w.Text("Everything")
	default:
		return w.Text("Search results")
	}
}
