package criteria

import "slices"

// linkFilters are the filters that find what links of Linked Art lead to: the filter that
// has the entity, and the classes that are found; no class stands for any.
var linkFilters = map[string]struct {
	filter  string
	classes []string
}{
	"objectProducedByAgent":      {"maker", []string{"HumanMadeObject"}},
	"workCreatedByAgent":         {"maker", works},
	"setCreatedByAgent":          {"maker", []string{"Set"}},
	"objectProducedAtPlace":      {"place", []string{"HumanMadeObject"}},
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
// the entity's URI; of a place, a set and a concept also what is in its parts. It is false
// where no filter finds that.
func OfLink(name, iri string) (Criteria, bool) {
	link, ok := linkFilters[name]
	if !ok {
		return Criteria{}, false
	}
	out := Criteria{Values: map[string][]string{link.filter: {iri}}}
	if link.classes != nil {
		out.Values["class"] = slices.Clone(link.classes)
	}
	return out, true
}
