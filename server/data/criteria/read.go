package criteria

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
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
	if c.Every = values.Get("every"); c.Every != "" && (len(values["every"]) > 1 || !slices.Contains(valueFacets(), c.Every)) {
		return c, bad("The parameter every is one of " + strings.Join(valueFacets(), ", ") + ".")
	}
	if err := c.readEvery(values); err != nil {
		return c, err
	}
	if c.View, err = ReadView(filled(values["view"])); err != nil {
		return c, err
	}
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
	case f.Name == "from" || f.Name == "to":
		return c.readYears(f.Name, terms[0])
	case f.Name == "linked":
		linked := ParseLinked(terms[0])
		c.Query.Linked = &linked
	case f.Name == "area":
		area, _ := ParseArea(terms[0]) // it was read already
		c.Query.Area = &area
	default:
		c.Query.Values[cmp.Or(f.field, f.Name)] = terms
	}
	return nil
}

// readYears reads an end of the time that is asked for.
func (c *Criteria) readYears(name, term string) error {
	if c.Query.Years == nil {
		c.Query.Years = &query.Years{First: math.MinInt64, Last: math.MaxInt64}
	}
	year, _ := strconv.ParseInt(term, 10, 64) // it was read already
	if name == "from" {
		c.Query.Years.First = year
	} else {
		c.Query.Years.Last = year
	}
	if c.Query.Years.First > c.Query.Years.Last {
		return bad("The year of the parameter from is after that of the parameter to.")
	}
	return nil
}

// maxWithin is the length of the longest text that is looked for in a facet, in bytes.
const maxWithin = 100

// readEvery reads which values of a facet are shown.
func (c *Criteria) readEvery(values url.Values) error {
	if c.Every == "" {
		return nil
	}
	if c.Within = strings.TrimSpace(values.Get("within")); len(c.Within) > maxWithin {
		return bad("The parameter within is too long.")
	}
	switch values.Get("values") {
	case "", "count":
	case "name":
		c.EveryByName = true
	default:
		return bad("The parameter values is count or name.")
	}
	if text := values.Get("every_page"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxEveryPage {
			return bad("The parameter every_page is the number of a page, from 1.")
		}
		c.EveryPage = n
	}
	q := &c.Query
	q.Every, q.EveryPage, q.Within, q.EveryByName = c.Every, max(c.EveryPage, 1)-1, c.Within, c.EveryByName
	return nil
}

// maxEveryPage is the last page of a facet.
const maxEveryPage = 10_000

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
