package profile

import (
	"context"
	"slices"
	"strings"
	"time"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/resource"
	"vitrine/server/web/address"
)

// term is a value of a property, or what a property is said of.
type term struct {
	// iri is that of a resource, and blank the number of one without, from 1. text is that of a
	// literal, and lang its language or datatype its datatype, "" for none.
	iri                  string
	blank                int
	text, lang, datatype string
}

// statement says a property of a resource.
type statement struct {
	subject term
	row     *row
	object  term
}

// Subject is an entity to describe.
type Subject struct {
	Read *reading.Record
	// Record returns the record of another entity; its errors are those of rdfstore.Store.Get.
	Record func(ctx context.Context, iri string) (*reading.Record, error)
	// Showing returns digital objects that show a visual work.
	Showing func(ctx context.Context, visual string) ([]string, error)
	// Modified is when the record was changed.
	Modified time.Time
}

// subject is the entity of a source.
func subject(s resource.Source) Subject {
	return Subject{s.Read, s.Record, s.Showing, s.Entity.Modified}
}

// writer describes one entity by a table.
type writer struct {
	*Profiles
	ctx context.Context
	of  Subject
	// root is the entity.
	root reading.Node
	// records are those of other entities that were read, zero where there is none to see.
	records map[string]reading.Node
	// described are the parts that were described, by their subjects, and waiting those that are
	// yet to be.
	described map[string]bool
	waiting   []waiting
	blanks    int
	// shown are the pictures of the entity that have a licence, with these; asked tells that they
	// were looked for.
	asked    bool
	shown    []reading.Node
	licences map[reading.Node]string
	said     []statement
	err      error
}

type waiting struct {
	*part
	subject term
	node    reading.Node
}

// The bounds of a description: how many records it reads, resources it describes, and values a
// property has.
const (
	maxRecords = 200
	maxParts   = 200
	maxValues  = 50
)

// describe returns what a table says of an entity.
func (p *Profiles) describe(ctx context.Context, s Subject, of func() (*table, error)) ([]statement, error) {
	t, err := of()
	if err != nil {
		return nil, err
	}
	w := &writer{Profiles: p, ctx: ctx, of: s, root: s.Read.Root(), records: map[string]reading.Node{}, described: map[string]bool{}}
	for _, part := range t.starts {
		if part.of != nil && !slices.ContainsFunc(part.of, w.root.Is) {
			continue
		}
		about := term{iri: address.URI(w.root.IRI())}
		if strings.HasPrefix(part.subject, "#") {
			about.iri += part.subject
		}
		w.described[part.class+about.iri] = true
		w.waiting = append(w.waiting, waiting{part, about, w.root})
	}
	for len(w.waiting) > 0 && w.err == nil {
		next := w.waiting[0]
		w.waiting = w.waiting[1:]
		w.say(next)
	}
	return w.said, w.err
}

// say says the properties of a part.
func (w *writer) say(of waiting) {
	if of.class != "" {
		w.said = append(w.said, statement{of.subject, &typeRow, term{iri: of.class}})
	}
	for i := range of.rows {
		r := &of.rows[i]
		var values []term
		for _, n := range w.follow(of.node, r.path) {
			for _, value := range r.value(w, n) {
				if value.iri == "" && value.blank == 0 && value.text == "" || len(values) == maxValues {
					continue
				}
				if r.one && len(values) > 0 {
					continue
				}
				values = append(values, value)
			}
		}
		for _, value := range values {
			w.said = append(w.said, statement{of.subject, r, value})
		}
	}
}

// typeRow says of which class something is.
var typeRow = row{property: "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", name: "rdf:type"}

// own is the node of an entity in its own record, the node itself where there is none to see.
func (w *writer) own(n reading.Node) reading.Node {
	if own := w.record(n.IRI()); !own.IsZero() {
		return own
	}
	return n
}

// record is the node of the entity with the IRI in its own record, zero where there is none to see
// beside that of the description.
func (w *writer) record(iri string) reading.Node {
	if iri == "" || iri == w.root.IRI() || w.of.Record == nil {
		return reading.Node{}
	}
	own, known := w.records[iri]
	if !known && len(w.records) < maxRecords && w.err == nil {
		record, err := w.of.Record(w.ctx, iri)
		switch {
		case err == nil:
			own = record.Root()
		case !rdfstore.IsMissing(err):
			w.err = err
		}
		w.records[iri] = own
	}
	return own
}

// language is the tag of the language that a concept is of, "" where that is not known.
func (w *writer) language(n reading.Node) string {
	if tag := n.LanguageTag(); tag != "" {
		return tag
	}
	return w.own(n).LanguageTag()
}

// refer returns the resource that a node is as a part of the description, which is described
// with it; where only resources with a name are, others go by theirs.
func (w *writer) refer(p *part, n reading.Node) []term {
	about := term{iri: n.IRI()}
	switch {
	case p.subject == "picture":
		about.iri = pictureOf(n)
	case p.subject == "manifest" && !w.Manifests:
		return nil
	case p.subject == "manifest":
		about.iri = address.WithFormat(address.URI(w.root.IRI()), "iiif")
	case p.subject == "dataset":
		about.iri = w.Dataset
	case p.named && len(tagged(w.names(n))) == 0:
		return nil
	case p.subject == "blank" || p.named && about.iri == "":
		w.blanks++
		about = term{blank: w.blanks}
	case about.iri == "":
		return w.names(n)
	default:
		about.iri = address.URI(about.iri)
	}
	key := p.class + about.iri
	if about.blank == 0 && w.described[key] {
		return []term{about}
	}
	if full := len(w.described)+w.blanks >= maxParts; full && p.named {
		return nil // which has to be described
	} else if !full {
		w.described[key] = true
		w.waiting = append(w.waiting, waiting{p, about, n})
	}
	return []term{about}
}
