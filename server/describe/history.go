package describe

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/describe/placemap"
	"vitrine/server/page"
)

// history is what happened to an object, of all records that name it; nil where none
// tells of anything.
func (e *editor) history(object reading.Node) *page.Provenance {
	e.Allow(maxHistoryReads)
	found := e.mentionsOf(object)
	h := provenance.Of(object, found.found, e.records())
	if len(h.Events) == 0 {
		return nil
	}
	t := &teller{editor: e}
	out := &page.Provenance{}
	for i, ev := range h.Events {
		if i == maxEvents {
			break
		}
		out.Events = append(out.Events, t.event(ev))
	}
	if found.more || h.More > 0 || len(h.Events) > maxEvents {
		out.More = e.Words.Text("There are more records that mention this object than are shown here.")
	}
	out.Owners = t.tenures(h, h.Owners)
	out.Custodians = t.custodians(h)
	out.Text, out.Notes = e.provenanceText(h)
	out.Map = e.maps().Journey(t.stops(h.Journey(object), h.Events))
	return out
}

// stops are the places of an object with what each is to it, as far as its history tells.
func (t *teller) stops(journey []provenance.Stop, events []provenance.Event) []placemap.Stop {
	out := make([]placemap.Stop, len(journey))
	for i, stop := range journey {
		out[i].Place = stop.Place
		if stop.Made {
			out[i].Roles = append(out[i].Roles, t.Words.Text("making"))
		}
		if stop.Event >= 0 && stop.Event < len(events) {
			out[i].Roles = t.stay(out[i].Roles, stop, events[stop.Event])
		}
		if stop.Current {
			out[i].Roles = append(out[i].Roles, t.Words.Text("current location"))
		}
	}
	return out
}

// stay adds when an object was at a stop, as far as an event tells.
func (t *teller) stay(roles []string, stop provenance.Stop, ev provenance.Event) []string {
	date := t.date(ev)
	switch {
	case len(date) == 0:
		return roles
	case stop.Left:
		date = t.Phrase("until %s|owner", date)
	}
	return append(roles, date.Plain())
}

// event is an event as the page shows it.
func (t *teller) event(ev provenance.Event) page.Event {
	out := page.Event{Kind: t.kind(ev), Date: t.date(ev), Account: append(t.account(ev), page.Part{Text: "."}), Status: t.status(ev)}
	if ev.Activity.IRI() != "" {
		out.Link = t.Node(ev.Activity)
	}
	out.Facts = t.eventFacts(ev)
	return out
}

// status is what is not as sure as the rest, "" for what is.
func (t *teller) status(ev provenance.Event) string {
	out := ""
	if ev.Promised {
		out = page.Joined(out, t.Words.Text("Promised"))
	}
	switch ev.Certainty {
	case provenance.Possible:
		out = page.Joined(out, t.Words.Text("Possibly"))
	case provenance.Probable:
		out = page.Joined(out, t.Words.Text("Probably"))
	case provenance.Obsolete:
		out = page.Joined(out, t.Words.Text("No longer believed"))
	}
	if ev.Title && len(ev.From) == 0 && ev.Kind != provenance.Commission {
		out = page.Joined(out, t.Words.Text("Former owner unknown"))
	}
	if ev.Title && len(ev.To) == 0 {
		out = page.Joined(out, t.Words.Text("New owner unknown"))
	}
	if ev.Placed == provenance.Unplaced {
		out = page.Joined(out, t.Words.Text("Time unknown"))
	}
	return out
}

// tenures are those who had the object in order.
func (t *teller) tenures(h provenance.History, list []provenance.Tenure) []page.Owner {
	var out []page.Owner
	for i, tenure := range list {
		if i == maxEvents {
			break
		}
		out = append(out, t.tenure(h, tenure))
	}
	return out
}

// custodians are those who kept it, where the records tell of that by more than who
// keeps it today.
func (t *teller) custodians(h provenance.History) []page.Owner {
	for _, tenure := range h.Custodians {
		if tenure.Begin >= 0 || tenure.End >= 0 {
			return t.tenures(h, h.Custodians)
		}
	}
	return nil
}

func (t *teller) tenure(h provenance.History, tenure provenance.Tenure) page.Owner {
	out := page.Owner{Gap: tenure.Gap(), Uncertain: tenure.Uncertain, Name: t.parties(tenure.Parties)}
	var from, until page.Phrase
	if tenure.Begin >= 0 {
		ev := h.Events[tenure.Begin]
		from = t.date(ev)
		if !out.Gap {
			out.How = page.Phrase{t.kind(ev)}
		}
	}
	if tenure.End >= 0 {
		until = t.date(h.Events[tenure.End])
	}
	switch {
	case len(from) > 0 && from.Plain() == until.Plain():
		out.From = from
	case len(from) > 0 && len(until) > 0:
		out.From, out.Until = from, until
	case len(from) > 0 && tenure.Current:
		out.From = t.Phrase("since %s|owner", from)
	case len(from) > 0:
		out.From = t.Phrase("from %s|owner", from)
	case len(until) > 0:
		out.From = t.Phrase("until %s|owner", until)
	case tenure.Current:
		out.From = page.Text(t.Words.Text("today"))
	}
	return out
}
