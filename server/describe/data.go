package describe

import (
	"strings"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
	"vitrine/server/address"
	"vitrine/server/page"
)

// data is the record as data, and how to cite it.
func (e *editor) data(s Subject, name page.Part) page.Data {
	iri := s.Entity.Graph.Name.String()
	out := page.Data{
		Formats: s.Formats, Triples: s.Triples, Licence: e.Licence, Address: e.Mapper.Public(iri),
		Modified: e.day(s.Entity.Modified.UTC().Format("2006-01-02")),
	}
	if s.Record != nil {
		out.Record = page.Highlight(s.Record, e.Mapper.Follow, maxShownRecord)
	}
	out.Cite = page.Phrase{name}
	out.Cite[0].Href, out.Cite[0].IRI, out.Cite[0].Text = "", "", strings.TrimSuffix(name.Text, ".")
	if e.Site != "" {
		out.Cite = enumerate(out.Cite, page.Part{Text: e.Site})
	}
	out.Cite = append(enumerate(out.Cite, out.Modified...), page.Part{Text: ". "},
		page.Part{Text: address.URI(iri)}, page.Part{Text: "."})
	return out
}

// day is a day in words.
func (e *editor) day(date string) page.Phrase {
	time, err := datetime.Parse(date)
	if err != nil {
		return page.Text(date)
	}
	moment := reading.Moment{Written: date, Time: time, Known: true}
	out := e.phraseOf(e.words.Date(reading.TimeSpan{BeginOfTheBegin: moment, EndOfTheEnd: moment}))
	for i := range out {
		out[i].Title = ""
	}
	return out
}
