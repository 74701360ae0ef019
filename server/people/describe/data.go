package describe

import (
	"net/url"
	"strings"
	"time"

	"vitrine/linkedart/datetime"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
)

// data is the record as data, and how to cite it.
func (e *editor) data(s Subject, name html.Part) html.Data {
	iri := s.Entity.Graph.Name.String()
	out := html.Data{
		Formats: s.Formats, Triples: s.Triples, Mentions: e.Mapper.Service("fragments") + "?object=" + url.QueryEscape(iri), Licence: e.options.Licence, Address: e.Mapper.Public(iri),
		Modified: e.PhraseOf(dayWords(s.Entity.Modified.UTC(), e.Words)),
	}
	if len(s.Record) <= maxShownRecord {
		out.Source = html.NewSource(s.Record, e.Mapper.Follow)
	}
	out.Cite = append(make(html.Phrase, 0, 6+len(out.Modified)), name)
	out.Cite[0].Href, out.Cite[0].IRI, out.Cite[0].Text = "", "", strings.TrimSuffix(name.Text, ".")
	if e.options.Site != "" {
		out.Cite = html.Enumerate(out.Cite, html.Part{Text: e.options.Site})
	}
	out.Cite = append(html.Enumerate(out.Cite, out.Modified...), html.Part{Text: ". "},
		html.Part{Text: address.URI(iri)}, html.Part{Text: "."})
	return out
}

// Moment is the day of a time in words, with the minute in UTC: "2 May 2026, 15:04 UTC".
func Moment(t time.Time, w *i18n.Wording) string {
	t = t.UTC()
	return i18n.Plain(dayWords(t, w)) + t.Format(", 15:04 UTC")
}

// dayWords are the day of a time in words.
func dayWords(t time.Time, w *i18n.Wording) []i18n.Words {
	return w.Day(datetime.Time{Year: int64(t.Year()), Month: int(t.Month()), Day: t.Day(), DateOnly: true})
}
