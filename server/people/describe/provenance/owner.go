package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/server/people/html"
)

// tenures are those who had the object in order.
func (t describer) tenures(h provenance.History, list []provenance.Tenure) []html.Owner {
	var out []html.Owner
	for i, tenure := range list {
		if i == MaxEvents {
			break
		}
		if tenure.Gap() && t.Written {
			continue
		}
		out = append(out, t.tenure(h, tenure))
	}
	return out
}

// custodians are those who kept it, where the records tell of that by more than who
// keeps it today.
func (t describer) custodians(h provenance.History) []html.Owner {
	for _, tenure := range h.Custodians {
		if tenure.Begin >= 0 || tenure.End >= 0 {
			return t.tenures(h, h.Custodians)
		}
	}
	return nil
}

func (t describer) tenure(h provenance.History, tenure provenance.Tenure) html.Owner {
	out := html.Owner{Gap: tenure.Gap(), Uncertain: tenure.Uncertain, Name: t.Parties(tenure.Parties)}
	var from, until html.Phrase
	if tenure.Begin >= 0 {
		ev := h.Events[tenure.Begin]
		from = t.Writer.Date(ev)
		if !out.Gap {
			out.How = html.Phrase{t.kind(ev)}
		}
	}
	if tenure.End >= 0 {
		until = t.Writer.Date(h.Events[tenure.End])
	}
	switch {
	case len(from) > 0 && from.Plain() == until.Plain():
		out.From = from
	case len(from) > 0 && len(until) > 0:
		out.From, out.Until = from, until
	case len(from) > 0 && tenure.Current:
		out.From = t.Editor.Phrase("since %s|owner", from)
	case len(from) > 0:
		out.From = t.Editor.Phrase("from %s|owner", from)
	case len(until) > 0:
		out.From = t.Editor.Phrase("until %s|owner", until)
	case tenure.Current:
		out.From = html.Text(t.Editor.Words.Text("today"))
	}
	return out
}
