package describe

import (
	"context"

	"vitrine/linkedart/reading"
	"vitrine/server/page"
	"vitrine/server/wording"
)

// Record returns the page of an entity in the language. All of its Frame but the title
// is left to the caller.
func (d *Describer) Record(ctx context.Context, s Subject, w *wording.Wording) (page.Record, error) {
	e, err := d.editor(ctx, w)
	if err != nil {
		return page.Record{}, err
	}
	root := reading.Read(s.Entity.Graph).Root()
	b := newBrief(root)
	record := page.Record{IRI: root.IRI(), Kinds: e.kinds(b), Dates: e.dates(b.date)}
	text, tag := e.title(b)
	record.Name = page.Part{Text: text, Lang: e.lang(tag), IRI: b.iri}
	record.Frame.Title = text
	return record, e.err
}
