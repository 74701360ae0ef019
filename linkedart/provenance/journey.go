package provenance

import "vitrine/linkedart/reading"

// Stop is a place at which the object was.
type Stop struct {
	Place reading.Node
	// Event is the index of the event that brought it there or found it there, -1 for
	// where it was made (Made) and where it is (Current).
	Event         int
	Made, Current bool
	// Left means that the event took it away from there.
	Left bool
}

// Journey are the places of the object in order: where it was made, those of the events
// of its history, and where it is. A place is not repeated while the object stays there.
func (h History) Journey(object reading.Node) []Stop {
	var out []Stop
	add := func(s Stop) {
		if iri := s.Place.IRI(); iri == "" || len(out) > 0 && out[len(out)-1].Place.IRI() == iri && !s.Current {
			return
		}
		out = append(out, s)
	}
	for _, production := range object.Nodes(reading.ProducedBy) {
		for _, place := range production.Nodes(reading.TookPlaceAt) {
			add(Stop{Place: place, Event: -1, Made: true})
		}
	}
	for i, e := range h.Events {
		if e.Promised || e.Certainty == Obsolete || e.Placed == Unplaced {
			continue
		}
		if len(e.Legs) == 0 && e.at() {
			for _, place := range e.Places {
				add(Stop{Place: place, Event: i})
			}
		}
		for _, leg := range e.Legs {
			add(Stop{Place: leg.From, Event: i, Left: true})
			add(Stop{Place: leg.To, Event: i})
		}
	}
	if place := object.Node(reading.CurrentLocation); !place.IsZero() {
		if n := len(out); n > 0 && out[n-1].Place.IRI() == place.IRI() && place.IRI() != "" {
			out[n-1].Current = true
			return out
		}
		add(Stop{Place: place, Event: -1, Current: true})
	}
	return out
}

// at reports whether the object was where the event took place.
func (e Event) at() bool {
	switch e.Kind {
	case Right, Attribution, Publication, Payment, Other:
		return false
	default:
		return true
	}
}
