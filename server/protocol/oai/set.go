package oai

import (
	"slices"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
)

// set is a set of records: those of a class.
type set struct {
	// spec is its setSpec, the word of Linked Art for the class.
	spec, class string
}

// sets are all that there are. Sets of the collection are none: which records belong to
// one says each record, so that a list would have to read all of them.
var sets = []set{
	{"Activity", string(reading.ClassActivity)}, {"Currency", string(reading.ClassCurrency)}, {"DigitalObject", string(reading.ClassDigitalObject)},
	{"Event", string(reading.ClassEvent)}, {"Group", string(reading.ClassGroup)}, {"HumanMadeObject", string(reading.ClassHumanMadeObject)},
	{"Language", string(reading.ClassLanguage)}, {"LinguisticObject", string(reading.ClassLinguisticObject)}, {"Material", string(reading.ClassMaterial)},
	{"MeasurementUnit", string(reading.ClassMeasurementUnit)}, {"Period", string(reading.ClassPeriod)}, {"Person", string(reading.ClassPerson)},
	{"Place", string(reading.ClassPlace)}, {"PropositionalObject", string(reading.ClassPropositionalObject)}, {"Set", string(reading.ClassSet)},
	{"Type", string(reading.ClassType)}, {"VisualItem", string(reading.ClassVisualItem)},
}

func setOf(spec string) (set, bool) {
	i := slices.IndexFunc(sets, func(s set) bool { return s.spec == spec })
	if i < 0 {
		return set{}, false
	}
	return sets[i], true
}

// setOfClass is the set of a class, the zero set where there is none.
func setOfClass(class rdf.IRI) set {
	i := slices.IndexFunc(sets, func(s set) bool { return s.class == class.String() })
	if i < 0 {
		return set{}
	}
	return sets[i]
}
