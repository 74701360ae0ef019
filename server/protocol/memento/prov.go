package memento

import (
	"fmt"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// The namespaces of the terms.
const (
	provNS = "http://www.w3.org/ns/prov#"
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
)

// provenance returns the TimeMap in PROV-O: each state is an entity that the change generated, and
// revises the state before.
func (t *timeMap) provenance(activity func(seq uint64) string) (*graph.Graph, error) {
	b := graph.Builder{}
	agents := map[string]rdf.Blank{}
	for i, e := range t.entries {
		act, at := b.IRI(activity(e.Seq)), e.Time.UTC().Format(time.RFC3339Nano)
		b.Link(act, rdfNS+"type", provNS+"Activity")
		b.Literal(act, provNS+"startedAtTime", at, "dateTime")
		b.Literal(act, provNS+"endedAtTime", at, "dateTime")
		b.Text(act, rdfsNS+"comment", e.Message)
		if e.Author != "" {
			agent, known := agents[e.Author]
			if !known {
				agent = b.Blank("agent" + strconv.Itoa(len(agents)))
				agents[e.Author] = agent
				b.Link(agent, rdfNS+"type", provNS+"Agent")
				b.Text(agent, rdfsNS+"label", e.Author)
			}
			b.Add(act, provNS+"wasAssociatedWith", agent)
		}
		earlier := ""
		if i+1 < len(t.earlier) && t.earlier[i+1].Kind != rdfstore.Deleted {
			earlier = t.state(t.earlier[i+1].Seq)
		}
		if e.Kind == rdfstore.Deleted {
			if earlier != "" {
				b.Link(b.IRI(earlier), provNS+"wasInvalidatedBy", act.String())
			}
			continue
		}
		state := b.IRI(t.state(e.Seq))
		b.Link(state, rdfNS+"type", provNS+"Entity")
		b.Link(state, provNS+"specializationOf", t.name.String())
		b.Link(state, provNS+"wasGeneratedBy", act.String())
		b.Literal(state, provNS+"generatedAtTime", at, "dateTime")
		b.Link(state, provNS+"wasRevisionOf", earlier)
	}
	document := b.IRI(t.uri)
	if b.Err != nil {
		return nil, fmt.Errorf("the TimeMap of %s in PROV-O: %w", t.name, b.Err)
	}
	return &graph.Graph{Name: document, Triples: b.Triples}, nil
}
