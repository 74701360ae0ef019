package describe

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/atlas"
	"vitrine/server/page"
)

// journeyMap shows the places of an object in the order of the events of its history, nil
// where fewer than two of them can be drawn. A place without coordinates is where its whole is, such
// as a building's town; one without such a whole keeps its number.
func (e *editor) journeyMap(stops []provenance.Stop, events []provenance.Event) *page.Map {
	if e.options.Atlas == nil {
		return nil
	}
	var places []mappedPlace
	known := map[string]bool{}
	for _, stop := range stops {
		if len(places) == maxMapped {
			break
		}
		place := e.stopPlace(stop.Place)
		if len(place.geometries) == 0 {
			place.geometries = []string{""}
		} else {
			known[place.geometries[0]] = true
		}
		if stop.Made {
			place.roles = append(place.roles, e.Words.Text("making"))
		}
		if stop.Event >= 0 && stop.Event < len(events) {
			place.roles = e.stay(place.roles, stop, events[stop.Event])
		}
		if stop.Current {
			place.roles = append(place.roles, e.Words.Text("current location"))
		}
		places = append(places, place)
	}
	if len(known) < 2 {
		return nil
	}
	out := e.draw(atlas.Stop, "journey", e.Words.Text("Map of the journey"), places)
	if out != nil {
		out.Numbered = true
	}
	return out
}

// stay adds when an object was at a stop, as far as an event tells.
func (e *editor) stay(roles []string, stop provenance.Stop, ev provenance.Event) []string {
	date := (&teller{editor: e}).date(ev)
	switch {
	case len(date) == 0:
		return roles
	case stop.Left:
		date = e.Phrase("until %s|owner", date)
	}
	return append(roles, date.Plain())
}

// maxStopWholes is how many wholes of a place without coordinates are asked for theirs.
const maxStopWholes = 5

// stopPlace is a place on a journey, with its own coordinates or those of the nearest
// whole that has some.
func (e *editor) stopPlace(n reading.Node) mappedPlace {
	place := e.mappedPlace(n)
	b := e.Brief(n.IRI())
	for range maxStopWholes {
		if len(place.geometries) > 0 || len(b.Wholes) == 0 {
			break
		}
		if b = e.Brief(b.Wholes[0].IRI); b.Geometry != "" {
			place.geometries = []string{b.Geometry}
		}
	}
	return place
}
