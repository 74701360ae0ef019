package brief

import (
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/people/i18n"
)

// role is what a place is to an entity, and where its record says so.
type role struct {
	name i18n.Key
	path []reading.Property
}

// mapped are the places that the maps of each endpoint show.
var mapped = map[string][]role{
	"object": {
		{"making", []reading.Property{reading.ProducedBy, reading.TookPlaceAt}},
		{"discovery", []reading.Property{reading.EncounteredBy, reading.TookPlaceAt}},
		{"current location", []reading.Property{reading.CurrentLocation}},
	},
	"person": {
		{"birth", []reading.Property{reading.Born, reading.TookPlaceAt}},
		{"death", []reading.Property{reading.Died, reading.TookPlaceAt}},
		{"activity", []reading.Property{reading.CarriedOut, reading.TookPlaceAt}},
		{"residence", []reading.Property{reading.Residence}},
	},
	"group": {
		{"foundation", []reading.Property{reading.FormedBy, reading.TookPlaceAt}},
		{"dissolution", []reading.Property{reading.DissolvedBy, reading.TookPlaceAt}},
		{"activity", []reading.Property{reading.CarriedOut, reading.TookPlaceAt}},
		{"residence", []reading.Property{reading.Residence}},
	},
	"provenance": happenings,
	"event":      happenings,
	"text":       subjects,
	"visual":     subjects,
	"abstract":   subjects,
	"set":        subjects,
}

// happenings are the places of activities, of which all parts count.
var happenings = []role{
	{"event", []reading.Property{reading.TookPlaceAt}},
	{"departure", []reading.Property{reading.MovedFrom}},
	{"arrival", []reading.Property{reading.MovedTo}},
}

// subjects are the places that works are about.
var subjects = []role{
	{"subject", []reading.Property{reading.Represents}},
	{"subject", []reading.Property{reading.About}},
	{"creation", []reading.Property{reading.CreatedBy, reading.TookPlaceAt}},
}

// placesOf are the places that a record leads to, each once, in the order of the roles.
func (e *MapEditor) placesOf(root reading.Node, roles []role) []mappedPlace {
	var out []mappedPlace
	index := map[string]int{}
	for _, r := range roles {
		at := root.WithParts(maxDepth)
		for _, p := range r.path[:len(r.path)-1] {
			var next []reading.Node
			for _, n := range at {
				for _, activity := range n.Nodes(p) {
					next = append(next, activity.WithParts(maxDepth)...)
				}
			}
			at = next
		}
		for _, n := range at {
			for _, place := range n.Nodes(r.path[len(r.path)-1]) {
				e.addPlace(&out, index, place, e.Words.Text(r.name))
			}
		}
	}
	return out
}

// addPlace adds what a place is, and the place where it is not there yet and can be
// drawn.
func (e *MapEditor) addPlace(places *[]mappedPlace, index map[string]int, n reading.Node, role string) {
	i, ok := index[n.IRI()]
	if !ok || n.IRI() == "" {
		place := e.mappedPlace(n)
		if len(place.geometries) == 0 || len(*places) == maxMapped {
			return
		}
		i = len(*places)
		index[n.IRI()] = i
		*places = append(*places, place)
	}
	place := &(*places)[i]
	if !slices.Contains(place.roles, role) {
		place.roles = append(place.roles, role)
	}
}
