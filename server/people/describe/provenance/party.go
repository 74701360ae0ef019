package provenance

import (
	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
)

// parties are those who took part, in a row.
func (t *provenanceWriter) parties(list []provenance.Party) html.Phrase {
	var out html.Phrase
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
			out = html.Enumerate(out, t.party(p)...)
		}
	}
	return out
}

func (t *provenanceWriter) party(p provenance.Party) html.Phrase {
	out := html.Phrase{t.Node(p.Node)}
	if t.text {
		if p.Record.Is(reading.ClassPerson) {
			out = html.InBrackets(out, t.Dates(t.Brief(p.Node.IRI()).Date))
		}
		if p.Agent {
			out = append(append(html.Phrase{{Text: "["}}, out...), html.Part{Text: "]"})
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
func (t *provenanceWriter) amounts(list []reading.Amount) html.Phrase {
	var out html.Phrase
	for i, a := range list {
		if i == maxAmounts {
			return append(out, html.Part{Text: " …"})
		}
		said := t.Amount(a)
		if len(out) > 0 {
			said = t.Phrase("%s and %s", out, said)
		}
		out = said
	}
	return out
}
