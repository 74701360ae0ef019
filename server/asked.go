package server

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/search/query"
	"vitrine/server/wording"
)

// asked is what somebody searched for, as it was asked and as it was read.
type asked struct {
	text string
	// values are those of the filters, by parameter.
	values map[string][]string
	order  string
	query  query.Query
}

// searchFilter is a parameter that narrows a search down.
type searchFilter struct {
	name string
	// title is the name in words.
	title wording.Key
	// facet tells that its values are counted, single that it is there once.
	facet, single bool
	// read returns the value as the index has it; what is wrong with it is said in
	// problem.
	read func(s *Server, value string) (term, problem string)
	// field is the place of the values in a query.
	field func(*query.Query) *[]string
}

// searchFilters are the filters in the order of addresses and pages.
var searchFilters = []searchFilter{
	{name: "class", title: "Kind", facet: true, read: (*Server).readClass, field: func(q *query.Query) *[]string { return &q.Classes }},
	{name: "classified_as", title: "Classification", facet: true, read: (*Server).readID, field: func(q *query.Query) *[]string { return &q.ClassifiedAs }},
	{name: "maker", title: "Maker", facet: true, read: (*Server).readID, field: func(q *query.Query) *[]string { return &q.Makers }},
	{name: "place", title: "Place", facet: true, read: (*Server).readID, field: func(q *query.Query) *[]string { return &q.Places }},
	{name: "material", title: "Material", facet: true, read: (*Server).readID, field: func(q *query.Query) *[]string { return &q.Materials }},
	{name: "century", title: "Century", facet: true, read: (*Server).readCentury, field: func(q *query.Query) *[]string { return &q.Centuries }},
	{name: "decade", title: "Decade", read: (*Server).readDecade, field: func(q *query.Query) *[]string { return &q.Decades }},
	{name: "picture", title: "Picture", facet: true, single: true, read: (*Server).readPicture},
	{name: "member_of", title: "Part of a set", read: (*Server).readID, field: func(q *query.Query) *[]string { return &q.MemberOf }},
	{name: "in", title: "List", single: true, read: (*Server).readFolder},
	{name: "area", title: "Area", single: true, read: (*Server).readArea},
}

// searchOrders are the values of the parameter sort; the first is the default.
var searchOrders = []struct {
	name  string
	title wording.Key
	order query.Order
}{
	{"relevance", "relevance", query.ByRelevance},
	{"name", "name", query.ByName},
	{"date", "oldest first", query.ByDate},
	{"-date", "newest first", query.ByDateDescending},
}

// maxFilters is how often each filter may be given.
const maxFilters = 16

// readSearch reads the parameters of a search.
func (s *Server) readSearch(r *http.Request) (asked, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return asked{}, badSearch("The parameters of the address cannot be read.")
	}
	return s.readAsked(values)
}

func (s *Server) readAsked(values url.Values) (a asked, err error) {
	if len(values["q"]) > 1 {
		return asked{}, badSearch("The parameter q is there more than once. Put all words into one.")
	}
	a = asked{text: strings.TrimSpace(values.Get("q")), values: map[string][]string{}}
	if a.query, err = query.ParseText(a.text); err != nil {
		return a, err
	}
	if a.text != "" && a.query.Empty() {
		return a, badSearch("There is no letter and no digit in q, so there is nothing to search for.")
	}
	for _, f := range searchFilters {
		if err := s.readFilter(&a, f, filled(values[f.name])); err != nil {
			return a, err
		}
	}
	return a, a.readOrder(filled(values["sort"]))
}

// readFilter reads the values of one filter. A value that is repeated counts once.
func (s *Server) readFilter(a *asked, f searchFilter, values []string) error {
	if len(values) > maxFilters || f.single && len(values) > 1 {
		most := maxFilters
		if f.single {
			most = 1
		}
		return badSearch(fmt.Sprintf("The parameter %s may be there %d times at most.", f.name, most))
	}
	var terms []string
	for _, value := range values {
		term, wrong := f.read(s, value)
		if wrong != "" {
			return badSearch(wrong)
		}
		if !slices.Contains(terms, term) {
			terms = append(terms, term)
			a.values[f.name] = append(a.values[f.name], value)
		}
	}
	switch {
	case f.field != nil:
		*f.field(&a.query) = terms
	case f.name == "picture":
		a.query.Pictured = len(terms) > 0
	case f.name == "in" && len(terms) > 0:
		a.query.Folder = terms[0]
	case len(terms) > 0:
		area, _ := parseArea(terms[0]) // it was read already
		a.query.Area = &area
	}
	return nil
}

func (a *asked) readOrder(values []string) error {
	if len(values) == 0 {
		return nil
	}
	for _, o := range searchOrders {
		if len(values) == 1 && values[0] == o.name {
			a.query.Order = o.order
			if o.order != query.ByRelevance {
				a.order = o.name
			}
			return nil
		}
	}
	return badSearch("The parameter sort is one of relevance, name, date and -date.")
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

func badSearch(detail string) error { return &problem.Error{Type: problem.BadRequest, Detail: detail} }

func (s *Server) readClass(value string) (string, string) {
	if iri, ok := s.words.class(value); ok {
		return iri, ""
	}
	return "", fmt.Sprintf("The class %q is neither a word of Linked Art, such as Person, nor a URI.", value)
}

func (s *Server) readID(value string) (string, string) {
	if iri, ok := s.words.id(value); ok {
		return iri, ""
	}
	return "", fmt.Sprintf("The value %q is no URI, such as http://vocab.getty.edu/aat/300033618.", value)
}

// The earliest and the latest century and year that can be asked for.
const maxCentury = 50_000

func (s *Server) readCentury(value string) (string, string) {
	n, err := strconv.Atoi(value)
	if err != nil || n == 0 || n > maxCentury || n < -maxCentury || strconv.Itoa(n) != value {
		return "", "A century is a number, such as 17, or -5 for the fifth century BC."
	}
	return value, ""
}

func (s *Server) readDecade(value string) (string, string) {
	n, err := strconv.Atoi(value)
	if err != nil || n%10 != 0 || n > 100*maxCentury || n < -100*maxCentury || strconv.Itoa(n) != value {
		return "", "A decade is the year that it begins with, such as 1650."
	}
	return value, ""
}

func (s *Server) readPicture(value string) (string, string) {
	if value != "yes" {
		return "", "The parameter picture is yes, or it is not there."
	}
	return value, ""
}

// maxFolder is the length of the longest beginning of an address, in bytes.
const maxFolder = 1000

func (s *Server) readFolder(value string) (string, string) {
	if !strings.HasSuffix(value, "/") || strings.HasPrefix(value, "/") || len(value) > maxFolder {
		return "", "The parameter in is the beginning of addresses below the base URL, such as person/."
	}
	return s.mapper.Base + value, ""
}

func (s *Server) readArea(value string) (string, string) {
	if _, ok := parseArea(value); !ok {
		return "", "The parameter area is four numbers in degrees with commas between them: the west, south, east and north of places, such as 4,52,4.5,52.25."
	}
	return value, ""
}

// parseArea reads the west, south, east and north of an area. It may end beyond the
// earth, as the squares of a grid do.
func parseArea(value string) (a query.Area, ok bool) {
	parts := strings.Split(value, ",")
	if len(parts) != 4 {
		return a, false
	}
	var numbers [4]float64
	for i, part := range parts {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || !(n >= -720 && n <= 720) {
			return a, false
		}
		numbers[i] = n
	}
	a = query.Area{West: numbers[0], South: numbers[1], East: numbers[2], North: numbers[3]}
	return a, a.West < a.East && a.South < a.North
}

// encode returns the parameters of a search, always in the same order.
func (a asked) encode() string {
	var parts []string
	for _, filter := range append([]page.Filter{{Name: "q", Value: a.text}}, a.filters()...) {
		if filter.Value != "" {
			parts = append(parts, filter.Name+"="+url.QueryEscape(filter.Value))
		}
	}
	return strings.Join(parts, "&")
}

// filters are the parameters other than q.
func (a asked) filters() []page.Filter {
	var out []page.Filter
	for _, f := range searchFilters {
		for _, value := range a.values[f.name] {
			out = append(out, page.Filter{Name: f.name, Value: value})
		}
	}
	if a.order != "" {
		out = append(out, page.Filter{Name: "sort", Value: a.order})
	}
	return out
}

// with returns the search with one more value of a filter.
func (a asked) with(name, value string) asked {
	out := a
	out.values = map[string][]string{}
	for other, values := range a.values {
		out.values[other] = values
	}
	out.values[name] = append(slices.Clone(a.values[name]), value)
	return out
}

// without returns the search without a value of a filter, by its place among them.
func (a asked) without(name string, i int) asked {
	out := a
	out.values = map[string][]string{}
	for other, values := range a.values {
		out.values[other] = values
	}
	out.values[name] = slices.Delete(slices.Clone(a.values[name]), i, i+1)
	return out
}

// by returns the search in another order.
func (a asked) by(order string) asked {
	if a.order = order; order == searchOrders[0].name {
		a.order = ""
	}
	return a
}

// facetFields are the names of the facets that are counted.
func facetFields() []string {
	var out []string
	for _, f := range searchFilters {
		if f.facet {
			out = append(out, f.name)
		}
	}
	return out
}
