package ldes

import (
	"context"
	"errors"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/address"
)

// kinds are the classes of changes.
var kinds = map[rdfstore.Kind]string{
	rdfstore.Created: asNS + "Create", rdfstore.Updated: asNS + "Update", rdfstore.Deleted: asNS + "Delete",
}

// continued is the URI of what is in a page after an entry of the log.
func (s *Stream) continued(page, after uint64) string {
	return s.pageURI(page) + "?after=" + strconv.FormatUint(after, 10)
}

// members adds to a page the changes after an entry of the log up to another, but those whose
// versions are no longer there. It stops where the page has enough, and leads to the rest.
func (s *Stream) members(ctx context.Context, n *node, page, after, end uint64) error {
	bytes := 0
	for entry, err := range s.Store.Changes(ctx, after) {
		if err != nil || entry.Seq > end {
			return err
		}
		if bytes >= maxBytes {
			n.relate("GreaterThanOrEqualTo", page, s.continued(page, entry.Seq-1), entry.Time)
			return nil
		}
		g, current, err := s.state(ctx, entry)
		if err != nil {
			return err
		}
		if !current {
			continue
		}
		added, err := s.member(n, entry, g)
		if err != nil {
			return err
		}
		bytes += added
	}
	return nil
}

// state returns the graph that a change made, nil for a deletion. It is not current where the
// entity has changed again.
func (s *Stream) state(ctx context.Context, entry rdfstore.LogEntry) (g *graph.Graph, current bool, err error) {
	e, err := s.Store.Get(ctx, entry.Name)
	var deleted *rdfstore.DeletedError
	switch {
	case errors.As(err, &deleted):
		return nil, entry.Kind == rdfstore.Deleted && deleted.Version == entry.Seq, nil
	case rdfstore.IsMissing(err):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	return e.Graph, e.Version == entry.Seq, nil
}

// memento is the URI of the state that a change made (RFC 7089).
func (s *Stream) memento(entry rdfstore.LogEntry) string {
	return address.WithVersion(s.Site.Mapper.Absolute(s.Site.Mapper.Href(entry.Name.String())), entry.Seq)
}

// member adds a change to a page, and returns how many bytes its terms have.
func (s *Stream) member(n *node, entry rdfstore.LogEntry, g *graph.Graph) (bytes int, err error) {
	var b graph.Builder
	event := b.IRI(s.Event(entry.Seq))
	b.Link(b.IRI(s.streamURI()), treeNS+"member", event.String())
	b.Link(event, rdfNS+"type", kinds[entry.Kind])
	b.Link(event, asNS+"object", entry.Name.String())
	b.Literal(event, asNS+"published", timestamp(entry.Time), "dateTime")
	b.Link(event, dctermsNS+"isReplacedBy", entry.Successor.String())
	if g != nil {
		b.Link(event, provNS+"generated", s.memento(entry))
	}
	n.members = append(n.members, defaults(b.Triples)...)
	if g == nil || b.Err != nil {
		return 0, b.Err
	}
	// In a document, blank nodes have the scope of all its graphs (RDF 1.1 Concepts section 4).
	scope := "e" + strconv.FormatUint(entry.Seq, 10) + "-"
	own := func(t rdf.Term) rdf.Term {
		if blank, ok := t.(rdf.Blank); ok {
			return b.Blank(scope + blank.String())
		}
		return t
	}
	for _, t := range g.Triples {
		t.Subj, t.Obj = own(t.Subj).(rdf.Subject), own(t.Obj).(rdf.Object)
		n.members = append(n.members, rdf.Quad{Triple: t, Ctx: event})
		bytes += len(t.Subj.String()) + len(t.Pred.String()) + len(t.Obj.String())
	}
	return bytes, b.Err
}
