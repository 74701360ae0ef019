package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/server/people/describe/brief"
)

// stops are the places of an object with what each is to it, as far as its history tells.
func (t describer) stops(journey []provenance.Stop, events []provenance.Event) []brief.Stop {
	out := make([]brief.Stop, len(journey))
	for i, stop := range journey {
		out[i].Place = stop.Place
		if stop.Made {
			out[i].Roles = append(out[i].Roles, t.Editor.Words.Text("making"))
		}
		if stop.Event >= 0 && stop.Event < len(events) {
			out[i].Roles = t.stay(out[i].Roles, stop, events[stop.Event])
		}
		if stop.Current {
			out[i].Roles = append(out[i].Roles, t.Editor.Words.Text("current location"))
		}
	}
	return out
}

// stay adds when an object was at a stop, as far as an event tells.
func (t describer) stay(roles []string, stop provenance.Stop, ev provenance.Event) []string {
	date := t.Writer.Date(ev)
	switch {
	case len(date) == 0:
		return roles
	case stop.Left:
		date = t.Editor.Phrase("until %s|owner", date)
	}
	return append(roles, date.Plain())
}
