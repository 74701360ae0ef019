package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// eventFacts are what an event says one by one: the parties by what they did, the place,
// the price and so on.
func (t describer) eventFacts(ev provenance.Event) []html.Fact {
	from, to := reading.TransferredTitleFrom, reading.TransferredTitleTo
	if !ev.Title {
		from, to = reading.TransferredCustodyFrom, reading.TransferredCustodyTo
	}
	var out []html.Fact
	if texts := t.Texts(ev.Texts); len(texts) > 0 && (ev.Kind != provenance.Other || len(texts) > 1) {
		out = append(out, html.Fact{Name: t.Editor.Words.Text("Provenance text"), Property: string(reading.ReferredToBy), Values: texts})
	}
	out = t.partyFact(out, from, ev.From)
	out = t.partyFact(out, to, ev.To)
	out = t.partyFact(out, reading.CarriedOutBy, ev.By)
	out = t.partyFact(out, reading.Participant, ev.Others)
	out = t.nodeFact(out, reading.TookPlaceAt, ev.Places)
	for _, leg := range ev.Legs {
		out = t.moveFact(out, t.Editor.Words.Text("Moved from|place"), reading.MovedFrom, leg.From)
		out = t.moveFact(out, t.Editor.Words.Text("Moved to|place"), reading.MovedTo, leg.To)
	}
	for _, price := range ev.Prices {
		if paid := t.paid(price); len(paid) > 0 {
			out = append(out, html.Fact{Name: t.Editor.Words.Text("Paid"), Property: string(reading.PaidAmount), Values: []html.Phrase{paid}})
		}
	}
	for _, lot := range ev.Lots {
		out = append(out, html.Fact{Name: t.Editor.Words.Text("Lot"), Values: []html.Phrase{html.Text(brief.Clip(lot.Content, brief.MaxListed))}})
	}
	out = t.nodeFact(out, reading.ActivityPartOf, ev.Within)
	out = t.nodeFact(out, reading.InfluencedBy, ev.Because)
	if notes := t.Texts(ev.Notes); len(notes) > 0 {
		out = append(out, html.Fact{Name: t.Editor.Words.Text("Notes"), Values: notes})
	}
	return t.nodeFact(out, reading.ReferredToBy, ev.Sources)
}

func (t describer) moveFact(facts []html.Fact, name string, p reading.Property, place reading.Node) []html.Fact {
	if place.IsZero() {
		return facts
	}
	return append(facts, html.Fact{Name: name, Property: string(p), Values: []html.Phrase{{t.Editor.Node(place)}}})
}

func (t describer) partyFact(facts []html.Fact, p reading.Property, list []provenance.Party) []html.Fact {
	fact := html.Fact{Name: t.Editor.Property(p), Property: string(p)}
	for i, party := range list {
		if i < maxParties {
			fact.Values = append(fact.Values, t.Party(party))
		}
	}
	if len(fact.Values) == 0 {
		return facts
	}
	return append(facts, fact)
}

func (t describer) nodeFact(facts []html.Fact, p reading.Property, nodes []reading.Node) []html.Fact {
	fact := html.Fact{Name: t.Editor.Property(p), Property: string(p)}
	for i, n := range nodes {
		if i < maxParties {
			fact.Values = append(fact.Values, html.Phrase{t.Editor.Node(n)})
		}
	}
	if len(fact.Values) == 0 {
		return facts
	}
	return append(facts, fact)
}

// paid is a payment: how much, by whom and to whom.
func (t describer) paid(p provenance.Price) html.Phrase {
	amount, from, to := t.Amounts(p.Amounts), t.Parties(p.From), t.Parties(p.To)
	var out html.Phrase
	if len(amount) > 0 {
		out = amount
	}
	if len(from) > 0 {
		out = html.Enumerate(out, t.Editor.Phrase("by %s|payment", from)...)
	}
	if len(to) > 0 {
		out = html.Enumerate(out, t.Editor.Phrase("to %s|payment", to)...)
	}
	if p.Shared {
		out = html.Enumerate(out, html.Part{Text: t.Editor.Words.Text("together with other objects")})
	}
	return out
}
