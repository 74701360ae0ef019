package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// Account tells in a sentence or two what happened in a provenance activity: what it
// happened to, who gave and who got it, where, when and for how much.
func Account(e *brief.Editor, activity reading.Node) html.Phrase {
	t := &provenanceWriter{Editor: e}
	var out html.Phrase
	before := ""
	for i, ev := range provenance.Events(activity, e.Record) {
		if i == MaxAccount {
			return append(out, html.Part{Text: " …"})
		}
		if len(out) > 0 {
			out = append(out, html.Part{Text: " "})
		}
		said := t.account(ev)
		if things := t.things(ev); len(things) > 0 && things.Plain() != before {
			before = things.Plain()
			said = t.Phrase("%s: %s", things, lowered(said))
		}
		out = append(append(out, said...), html.Part{Text: "."})
	}
	return out
}

// things are what an event happened to, in a row.
func (t *provenanceWriter) things(ev provenance.Event) html.Phrase {
	var out html.Phrase
	for i, n := range ev.Things {
		if i == MaxAccount {
			return append(out, html.Part{Text: " …"})
		}
		out = html.Enumerate(out, t.Node(n))
	}
	return out
}
