package history

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/page"
)

// eventFacts are what an event says one by one: the parties by what they did, the place,
// the price and so on.
func (t *provenanceWriter) eventFacts(ev provenance.Event) []page.Fact {
	from, to := reading.TransferredTitleFrom, reading.TransferredTitleTo
	if !ev.Title {
		from, to = reading.TransferredCustodyFrom, reading.TransferredCustodyTo
	}
	var out []page.Fact
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
			out = append(out, page.Fact{Name: t.Words.Text("Paid"), Property: string(reading.PaidAmount), Values: []page.Phrase{paid}})
		}
	}
	for _, lot := range ev.Lots {
		out = append(out, page.Fact{Name: t.Words.Text("Lot"), Values: []page.Phrase{page.Text(brief.Clip(lot.Content, brief.MaxListed))}})
	}
	out = t.nodeFact(out, reading.ActivityPartOf, ev.Within)
	out = t.nodeFact(out, reading.InfluencedBy, ev.Because)
	if notes := t.notes(ev.Notes); len(notes) > 0 {
		out = append(out, page.Fact{Name: t.Words.Text("Notes"), Values: notes})
	}
	return t.nodeFact(out, reading.ReferredToBy, ev.Sources)
}

func (t *provenanceWriter) moveFact(facts []page.Fact, name string, p reading.Property, place reading.Node) []page.Fact {
	if place.IsZero() {
		return facts
	}
	return append(facts, page.Fact{Name: name, Property: string(p), Values: []page.Phrase{{t.Node(place)}}})
}

func (t *provenanceWriter) partyFact(facts []page.Fact, p reading.Property, list []provenance.Party) []page.Fact {
	fact := page.Fact{Name: t.Property(p), Property: string(p)}
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

func (t *provenanceWriter) nodeFact(facts []page.Fact, p reading.Property, nodes []reading.Node) []page.Fact {
	fact := page.Fact{Name: t.Property(p), Property: string(p)}
	for i, n := range nodes {
		if i < maxParties {
			fact.Values = append(fact.Values, page.Phrase{t.Node(n)})
		}
	}
	if len(fact.Values) == 0 {
		return facts
	}
	return append(facts, fact)
}

// paid is a payment: how much, by whom and to whom.
func (t *provenanceWriter) paid(p provenance.Price) page.Phrase {
	amount, from, to := t.amounts(p.Amounts), t.parties(p.From), t.parties(p.To)
	var out page.Phrase
	if len(amount) > 0 {
		out = amount
	}
	if len(from) > 0 {
		out = page.Enumerate(out, t.Phrase("by %s|payment", from)...)
	}
	if len(to) > 0 {
		out = page.Enumerate(out, t.Phrase("to %s|payment", to)...)
	}
	if p.Shared {
		out = page.Enumerate(out, page.Part{Text: t.Words.Text("together with other objects")})
	}
	return out
}
