package linkedart

import "slices"

// The concepts whose classification the model itself looks at.
const (
	// Provenance is the classification that tells a provenance record from
	// another activity.
	Provenance = "http://vocab.getty.edu/aat/300055863"
	// Promise is the classification of a provenance part of type Activity.
	Promise = "http://vocab.getty.edu/aat/300435599"
)

// Endpoint is a kind of record: one of the twelve that Linked Art's API has.
type Endpoint struct {
	// Name is the first segment of the paths of its records, such as "person".
	Name string
	// Title is the name for people, in the plural.
	Title string
	// Classes are the classes of its records, as the context names them.
	Classes []string
}

// Endpoints returns the endpoints, in a fixed order. Linked Art's protocol page
// gives the names of eleven; "abstract" is named after its schema.
func Endpoints() []Endpoint {
	all := make([]Endpoint, len(endpoints))
	for i, e := range endpoints {
		e.Classes = slices.Clone(e.Classes)
		all[i] = e
	}
	return all
}

var endpoints = []Endpoint{
	{"concept", "Concepts", []string{"Type", "Material", "Language", "Currency", "MeasurementUnit"}},
	{"digital", "Digital objects", []string{"DigitalObject"}},
	{"event", "Events", []string{"Period", "Event", "Activity"}},
	{"group", "Groups", []string{"Group"}},
	{"object", "Objects", []string{"HumanMadeObject"}},
	{"person", "People", []string{"Person"}},
	{"place", "Places", []string{"Place"}},
	{"provenance", "Provenance activities", []string{"Activity", "Event"}},
	{"set", "Sets", []string{"Set"}},
	{"text", "Texts", []string{"LinguisticObject"}},
	{"visual", "Visual works", []string{"VisualItem"}},
	{"abstract", "Abstract works", []string{"PropositionalObject"}},
}

// EndpointOf returns the endpoint of a record with the classes (as the context
// names them, such as "Person") and the classifications (the ids of its
// classified_as). It is false for a record that no endpoint serves.
func EndpointOf(classes, classifiedAs []string) (Endpoint, bool) {
	if slices.Contains(classifiedAs, Provenance) {
		if provenance, _ := EndpointNamed("provenance"); provenance.serves(classes) {
			return provenance, true
		}
	}
	for _, e := range endpoints {
		if e.Name != "provenance" && e.serves(classes) {
			e.Classes = slices.Clone(e.Classes)
			return e, true
		}
	}
	return Endpoint{}, false
}

// EndpointNamed returns the endpoint with the name.
func EndpointNamed(name string) (Endpoint, bool) {
	for _, e := range endpoints {
		if e.Name == name {
			e.Classes = slices.Clone(e.Classes)
			return e, true
		}
	}
	return Endpoint{}, false
}

// elsewhere returns the name of another endpoint whose records have the
// property; "" where there is none.
func elsewhere(key string, not Endpoint) string {
	for _, e := range endpoints {
		if e.Name == not.Name {
			continue
		}
		for _, class := range e.Classes {
			if slices.Contains(ownMembers(class), key) {
				return e.Name
			}
		}
	}
	return ""
}

// serves reports whether one of the classes is among the endpoint's.
func (e Endpoint) serves(classes []string) bool {
	return slices.ContainsFunc(classes, func(class string) bool { return slices.Contains(e.Classes, class) })
}
