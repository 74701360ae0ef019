package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// provenanceWriter describes events: on a page, or in the text of a provenance, which has the years
// of people's lives, and dealers in brackets.
type provenanceWriter struct {
	*brief.Editor
	text bool
	// written tells that the record has a text of its own about its provenance. What the
	// activities lack may stand in that, so no gap is said beside it.
	written bool
}

// Of is what happened to an object, by all records that name it; nil where they have no
// event. The places of its journey are laid out by maps. Beside texts of the record about its
// provenance no gap is said, and no text is made.
func Of(e *brief.Editor, maps *brief.MapEditor, object reading.Node, texts []html.Statement) *html.Provenance {
	e.Allow(maxReads)
	found := mentionsOf(e, object)
	h := provenance.Of(object, found.found, e.Record)
	if len(h.Events) == 0 {
		return nil
	}
	t := &provenanceWriter{Editor: e, written: len(texts) > 0}
	out := &html.Provenance{Written: texts}
	for i, ev := range h.Events {
		if i == MaxEvents {
			break
		}
		out.Events = append(out.Events, t.event(ev))
	}
	if found.more || h.More > 0 || len(h.Events) > MaxEvents {
		out.More = e.Words.Text("There are more records that mention this object than are shown here.")
	}
	out.Owners = t.tenures(h, h.Owners)
	out.Custodians = t.custodians(h)
	if !t.written {
		out.Text, out.Notes = provenanceText(e, h)
	}
	out.Map = maps.Journey(t.stops(h.Journey(object), h.Events))
	return out
}

// event is an event as the page shows it.
func (t *provenanceWriter) event(ev provenance.Event) html.Event {
	out := html.Event{Kind: t.kind(ev), Date: t.date(ev), Account: append(t.account(ev), html.Part{Text: "."}), Status: t.status(ev)}
	if ev.Activity.IRI() != "" {
		out.Link = t.Node(ev.Activity)
	}
	out.Facts = t.eventFacts(ev)
	return out
}

// status is what is not as sure as the rest, "" for what is.
func (t *provenanceWriter) status(ev provenance.Event) string {
	out := ""
	if ev.Promised {
		out = html.Joined(out, t.Words.Text("Promised"))
	}
	switch ev.Certainty {
	case provenance.Possible:
		out = html.Joined(out, t.Words.Text("Possibly"))
	case provenance.Probable:
		out = html.Joined(out, t.Words.Text("Probably"))
	case provenance.Obsolete:
		out = html.Joined(out, t.Words.Text("No longer believed"))
	}
	if ev.Title && !t.written && len(ev.From) == 0 && ev.Kind != provenance.Commission {
		out = html.Joined(out, t.Words.Text("Former owner unknown"))
	}
	if ev.Title && !t.written && len(ev.To) == 0 {
		out = html.Joined(out, t.Words.Text("New owner unknown"))
	}
	if ev.Placed == provenance.Unplaced {
		out = html.Joined(out, t.Words.Text("Time unknown"))
	}
	return out
}
