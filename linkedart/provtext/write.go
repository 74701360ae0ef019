package provtext

import (
	"strconv"
	"strings"
)

// Write writes the periods in the form of the standard: certainty, method, party with life
// dates, place, dates, lot, stock number and price; in brackets those of agents, then the
// footnotes. A period that is not understood is written as it was. A text in the standard's
// form, read and written, is the text.
func (p Provenance) Write() string {
	var out []string
	for _, period := range p.Periods {
		text := period.write()
		if text == "" {
			continue
		}
		end := "."
		if period.Direct {
			end = ";"
		}
		out = append(out, text+end)
	}
	return strings.Join(out, " ")
}

var certaintyWords = map[Certainty]string{Possible: "possibly ", Probable: "probably "}

// write writes a period without the mark that ends it.
func (p Period) write() string {
	if !p.Understood {
		return strings.TrimRight(strings.TrimSpace(p.Text), ";.")
	}
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	add(p.who())
	if p.Place != "" {
		place := p.Place
		if p.PlaceUncertain {
			place += "?"
		}
		add(place)
	}
	when := ""
	if p.Begin != nil {
		when = p.Begin.Text
	}
	if p.Until != nil {
		when = strings.TrimSpace(when + " until " + p.Until.Text)
	}
	add(when)
	if p.Lot != "" {
		add("lot " + p.Lot)
	}
	if p.Stock != "" {
		add("stock no. " + p.Stock)
	}
	if p.House != nil && p.To != nil {
		add("to " + p.To.write())
	}
	if p.Price != nil {
		add("for " + strings.TrimPrefix(p.Price.Text, "for "))
	}
	text := certaintyWords[p.Certainty] + strings.Join(parts, ", ")
	for _, remark := range append(p.Marks, p.Remarks...) {
		text += " (" + remark + ")"
	}
	if p.Agent {
		text = "(" + text + ")"
	}
	for _, n := range p.Notes {
		text += " [" + strconv.Itoa(n) + "]"
	}
	return text
}

// who writes the method and the parties.
func (p Period) who() string {
	first, second, between := p.To, p.From, " from "
	if p.To == nil || p.From != nil && strings.HasSuffix(p.Phrase, "from") || strings.HasSuffix(p.Phrase, " of") {
		first, second, between = p.From, p.To, " by "
	}
	if p.House != nil {
		first, second = p.House, nil
	}
	text := p.Phrase
	if first != nil {
		text = strings.TrimSpace(text + " " + first.write())
	}
	if second != nil {
		text += between + second.write()
	}
	for _, agent := range p.Agents {
		text += ", through " + agent.write()
	}
	return text
}

// write writes a party: the relation, the name and the life dates.
func (p Party) write() string {
	if p.Unnamed {
		return p.Text
	}
	text := p.Name
	if p.Certainty == Possible {
		text += "?"
	} else {
		text = certaintyWords[p.Certainty] + text
	}
	if p.Life.Text != "" {
		text += " [" + p.Life.Text + "]"
	}
	if strings.HasPrefix(p.Relation, "his ") || strings.HasPrefix(p.Relation, "her ") || strings.HasPrefix(p.Relation, "their ") {
		return p.Relation + ", " + text
	}
	if p.Relation != "" {
		text += ", " + p.Relation
	}
	return text
}
