package ldes

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// The namespaces of the terms.
const (
	rdfNS     = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	dctermsNS = "http://purl.org/dc/terms/"
	ldesNS    = "https://w3id.org/ldes#"
	treeNS    = "https://w3id.org/tree#"
	provNS    = "http://www.w3.org/ns/prov#"
	asNS      = "https://www.w3.org/ns/activitystreams#"
)

// node is a tree:Node: the root, an index or a page.
type node struct {
	uri          string
	cacheControl string
	// about are the triples of the default graph that come before the members.
	about   graph.Builder
	members []rdf.Quad
}

func (s *Stream) node(uri string) *node {
	n := &node{uri: uri}
	n.about.Link(n.about.IRI(uri), rdfNS+"type", treeNS+"Node")
	return n
}

// close says that nothing is added to the node any more.
func (n *node) close() {
	n.cacheControl = closed
	n.about.Literal(n.about.IRI(n.uri), ldesNS+"immutable", "true", "boolean")
}

// all returns the quads of the node, the members last.
func (n *node) all() ([]rdf.Quad, error) {
	if n.about.Err != nil {
		return nil, fmt.Errorf("%s: %w", n.uri, n.about.Err)
	}
	return append(defaults(n.about.Triples), n.members...), nil
}

// defaults returns triples as quads of the default graph.
func defaults(triples []rdf.Triple) []rdf.Quad {
	quads := make([]rdf.Quad, len(triples))
	for i, t := range triples {
		quads[i].Triple = t
	}
	return quads
}

// streamURI is the URI of the stream. It is not that of its root, so that what is said of
// one is not said of the other.
func (s *Stream) streamURI() string { return s.uri("#stream") }

// describe says in the root what the stream is (LDES server primer, section 3).
func (s *Stream) describe(n *node) {
	b, policy := &n.about, s.uri("#latest")
	stream := b.IRI(s.streamURI())
	b.Link(stream, rdfNS+"type", ldesNS+"EventStream")
	b.Text(stream, dctermsNS+"title", "Changes of "+s.Site.Title)
	b.Link(stream, dctermsNS+"license", s.Licence)
	b.Link(stream, treeNS+"view", n.uri)
	b.Link(stream, ldesNS+"timestampPath", asNS+"published")
	b.Link(stream, ldesNS+"versionOfPath", asNS+"object")
	for _, kind := range []string{"Create", "Update", "Delete"} {
		b.Link(stream, ldesNS+"version"+kind+"Object", asNS+kind)
	}
	b.Link(b.IRI(n.uri), ldesNS+"retentionPolicy", policy)
	// The second class and property are those of version 0.3 of LDES, which clients still read.
	b.Link(b.IRI(policy), rdfNS+"type", ldesNS+"RetentionPolicy")
	b.Number(b.IRI(policy), ldesNS+"versionAmount", 1)
	b.Link(b.IRI(policy), rdfNS+"type", ldesNS+"LatestVersionSubset")
	b.Number(b.IRI(policy), ldesNS+"amount", 1)
}

// lead has a node lead to the parts that cover the log after first up to last, with so many
// entries in each but the last, by the time of their changes.
func (s *Stream) lead(ctx context.Context, n *node, first, last, size uint64, uri func(uint64) string) error {
	if first >= last {
		return nil
	}
	from, err := s.timeAfter(ctx, first)
	if err != nil {
		return err
	}
	for ; first < last; first += size {
		part := first / size
		n.relate("GreaterThanOrEqualTo", part, uri(part), from)
		if first+size >= last {
			return nil
		}
		if from, err = s.timeAfter(ctx, first+size); err != nil {
			return err
		}
		n.relate("LessThanOrEqualTo", part, uri(part), from)
	}
	return nil
}

// relate has the node lead to another, of whose members the times have a bound. The part
// numbers the relation.
func (n *node) relate(bound string, part uint64, to string, at time.Time) {
	b := &n.about
	relation := b.IRI(n.uri + "#" + bound + strconv.FormatUint(part, 10))
	b.Link(b.IRI(n.uri), treeNS+"relation", relation.String())
	b.Link(relation, rdfNS+"type", treeNS+bound+"Relation")
	b.Link(relation, treeNS+"node", to)
	b.Link(relation, treeNS+"path", asNS+"published")
	b.Literal(relation, treeNS+"value", timestamp(at), "dateTime")
}

// timeAfter is the time of the entry of the log after one.
func (s *Stream) timeAfter(ctx context.Context, seq uint64) (time.Time, error) {
	for entry, err := range s.Store.Changes(ctx, seq) {
		return entry.Time, err
	}
	return time.Time{}, fmt.Errorf("%w: the log of changes ends before its end", rdfstore.ErrCorrupt)
}

func timestamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
