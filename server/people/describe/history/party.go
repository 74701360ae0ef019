package history

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/page"
)

// parties are those who took part, in a row.
func (t *provenanceWriter) parties(list []provenance.Party) page.Phrase {
	var out page.Phrase
	for i, p := range list {
		if i == maxParties {
			break
		}
		switch {
		case i == 0:
			out = t.party(p)
		case i == len(list)-1:
			out = t.Phrase("%s and %s", out, t.party(p))
		default:
			out = page.Enumerate(out, t.party(p)...)
		}
	}
	return out
}

func (t *provenanceWriter) party(p provenance.Party) page.Phrase {
	out := page.Phrase{t.Node(p.Node)}
	if t.text {
		if p.Record.Is(reading.ClassPerson) {
			out = page.InBrackets(out, t.Dates(t.Brief(p.Node.IRI()).Date))
		}
		if p.Agent {
			out = append(append(page.Phrase{{Text: "["}}, out...), page.Part{Text: "]"})
		}
	}
	switch p.Certainty {
	case provenance.Possible:
		return t.Phrase("possibly %s", out)
	case provenance.Probable:
		return t.Phrase("probably %s", out)
	case provenance.Obsolete:
		return t.Phrase("formerly believed to be %s", out)
	}
	return out
}

// amounts are amounts of money in words.
func (t *provenanceWriter) amounts(list []reading.Amount) page.Phrase {
	var out page.Phrase
	for i, a := range list {
		if i == maxAmounts {
			return append(out, page.Part{Text: " …"})
		}
		said := t.Amount(a)
		if len(out) > 0 {
			said = t.Phrase("%s and %s", out, said)
		}
		out = said
	}
	return out
}
