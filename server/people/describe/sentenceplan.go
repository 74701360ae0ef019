package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// Limits on a sentence.
const (
	// maxNames is how many names stand in a row.
	maxSentenceNames = 3
	// maxWholes is how many places a place is said to fall within.
	maxWholes = 3
	// maxDepth is how deep the parts of an activity are looked at for makers.
	maxMakerDepth = 3
)

// step adds to a sentence what the record says of one thing.
type step func(t *sentenceWriter, said html.Phrase) html.Phrase

// plans are the steps of the sentence of each endpoint, after the kind. A provenance
// activity has an account instead (package provenance).
var sentencePlans = map[string][]step{
	"object":   {by(reading.ProducedBy, made), dates, list("", reading.MadeOf), whereabouts},
	"person":   {event(reading.Born, "born"), event(reading.Died, "died")},
	"group":    {event(reading.FormedBy, "founded"), event(reading.DissolvedBy, "dissolved"), seat},
	"place":    {wholes},
	"event":    {doers, list("", reading.TookPlaceAt), dates},
	"concept":  {list("broader: %s", reading.Broader)},
	"set":      {by(reading.CreatedBy, gathered), dates, list("about %s|subject", reading.About)},
	"text":     {by(reading.CreatedBy, made), dates, list("", reading.Language), list("about %s|subject", reading.About)},
	"visual":   {by(reading.CreatedBy, made), dates, list("shows %s", reading.Represents), list("about %s|subject", reading.About)},
	"abstract": {by(reading.CreatedBy, made), dates, list("about %s|subject", reading.About)},
	"digital":  {by(reading.CreatedBy, made), dates, format, list("shows %s", reading.DigitallyShows)},
}

// made and gathered are what makers did: they follow the kind.
const (
	made     i18n.Key = "%s by %s|kind maker"
	gathered i18n.Key = "%s, put together by %s"
)

// by says who carried out the activities that a property leads to, or their parts.
func by(p reading.Property, key i18n.Key) step {
	return func(t *sentenceWriter, said html.Phrase) html.Phrase {
		var makers []reading.Node
		for _, activity := range t.root.Nodes(p) {
			for _, part := range activity.WithParts(maxMakerDepth) {
				if isSure(part) {
					makers = append(makers, part.Nodes(reading.CarriedOutBy)...)
				}
			}
		}
		return t.by(key, said, makers)
	}
}

// doers says who carried out the event itself.
func doers(t *sentenceWriter, said html.Phrase) html.Phrase {
	if !isSure(t.root) {
		return said
	}
	return t.by(made, said, t.root.Nodes(reading.CarriedOutBy))
}

func (t *sentenceWriter) by(key i18n.Key, said html.Phrase, makers []reading.Node) html.Phrase {
	if names := t.names(distinct(makers)); len(names) > 0 {
		return t.Phrase(key, said, names)
	}
	return said
}

// isSure tells whether the record attributes what an activity says to no one.
func isSure(activity reading.Node) bool { return activity.Node(reading.AttributedBy).IsZero() }

// distinct are the nodes, those of one entity once.
func distinct(nodes []reading.Node) []reading.Node {
	seen := map[string]bool{}
	var out []reading.Node
	for _, n := range nodes {
		if iri := n.IRI(); iri == "" || !seen[iri] {
			seen[iri] = true
			out = append(out, n)
		}
	}
	return out
}

// dates says when the entity was made or happened.
func dates(t *sentenceWriter, said html.Phrase) html.Phrase {
	return html.Enumerate(said, t.Dates(t.known.Date)...)
}

// list says what a property leads to; key says what that is, where the names alone do not.
func list(key i18n.Key, p reading.Property) step {
	return func(t *sentenceWriter, said html.Phrase) html.Phrase {
		names := t.names(distinct(t.root.Nodes(p)))
		if len(names) > 0 && key != "" {
			names = t.Phrase(key, names)
		}
		return html.Enumerate(said, names...)
	}
}

// seat says where a group is, unless the place has the name of the group.
func seat(t *sentenceWriter, said html.Phrase) html.Phrase {
	names := t.names(distinct(t.root.Nodes(reading.Residence)))
	if own, _ := t.Title(t.known); names.Plain() == own {
		return said
	}
	return html.Enumerate(said, names...)
}

// whereabouts says where an object is, or else whose it is.
func whereabouts(t *sentenceWriter, said html.Phrase) html.Phrase {
	for _, p := range []reading.Property{
		reading.CurrentLocation, reading.CurrentPermanentLocation, reading.CurrentOwner, reading.CurrentCustodian,
	} {
		if names := t.names(t.root.Nodes(p)); len(names) > 0 {
			return html.Enumerate(said, names...)
		}
	}
	return said
}

// wholes says which places a place falls within, the nearest first.
func wholes(t *sentenceWriter, said html.Phrase) html.Phrase {
	seen := map[string]bool{t.known.IRI: true}
	next := t.known.Wholes
	for range maxWholes {
		if len(next) != 1 || seen[next[0].IRI] {
			break // two wholes are no chain
		}
		seen[next[0].IRI] = true
		part := t.Reference(next[0])
		if part.External || part.Missing {
			part = unlinked(part)
		}
		said = html.Enumerate(said, part)
		next = t.Brief(next[0].IRI).Wholes
	}
	return said
}

// format says what kind of file a digital object is.
func format(t *sentenceWriter, said html.Phrase) html.Phrase {
	for _, l := range t.root.Literals(reading.Format) {
		return html.Enumerate(said, html.Part{Text: l.String()})
	}
	return said
}

// sayings say of an event where and when it was: what stands before the place, and before
// the year where no place is known.
var sayings = map[string]struct{ where, when i18n.Key }{
	"born":      {"born in %s", "born %s|year"},
	"died":      {"died in %s", "died %s|year"},
	"founded":   {"founded in %s", "founded %s|year"},
	"dissolved": {"dissolved in %s", "dissolved %s|year"},
}

// event says where and when something happened that a property leads to: "born in Delft
// (1632)".
func event(p reading.Property, saying string) step {
	keys := sayings[saying]
	return func(t *sentenceWriter, said html.Phrase) html.Phrase {
		n := t.root.Node(p)
		if n.IsZero() || !isSure(n) {
			return said
		}
		var years html.Phrase
		if span, ok := n.TimeSpan(); ok {
			years = t.Years(span)
		}
		place := t.names(n.Nodes(reading.TookPlaceAt))
		switch {
		case len(place) > 0:
			return html.Enumerate(said, html.InBrackets(t.Phrase(keys.where, place), years)...)
		case len(years) > 0:
			return html.Enumerate(said, t.Phrase(keys.when, years)...)
		}
		return said
	}
}
