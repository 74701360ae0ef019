package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// eventFacts are what an event says one by one: the parties by what they did, the place,
// the price and so on.
func (t *provenanceWriter) eventFacts(ev provenance.Event) []html.Fact {
	from, to := reading.TransferredTitleFrom, reading.TransferredTitleTo
	if !ev.Title {
		from, to = reading.TransferredCustodyFrom, reading.TransferredCustodyTo
	}
	var out []html.Fact
	out = t.partyFact(out, from, ev.From)
	out = t.partyFact(out, to, ev.To)
	out = t.partyFact(out, reading.CarriedOutBy, ev.By)
	out = t.partyFact(out, reading.Participant, ev.Others)
	out = t.nodeFact(out, reading.TookPlaceAt, ev.Places)
	for _, leg := range ev.Legs {
		out = t.moveFact(out, t.Words.Text("Moved from|place"), reading.MovedFrom, leg.From)
		out = t.moveFact(out, t.Words.Text("Moved to|place"), reading.MovedTo, leg.To)
	}
	for _, price := range ev.Prices {
		if paid := t.paid(price); len(paid) > 0 {
			out = append(out, html.Fact{Name: t.Words.Text("Paid"), Property: string(reading.PaidAmount), Values: []html.Phrase{paid}})
		}
	}
	for _, lot := range ev.Lots {
		out = append(out, html.Fact{Name: t.Words.Text("Lot"), Values: []html.Phrase{html.Text(brief.Clip(lot.Content, brief.MaxListed))}})
	}
	out = t.nodeFact(out, reading.ActivityPartOf, ev.Within)
	out = t.nodeFact(out, reading.InfluencedBy, ev.Because)
	if notes := t.notes(ev.Notes); len(notes) > 0 {
		out = append(out, html.Fact{Name: t.Words.Text("Notes"), Values: notes})
	}
	return t.nodeFact(out, reading.ReferredToBy, ev.Sources)
}

func (t *provenanceWriter) moveFact(facts []html.Fact, name string, p reading.Property, place reading.Node) []html.Fact {
	if place.IsZero() {
		return facts
	}
	return append(facts, html.Fact{Name: name, Property: string(p), Values: []html.Phrase{{t.Node(place)}}})
}

func (t *provenanceWriter) partyFact(facts []html.Fact, p reading.Property, list []provenance.Party) []html.Fact {
	fact := html.Fact{Name: t.Property(p), Property: string(p)}
	for i, party := range list {
		if i < maxParties {
			fact.Values = append(fact.Values, t.party(party))
		}
	}
	if len(fact.Values) == 0 {
		return facts
	}
	return append(facts, fact)
}

func (t *provenanceWriter) nodeFact(facts []html.Fact, p reading.Property, nodes []reading.Node) []html.Fact {
	fact := html.Fact{Name: t.Property(p), Property: string(p)}
	for i, n := range nodes {
		if i < maxParties {
			fact.Values = append(fact.Values, html.Phrase{t.Node(n)})
		}
	}
	if len(fact.Values) == 0 {
		return facts
	}
	return append(facts, fact)
}

// paid is a payment: how much, by whom and to whom.
func (t *provenanceWriter) paid(p provenance.Price) html.Phrase {
	amount, from, to := t.amounts(p.Amounts), t.parties(p.From), t.parties(p.To)
	var out html.Phrase
	if len(amount) > 0 {
		out = amount
	}
	if len(from) > 0 {
		out = html.Enumerate(out, t.Phrase("by %s|payment", from)...)
	}
	if len(to) > 0 {
		out = html.Enumerate(out, t.Phrase("to %s|payment", to)...)
	}
	if p.Shared {
		out = html.Enumerate(out, html.Part{Text: t.Words.Text("together with other objects")})
	}
	return out
}
