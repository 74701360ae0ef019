package criteria

import (
	"net/url"
	"slices"
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
	// Every is the facet of which all values are shown, "" for none.
	Every string
	Query query.Query
}

// Encode returns the parameters of a search, always in the same order.
func (c Criteria) Encode() string {
	var parts []string
	for _, p := range slices.Concat([]Parameter{{"q", c.Text}}, c.Parameters(), []Parameter{{"every", c.Every}}) {
		if p.Value != "" {
			parts = append(parts, p.Name+"="+url.QueryEscape(p.Value))
		}
	}
	return strings.Join(parts, "&")
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

// Parameters are those other than q that say what is found, and in which order.
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
	return out
}

// With returns the search with one more value of a filter.
func (c Criteria) With(name, value string) Criteria {
	out := c
	out.Values = map[string][]string{}
	for other, values := range c.Values {
		out.Values[other] = values
	}
	out.Values[name] = append(slices.Clone(c.Values[name]), value)
	return out
}

// Without returns the search without a value of a filter, by its place among them.
func (c Criteria) Without(name string, i int) Criteria {
	out := c
	out.Values = map[string][]string{}
	for other, values := range c.Values {
		out.Values[other] = values
	}
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
	c.Every = facet
	return c
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
