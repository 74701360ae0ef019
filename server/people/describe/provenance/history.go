package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// describer says events on a page.
type describer struct {
	words
	provenance.Writer[html.Phrase]
}

func newDescriber(e *brief.Editor, written bool) describer {
	w := words{e}
	return describer{w, provenance.Writer[html.Phrase]{Words: w, Written: written}}
}

// Account tells in a sentence or two what happened in a provenance activity: what it
// happened to, who gave and who got it, where, when and for how much.
func Account(e *brief.Editor, activity reading.Node) html.Phrase {
	return newDescriber(e, false).Accounts(provenance.Events(activity, e.Record), MaxAccount)
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
	t := newDescriber(e, len(texts) > 0)
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
	if !t.Written {
		out.Text, out.Notes = t.Text(h, MaxEvents)
		for i, note := range out.Notes {
			out.Notes[i] = clipped(note, maxNote)
		}
	}
	out.Map = maps.Journey(t.stops(h.Journey(object), h.Events))
	return out
}

// event is an event as the page shows it.
func (t describer) event(ev provenance.Event) html.Event {
	out := html.Event{Kind: t.kind(ev), Date: t.Writer.Date(ev), Account: append(t.Writer.Account(ev), html.Part{Text: "."}), Status: t.status(ev)}
	if ev.Activity.IRI() != "" {
		out.Link = t.Editor.Node(ev.Activity)
	}
	out.Facts = t.eventFacts(ev)
	out.Written = len(ev.Texts) > 0
	return out
}

// status is what is not as sure as the rest, "" for what is.
func (t describer) status(ev provenance.Event) string {
	out := ""
	if ev.Promised {
		out = html.Joined(out, t.Editor.Words.Text("Promised"))
	}
	switch ev.Certainty {
	case provenance.Possible:
		out = html.Joined(out, t.Editor.Words.Text("Possibly"))
	case provenance.Probable:
		out = html.Joined(out, t.Editor.Words.Text("Probably"))
	case provenance.Obsolete:
		out = html.Joined(out, t.Editor.Words.Text("No longer believed"))
	}
	if ev.Title && !t.Written && len(ev.From) == 0 && ev.Kind != provenance.Commission {
		out = html.Joined(out, t.Editor.Words.Text("Former owner unknown"))
	}
	if ev.Title && !t.Written && len(ev.To) == 0 {
		out = html.Joined(out, t.Editor.Words.Text("New owner unknown"))
	}
	if ev.Placed == provenance.Unplaced {
		out = html.Joined(out, t.Editor.Words.Text("Time unknown"))
	}
	return out
}

// kind is what an event is: in the words of the record, or else of the pages. Words of the
// record in another language than the page's are shown on demand.
func (t describer) kind(ev provenance.Event) html.Part {
	name := ev.Kind.Name()
	if len(ev.Kinds) > 0 && ev.Kind != provenance.Return {
		part := t.Editor.Node(ev.Kinds[0])
		if name != "" && part.Lang != "" {
			part.Title, part.Text, part.Lang = part.Text, t.Editor.Words.Text(i18n.Key(name)), ""
		}
		return part
	}
	if name != "" {
		return html.Part{Text: t.Editor.Words.Text(i18n.Key(name))}
	}
	return html.Part{Text: t.Editor.Words.Text("Event")}
}
