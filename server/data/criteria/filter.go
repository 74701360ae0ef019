package criteria

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/server/data/holdings"
	"vitrine/server/people/i18n"
)

// Filter is a parameter that narrows a search down.
type Filter struct {
	Name string
	// Title is the name in words.
	Title i18n.Key
	// facet tells that its values are counted, single that it is there once.
	facet, single bool
	// read returns the value as the index has it; what is wrong with it is said in
	// problem.
	read func(r Reader, value string) (term, problem string)
	// field is that of the index, where it has another name.
	field string
}

// Filters are all filters, in the order of addresses and pages. The slice is not to be
// changed.
func Filters() []Filter { return filters }

// FilterOf returns the filter of a parameter.
func FilterOf(name string) (Filter, bool) {
	i := slices.IndexFunc(filters, func(f Filter) bool { return f.Name == name })
	if i < 0 {
		return Filter{}, false
	}
	return filters[i], true
}

// Term is a value of the filter as the index has it, "" where it is wrong.
func (f Filter) Term(r Reader, value string) string {
	term, _ := f.read(r, value)
	return term
}

// Years is the facet of the years, which the parameters from and to narrow down.
const Years = "years"

// Facets are the names of the facets that are counted.
func Facets() []string { return append(valueFacets(), Years) }

// valueFacets are the names of those of which all values can be reached.
func valueFacets() []string {
	var out []string
	for _, f := range filters {
		if f.facet {
			out = append(out, f.Name)
		}
	}
	return out
}

// filters are all of them, in the order of addresses and pages.
var filters = []Filter{
	{Name: "class", Title: "Kind", facet: true, read: Reader.readClass},
	{Name: "classified_as", Title: "Classification", facet: true, read: Reader.readID},
	{Name: "maker", Title: "Maker", facet: true, read: Reader.readID},
	{Name: "place", Title: "Place", facet: true, read: Reader.readID},
	{Name: "material", Title: "Material", facet: true, read: Reader.readID},
	{Name: "century", Title: "Century", facet: true, read: Reader.readCentury},
	{Name: "decade", Title: "Decade", read: Reader.readDecade},
	{Name: "picture", Title: "Picture", facet: true, single: true, read: Reader.readPicture},
	{Name: "free", Title: "Rights", facet: true, single: true, read: Reader.readPicture},
	{Name: "member_of", Title: "Part of a set", read: Reader.readID},
	{Name: "publisher", Title: "Publisher", facet: true, read: Reader.readPublisher},
	{Name: "in", Title: "List", single: true, read: Reader.readFolder, field: "folder"},
	{Name: "mentions", Title: "Mentions", read: Reader.readID},
	{Name: "linked", Title: "Link", single: true, read: Reader.readLinked},
	{Name: "from", Title: "From", single: true, read: Reader.readYear},
	{Name: "to", Title: "Until", single: true, read: Reader.readYear},
	{Name: "area", Title: "Area", single: true, read: Reader.readArea},
}

func (r Reader) readClass(value string) (string, string) {
	if iri, ok := r.Words.ClassIRI(value); ok {
		return iri, ""
	}
	return "", fmt.Sprintf("The class %q is neither a word of Linked Art for a class, such as Person, nor a URI.", value)
}

func (r Reader) readID(value string) (string, string) {
	if iri, ok := r.Words.IRI(value); ok {
		return iri, ""
	}
	return "", fmt.Sprintf("The value %q is no URI, such as http://vocab.getty.edu/aat/300033618.", value)
}

func (r Reader) readPublisher(value string) (string, string) {
	if base, _ := holdings.BaseOf(value); base == value && strings.Contains(value, ":") && len(value) <= maxFolder {
		return value, ""
	}
	return "", "A publisher is what the URIs of its records begin with, such as https://data.museum.example/."
}

// The earliest and the latest century and year that can be asked for.
const maxCentury = 50_000

func (r Reader) readCentury(value string) (string, string) {
	n, err := strconv.Atoi(value)
	if err != nil || n == 0 || n > maxCentury || n < -maxCentury || strconv.Itoa(n) != value {
		return "", "A century is a number, such as 17, or -5 for the fifth century BC."
	}
	return value, ""
}

func (r Reader) readDecade(value string) (string, string) {
	n, err := strconv.Atoi(value)
	if err != nil || n%10 != 0 || n > 100*maxCentury || n < -100*maxCentury || strconv.Itoa(n) != value {
		return "", "A decade is the year that it begins with, such as 1650."
	}
	return value, ""
}

func (r Reader) readYear(value string) (string, string) {
	n, err := strconv.Atoi(value)
	if err != nil || n > 100*maxCentury || n < -100*maxCentury {
		return "", "The parameters from and to are years, such as 1650, or -43 for 44 BC."
	}
	return strconv.Itoa(n), ""
}

func (r Reader) readPicture(value string) (string, string) {
	if value != "yes" {
		return "", "The parameter picture or free is yes, or it is not there."
	}
	return value, ""
}

// maxFolder is the length of the longest beginning of an address, in bytes.
const maxFolder = 1000

func (r Reader) readFolder(value string) (string, string) {
	if !strings.HasSuffix(value, "/") || strings.HasPrefix(value, "/") || len(value) > maxFolder {
		return "", "The parameter in is the beginning of addresses below the base URL, such as person/."
	}
	return r.Base + value, ""
}

func (r Reader) readArea(value string) (string, string) {
	if _, ok := ParseArea(value); !ok {
		return "", "The parameter area is four numbers in degrees with commas between them: the west, south, east and north of places, such as 4,52,4.5,52.25."
	}
	return value, ""
}
