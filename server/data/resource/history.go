package resource

import (
	"cmp"
	"context"
	"errors"

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
func (m *Maker) showHistory(ctx context.Context, d *Resource, now *rdfstore.Entity, record *html.Record, w *i18n.Wording) error {
	all := m.Mapper.Local(m.TimeMap(d.IRI))
	if d.memento != nil {
		record.Memento = &html.Memento{When: describe.Moment(d.memento.State.Time, w), Present: m.Mapper.Href(d.IRI), History: all}
		if m.Restore != nil {
			record.Memento.Restore = m.Restore(d.IRI, d.Version)
		}
		return nil
	}
	var entries []rdfstore.LogEntry
	for e, err := range m.Store.Versions(ctx, now.Graph.Name, 0) {
		if err != nil {
			return err
		}
		if entries = append(entries, e); len(entries) > shownVersions { // the last one for differences
			break
		}
	}
	rows, err := m.HistoryRows(ctx, now.Graph.Name, entries, now, w)
	if err != nil {
		return err
	}
	record.Versions = html.Versions{Rows: rows[:min(len(rows), shownVersions)], All: all}
	return nil
}

// HistoryRows say of versions of an entity, newest first, when they were made, by whom and why, and
// what was changed. The state that it has now need not be given.
func (m *Maker) HistoryRows(ctx context.Context, name rdf.IRI, entries []rdfstore.LogEntry, now *rdfstore.Entity, w *i18n.Wording) ([]html.Version, error) {
	rows := make([]html.Version, len(entries))
	iri := name.String()
	var newer []byte // the state of the entry before, nil where it is not known
	for i, e := range entries {
		rows[i] = html.Version{When: describe.Moment(e.Time, w), Who: e.Author, Why: e.Message, What: w.Text(changes[e.Kind])}
		if e.Purged {
			rows[i].What = w.Text("earlier versions removed")
		}
		if e.Kind == rdfstore.Deleted {
			newer = nil
			continue
		}
		rows[i].Href = address.WithVersion(m.Mapper.Href(iri), e.Seq)
		if i+1 == len(entries) || entries[i+1].Kind == rdfstore.Deleted || e.Purged {
			newer = nil
			continue
		}
		rows[i].Differences = m.Differences(iri, entries[i+1].Seq, e.Seq)
		var err error
		if newer == nil {
			if newer, err = m.stateText(ctx, name, e.Seq, now); err != nil {
				return nil, err
			}
		}
		older, err := m.stateText(ctx, name, entries[i+1].Seq, nil)
		if err != nil {
			return nil, err
		}
		if newer != nil && older != nil {
			said, _ := describe.Terms{Wording: w, Vocabulary: m.Vocabulary}.Changed(older, newer) // of what is no JSON, there is nothing to say
			rows[i].What = cmp.Or(said, rows[i].What)
		}
		newer = older
	}
	return rows, nil
}

// maxCompared bounds the states that are compared for a list, in bytes.
const maxCompared = 128 << 10

// stateText is the Linked Art JSON of a version, nil where it is not kept or too long. It is read
// unless it is e.
func (m *Maker) stateText(ctx context.Context, name rdf.IRI, version uint64, e *rdfstore.Entity) ([]byte, error) {
	var err error
	if e == nil || e.Version != version {
		e, err = m.Store.Past(ctx, name, version)
	}
	if rdfstore.IsMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := m.RecordText(ctx, e.Graph)
	if errors.Is(err, ErrTooLarge) || len(text) > maxCompared {
		return nil, nil
	}
	return text, err
}

// changes are the kinds of changes in words.
var changes = map[rdfstore.Kind]i18n.Key{
	rdfstore.Created: "created", rdfstore.Updated: "updated", rdfstore.Deleted: "deleted",
}
