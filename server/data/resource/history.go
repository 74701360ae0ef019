package resource

import (
	"context"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
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
		if m.Restore != nil {
			record.Memento.Restore = m.Restore(d.IRI, d.Version)
		}
		return nil
	}
	var entries []rdfstore.LogEntry
	for e, err := range m.Store.Versions(ctx, name, 0) {
		if err != nil {
			return err
		}
		if entries = append(entries, e); len(entries) > shownVersions { // the last one for differences
			break
		}
	}
	rows := m.HistoryRows(d.IRI, entries, w)
	record.Versions = html.Versions{Rows: rows[:min(len(rows), shownVersions)], All: all}
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
		if e.Kind == rdfstore.Deleted {
			continue
		}
		rows[i].Href = address.WithVersion(m.Mapper.Href(iri), e.Seq)
		if i+1 < len(entries) && entries[i+1].Kind != rdfstore.Deleted && !e.Purged {
			rows[i].Differences = m.Differences(iri, entries[i+1].Seq, e.Seq)
		}
	}
	return rows
}

// StatePage is what the page of a state of an entity says of the record itself; at is the newest
// entry of the log that the request knows of.
func (m *Maker) StatePage(ctx context.Context, e *rdfstore.Entity, at uint64, w *i18n.Wording) (html.Record, error) {
	return m.Describer.Record(ctx, describe.Subject{Entity: e, Read: reading.Read(e.Graph), At: at}, w)
}

// changes are the kinds of changes in words.
var changes = map[rdfstore.Kind]i18n.Key{
	rdfstore.Created: "created", rdfstore.Updated: "updated", rdfstore.Deleted: "deleted",
}
