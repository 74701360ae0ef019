package describe

import (
	"context"

	"vitrine/linkedart/reading"
	"vitrine/server/describe/brief"
	"vitrine/server/describe/history"
	"vitrine/server/describe/placemap"
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
	read := reading.Read(s.Entity.Graph)
	root := read.Root()
	b := brief.Of(root)
	endpoint, _ := root.Endpoint()
	record := page.Record{IRI: root.IRI(), Endpoint: endpoint.Name}
	e.happened, _ = root.TimeSpan()
	e.head(&record, root, b)
	record.Pictures = e.pictures(root, record.Name)
	e.showPictures(root, record.Pictures)
	record.Statements = e.statements(root)
	record.Equivalents = e.equivalents(root)
	switch record.Endpoint {
	case "concept":
		if record.Tree = e.tree(b, s.Entity.Graph.Name); len(b.Wholes) <= maxChains {
			e.ledger.show(root, reading.Broader)
		}
	default:
		if record.Within = e.within(b); len(b.Wholes) == 1 {
			e.showWholes(root)
		}
	}
	plan := plans[record.Endpoint]
	if plan == nil {
		plan = happened
	}
	record.Kinds, record.Facts = e.classified(root)
	record.Facts = append(record.Facts, e.facts(root, plan)...)
	record.Facts = append(record.Facts, e.facts(root, last)...)
	record.Sections = e.rest(read)
	switch record.Endpoint {
	case "object":
		if record.Provenance = history.Of(e.Editor, e.maps(), root); record.Provenance != nil {
			e.tell(record.Provenance.Events)
		}
	case "provenance":
		record.Summary = history.Account(e.Editor, root)
	}
	record.Related = e.related(s.Entity.Graph.Name, s.Links)
	record.Data = e.data(s, record.Name)
	if record.Provenance == nil || record.Provenance.Map == nil {
		record.Map = e.maps().Record(root, b, &record)
	}
	record.Frame.Map = record.Map != nil || record.Provenance != nil && record.Provenance.Map != nil
	record.Frame.ImageHosts = e.Hosts()
	return record, e.Err()
}

// tell remembers that the page tells of the records of events.
func (e *editor) tell(events []page.Event) {
	for _, ev := range events {
		e.told[ev.Link.IRI] = true
	}
}

// maps lays out the maps of the page.
func (e *editor) maps() *placemap.Editor {
	return &placemap.Editor{Editor: e.Editor, Atlas: e.options.Atlas, Links: e.options.Links}
}
