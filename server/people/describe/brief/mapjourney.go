package brief

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/svgmap"
)

// Stop is a place that an object was at, and what the place is to it.
type Stop struct {
	Place reading.Node
	Roles []string
}

// Journey shows the places of an object in their order, nil where fewer than two of them
// can be drawn. A place without coordinates is where its whole is, such as a building's
// town; one without such a whole keeps its number.
func (e *MapEditor) Journey(stops []Stop) *html.Map {
	if e.Atlas == nil {
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
		place.roles = stop.Roles
		places = append(places, place)
	}
	if len(known) < 2 {
		return nil
	}
	out := e.draw(svgmap.Stop, "journey", e.Words.Text("Map of the journey"), places)
	if out != nil {
		out.Numbered = true
	}
	return out
}

// stopPlace is a place on a journey, with its own coordinates or those of the nearest
// whole that has some.
func (e *MapEditor) stopPlace(n reading.Node) mappedPlace {
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
