package describe

import (
	"context"
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/describe/provenance"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// Record returns the page of an entity in the language. All of its Frame but the title
// is left to the caller.
func (d *Describer) Record(ctx context.Context, s Subject, w *i18n.Wording) (html.Record, error) {
	e := d.editor(ctx, s.At, w)
	if s.Relations != nil {
		e.Relations.Counts[s.Entity.Graph.Name] = s.Relations
	}
	root := s.Read.Root()
	b := brief.Of(root, e.Pictures)
	endpoint, _ := root.Endpoint()
	record := html.Record{IRI: root.IRI(), Endpoint: endpoint.Name}
	e.head(&record, root, b)
	record.Pictures = e.pictures(root, record.Name, pictureLimit(s))
	e.showPictures(root, record.Pictures)
	record.Statements = e.statements(root)
	record.Equivalents = e.equivalents(root)
	e.hierarchy(&record, root, b)
	plan := plans[record.Endpoint]
	if plan == nil {
		plan = happened
	}
	record.Kinds, record.Facts = e.classified(root)
	if len(record.Kinds) > 0 {
		record.Summary = sentenceOf(e.Editor, record.Endpoint, root, b, record.Kinds[0])
	}
	record.Facts = append(record.Facts, e.facts(root, plan)...)
	record.Facts = append(record.Facts, e.facts(root, last)...)
	record.Facts, record.Statements = joined(record.Facts, record.Statements)
	if s.Alone {
		return record, e.Err()
	}
	record.Sections = e.rest(s.Read)
	e.events(&record, root)
	record.Related = e.lists(s.Entity.Graph.Name, s.Links)
	e.showUsed(&record, root)
	e.memberCounts(&record, s.Links)
	record.Data = e.data(s, record.Name)
	if record.Provenance == nil || record.Provenance.Map == nil {
		record.Map = e.maps().Record(root, b, &record)
	}
	record.Frame.Map = record.Map != nil || record.Provenance != nil && record.Provenance.Map != nil
	record.Frame.ImageHosts = e.Hosts()
	record.Frame.Viewer = len(record.Pictures) > 0
	for _, p := range record.Pictures {
		record.Frame.ServiceHosts = append(record.Frame.ServiceHosts, brief.Hosts(p.Service)...)
	}
	slices.Sort(record.Frame.ServiceHosts)
	record.Frame.ServiceHosts = slices.Compact(record.Frame.ServiceHosts)
	return record, e.Err()
}

// hierarchy fills in what the entity is part of, or the concepts above and below it.
func (e *editor) hierarchy(record *html.Record, root reading.Node, b *brief.Brief) {
	if record.Endpoint == "concept" {
		if record.Tree = e.tree(b); len(b.Wholes) <= maxChains {
			e.shown.show(root, reading.Broader)
		}
		return
	}
	if record.Within = e.within(b); len(b.Wholes) == 1 {
		e.showWholes(root)
	}
}

// events fills in what happened to an object, or in a provenance activity. No list of
// mentions has the records of these events.
func (e *editor) events(record *html.Record, root reading.Node) {
	switch record.Endpoint {
	case "object":
		e.history(record, root)
	case "provenance":
		record.Summary = provenance.Account(e.Editor, root)
	}
	if record.Provenance != nil {
		for _, ev := range record.Provenance.Events {
			e.listed[ev.Link.IRI] = true
			if ev.Written {
				e.told[ev.Link.IRI] = true
			}
		}
	}
}

// history fills in what happened to an object. The texts of the record about its provenance
// stand there, where there is more of it.
func (e *editor) history(record *html.Record, root reading.Node) {
	var texts, others []html.Statement
	for _, s := range record.Statements {
		if s.Provenance {
			texts = append(texts, s)
		} else {
			others = append(others, s)
		}
	}
	if record.Provenance = provenance.Of(e.Editor, e.maps(), root, texts); record.Provenance != nil {
		record.Statements = others
	}
}

// maps lays out the maps of the page.
func (e *editor) maps() *brief.MapEditor {
	return &brief.MapEditor{Editor: e.Editor, Atlas: e.options.Atlas, Links: e.options.Links}
}

// showWholes marks as shown what an entity is part of.
func (e *editor) showWholes(root reading.Node) {
	for _, p := range root.Properties() {
		if slices.Contains(wholeProperties, p) {
			e.shown.show(root, p)
		}
	}
}

// wholeProperties lead to what an entity is part of.
var wholeProperties = []reading.Property{
	reading.PlacePartOf, reading.PhysicalPartOf, reading.SymbolicPartOf, reading.ConceptualPartOf,
	reading.ActivityPartOf, reading.TimeSpanPartOf,
}
