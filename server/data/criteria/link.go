package criteria

import (
	"slices"
	"strings"

	"vitrine/server/data/search/query"
)

// linkFilters are the filters that find what links of Linked Art lead to: the filter that
// has the entity, and the classes that are found; no class stands for any.
var linkFilters = map[string]struct {
	filter  string
	classes []string
}{
	"objectProducedByAgent":      {"maker", []string{"HumanMadeObject"}},
	"workCreatedByAgent":         {"maker", works},
	"setCreatedByAgent":          {"maker", []string{"Set"}},
	"workCreatedAtPlace":         {"place", works},
	"placePartOfPlace":           {"place", []string{"Place"}},
	"activityTookPlaceAtPlace":   {"place", []string{"Event", "Activity"}},
	"objectMadeOfMaterial":       {"material", []string{"HumanMadeObject"}},
	"objectClassifiedAsConcept":  {"classified_as", []string{"HumanMadeObject"}},
	"workClassifiedAsConcept":    {"classified_as", works},
	"agentClassifiedAsConcept":   {"classified_as", []string{"Person", "Group"}},
	"placeClassifiedAsConcept":   {"classified_as", []string{"Place"}},
	"setClassifiedAsConcept":     {"classified_as", []string{"Set"}},
	"conceptClassifiedAsConcept": {"classified_as", concepts},
	"entityMemberOfSet":          {"member_of", nil},
	"objectMemberOfSet":          {"member_of", []string{"HumanMadeObject"}},
	"workMemberOfSet":            {"member_of", works},
	"setMemberOfSet":             {"member_of", []string{"Set"}},
	"conceptMemberOfSet":         {"member_of", concepts},
	"placeMemberOfSet":           {"member_of", []string{"Place"}},
}

var (
	works    = []string{"LinguisticObject", "VisualItem", "PropositionalObject"}
	concepts = []string{"Type", "Language", "Material", "MeasurementUnit", "Currency"}
)

// OfLink returns the search for what a link of an entity leads to, by the link's name and
// the entity's URI; of a place, a set and a concept also what is in its parts, where there is a
// filter for the link.
func OfLink(name, iri string) Criteria {
	link, ok := linkFilters[name]
	if !ok {
		return Naming(name, iri)
	}
	out := Criteria{Values: map[string][]string{link.filter: {iri}}}
	if link.classes != nil {
		out.Values["class"] = slices.Clone(link.classes)
	}
	return out
}

// Naming returns the search for what names an entity: by a link of Linked Art, by its name, by
// the URI of a property, or anywhere where by is "".
func Naming(by, iri string) Criteria {
	return Criteria{Values: map[string][]string{"linked": {strings.TrimSpace(by + " " + iri)}}}
}

// ParseLinked reads a value of the parameter linked.
func ParseLinked(value string) query.Linked {
	by, of, ok := strings.Cut(value, " ")
	if !ok {
		return query.Linked{Of: by}
	}
	return query.Linked{By: by, Of: of}
}

// IsLinkName tells the name of a link from the URI of a property.
func IsLinkName(by string) bool { return by != "" && !strings.Contains(by, ":") }

func (r Reader) readLinked(value string) (string, string) {
	linked := ParseLinked(value)
	of, ok := r.Words.IRI(linked.Of)
	if by := linked.By; by != "" && !IsLinkName(by) && ok {
		linked.By, ok = r.Words.IRI(by)
	}
	if !ok {
		return "", "The parameter linked is the name of a link of Linked Art, or the URI of a property, a space, and the URI of what it leads from: objectCurrentPlace https://data.museum.example/place/delft."
	}
	return strings.TrimSpace(linked.By + " " + of), ""
}
