package resource

import (
	"context"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
)

// shownVersions is how many versions the page of an entity lists.
const shownVersions = 5

// showHistory adds the newest versions of an entity to its page, or says that the page is one of a
// state.
func (m *Maker) showHistory(ctx context.Context, d *Resource, name rdf.IRI, record *html.Record, w *i18n.Wording) error {
	all := m.Mapper.Local(m.TimeMap(d.IRI))
	if d.memento != nil {
		record.Memento = &html.Memento{When: describe.Moment(d.memento.State.Time, w), Present: m.Mapper.Href(d.IRI), History: all}
		return nil
	}
	var entries []rdfstore.LogEntry
	for e, err := range m.Store.Versions(ctx, name, 0) {
		if err != nil {
			return err
		}
		if entries = append(entries, e); len(entries) == shownVersions {
			break
		}
	}
	record.Versions = html.Versions{Rows: m.HistoryRows(d.IRI, entries, w), All: all}
	return nil
}

// HistoryRows say of versions of an entity, newest first, when they were made, by whom and why.
func (m *Maker) HistoryRows(iri string, entries []rdfstore.LogEntry, w *i18n.Wording) []html.Version {
	rows := make([]html.Version, len(entries))
	for i, e := range entries {
		rows[i] = html.Version{When: describe.Moment(e.Time, w), Who: e.Author, Why: e.Message, What: w.Text(changes[e.Kind])}
		if e.Purged {
			rows[i].What = w.Text("earlier versions removed")
		}
		if e.Kind != rdfstore.Deleted {
			rows[i].Href = address.WithVersion(m.Mapper.Href(iri), e.Seq)
		}
	}
	return rows
}

// changes are the kinds of changes in words.
var changes = map[rdfstore.Kind]i18n.Key{
	rdfstore.Created: "created", rdfstore.Updated: "updated", rdfstore.Deleted: "deleted",
}
