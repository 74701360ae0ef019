package describe

import (
	"net/url"
	"strings"
	"time"

	"vitrine/linkedart/datetime"
	"vitrine/server/people/page"
	"vitrine/server/people/wording"
	"vitrine/server/web/address"
)

// data is the record as data, and how to cite it.
func (e *editor) data(s Subject, name page.Part) page.Data {
	iri := s.Entity.Graph.Name.String()
	out := page.Data{
		Formats: s.Formats, Triples: s.Triples, Mentions: e.Mapper.Service("fragments") + "?object=" + url.QueryEscape(iri), Licence: e.options.Licence, Address: e.Mapper.Public(iri),
		Modified: e.PhraseOf(dayWords(s.Entity.Modified.UTC(), e.Words)),
	}
	if len(s.Record) <= maxShownRecord {
		out.Source = page.NewSource(s.Record, e.Mapper.Follow)
	}
	out.Cite = append(make(page.Phrase, 0, 6+len(out.Modified)), name)
	out.Cite[0].Href, out.Cite[0].IRI, out.Cite[0].Text = "", "", strings.TrimSuffix(name.Text, ".")
	if e.options.Site != "" {
		out.Cite = page.Enumerate(out.Cite, page.Part{Text: e.options.Site})
	}
	out.Cite = append(page.Enumerate(out.Cite, out.Modified...), page.Part{Text: ". "},
		page.Part{Text: address.URI(iri)}, page.Part{Text: "."})
	return out
}

// Moment is the day of a time in words, with the minute in UTC: "2 May 2026, 15:04 UTC".
func Moment(t time.Time, w *wording.Wording) string {
	t = t.UTC()
	return wording.Plain(dayWords(t, w)) + t.Format(", 15:04 UTC")
}

// dayWords are the day of a time in words.
func dayWords(t time.Time, w *wording.Wording) []wording.Words {
	return w.Day(datetime.Time{Year: int64(t.Year()), Month: int(t.Month()), Day: t.Day(), DateOnly: true})
}
