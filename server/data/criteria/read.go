package criteria

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"vitrine/server/data/search/query"
	"vitrine/server/people/i18n"
	"vitrine/server/web/respond"
)

// Reader reads parameters: Base is the address below which the parameter in is, and Words
// are those that classes and entities may be named by.
type Reader struct {
	Base  string
	Words i18n.Vocabulary
}

// maxFilters is how often each filter may be given.
const maxFilters = 16

// Parse reads the query of an address. Errors are *respond.Error and *query.Error.
func (r Reader) Parse(rawQuery string) (Criteria, error) {
	values, err := url.ParseQuery(rawQuery)
	if err != nil {
		return Criteria{}, bad("The parameters of the address cannot be read.")
	}
	return r.Read(values)
}

// Read reads the parameters of a search. Errors are as those of Parse.
func (r Reader) Read(values url.Values) (c Criteria, err error) {
	if len(values["q"]) > 1 {
		return Criteria{}, bad("The parameter q is there more than once. Put all words into one.")
	}
	c = Criteria{Text: strings.TrimSpace(values.Get("q")), Values: map[string][]string{}}
	if c.Query, err = query.ParseText(c.Text); err != nil {
		return c, err
	}
	c.Query.Values, c.Query.Most = map[string][]string{}, true
	if c.Text != "" && c.Query.Empty() {
		return c, bad("There is no letter and no digit in q, so there is nothing to search for.")
	}
	for _, f := range filters {
		if err := r.readFilter(&c, f, filled(values[f.Name])); err != nil {
			return c, err
		}
	}
	if c.Every = values.Get("every"); c.Every != "" && (len(values["every"]) > 1 || !slices.Contains(Facets(), c.Every)) {
		return c, bad("The parameter every is one of " + strings.Join(Facets(), ", ") + ".")
	}
	c.Query.Every = c.Every
	return c, c.readOrder(filled(values["sort"]))
}

// readFilter reads the values of one filter. A value that is repeated counts once.
func (r Reader) readFilter(c *Criteria, f Filter, values []string) error {
	if len(values) > maxFilters || f.single && len(values) > 1 {
		most := maxFilters
		if f.single {
			most = 1
		}
		return bad(fmt.Sprintf("The parameter %s may be there %d times at most.", f.Name, most))
	}
	var terms []string
	for _, value := range values {
		term, wrong := f.read(r, value)
		if wrong != "" {
			return bad(wrong)
		}
		if !slices.Contains(terms, term) {
			terms = append(terms, term)
			c.Values[f.Name] = append(c.Values[f.Name], value)
		}
	}
	switch {
	case len(terms) == 0:
	case f.Name == "area":
		area, _ := ParseArea(terms[0]) // it was read already
		c.Query.Area = &area
	default:
		c.Query.Values[cmp.Or(f.field, f.Name)] = terms
	}
	return nil
}

// filled leaves out empty values, which forms send.
func filled(values []string) []string {
	var out []string
	for _, value := range values {
		if value != "" {
			out = append(out, value)
		}
	}
	return out
}

func bad(detail string) error { return &respond.Error{Type: respond.BadRequest, Detail: detail} }
