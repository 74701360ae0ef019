package mirror

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/serialize/nquads"
	"vitrine/sparql/value"
)

// Verification is how the graphs of a target compare with the records of a source.
type Verification struct {
	// Compared is the number of records.
	Compared uint64 `json:"compared"`
	// Respelt is the number of graphs that have literals of the same values in other
	// spellings, such as 1 for 01: stores that keep values do not keep their spellings.
	Respelt uint64 `json:"respelt"`
	// Different are the names of graphs that say something else, in byte order; Missing of
	// those that the target has not; Extra of those that only the target has.
	Different []string `json:"different"`
	Missing   []string `json:"missing"`
	Extra     []string `json:"extra"`
	// Unlisted is true where the target does not say which graphs it has, so that Extra is
	// not known.
	Unlisted bool `json:"unlisted,omitempty"`
}

// Equal tells whether the target has what the source has, and no more.
func (v *Verification) Equal() bool {
	return len(v.Different)+len(v.Missing)+len(v.Extra) == 0
}

// Verify compares each record of the source with the graph of the target, up to the labels
// of blank nodes (RDF 1.1 Concepts section 3.6). It changes nothing.
func Verify(ctx context.Context, o Options) (*Verification, error) {
	v := &verifying{target: o.Target, Verification: Verification{Different: []string{}, Missing: []string{}, Extra: []string{}}}
	var batch []*graph.Graph
	compared := uint64(0)
	compare := func() error {
		err := concurrently(ctx, max(1, o.Concurrency), batch, v.compare, func(_ *graph.Graph, err error) error {
			if compared++; err == nil && o.Progress != nil {
				o.Progress(Progress{Graphs: compared})
			}
			return err
		})
		batch = batch[:0]
		return err
	}
	for g, err := range o.Source.Graphs(ctx, "") {
		if err == nil {
			batch = append(batch, g)
			if len(batch) == batchChanges {
				err = compare()
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if err := compare(); err != nil {
		return nil, err
	}
	var status *remote.GraphError
	extra, err := strangers(ctx, o.Source, o.Target)
	switch {
	case errors.As(err, &status) && !status.Passing():
		v.Unlisted = true
	case err != nil:
		return nil, err
	}
	v.Extra = append(v.Extra, extra...)
	slices.Sort(v.Different)
	slices.Sort(v.Missing)
	return &v.Verification, nil
}

// verifying is a comparison in progress. compare may be called by many goroutines at once.
type verifying struct {
	target Target
	mu     sync.Mutex
	Verification
}

// compareSteps bounds the work on one graph: colour refinement needs few steps, unless a
// graph is made to be hard.
const compareSteps = 100_000_000

// compare compares the graph of one record.
func (v *verifying) compare(ctx context.Context, g *graph.Graph) error {
	triples, found, err := fetch(ctx, v.target, g.Name)
	if err != nil {
		return err
	}
	same, err := graph.Compare(ctx, g.Triples, triples, compareSteps)
	respelt := false
	if err == nil && !same {
		respelt, err = graph.Compare(ctx, byValue(g.Triples), byValue(triples), compareSteps)
	}
	if err != nil && !errors.Is(err, graph.ErrBudget) {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.Compared++
	switch name := g.Name.String(); {
	case same:
	case respelt:
		v.Respelt++
	case !found:
		v.Missing = append(v.Missing, name)
	default:
		v.Different = append(v.Different, name)
	}
	return nil
}

// fetch returns the triples of a graph of the target; false where there is none.
func fetch(ctx context.Context, target Target, name rdf.IRI) ([]rdf.Triple, bool, error) {
	body, found, err := target.Get(ctx, name.String())
	if err != nil || !found {
		return nil, found, err
	}
	var triples []rdf.Triple
	for q, err := range nquads.Read(ctx, bytes.NewReader(body), int64(len(body))) {
		if err != nil {
			return nil, true, fmt.Errorf("read the graph %s of the target: %w", name, err)
		}
		triples = append(triples, q.Triple)
	}
	return triples, true, nil
}

// byValue returns triples with one spelling for the literals of a value.
func byValue(triples []rdf.Triple) []rdf.Triple {
	out := make([]rdf.Triple, len(triples))
	for i, t := range triples {
		out[i] = t
		if l, ok := t.Obj.(rdf.Literal); ok {
			out[i].Obj = literalByValue(l)
		}
	}
	return out
}

func literalByValue(l rdf.Literal) rdf.Object {
	switch v := value.Of(l); v.Kind() {
	case value.Other, value.String:
		return l
	case value.LangString:
		if tagged, err := graph.Tagged(l.String(), strings.ToLower(l.Lang())); err == nil {
			return tagged
		}
		return l
	default:
		if calculated, ok := value.Parse(v.Kind(), v.Text()); ok {
			if canonical, ok := calculated.Term().(rdf.Literal); ok {
				return canonical
			}
		}
		return l
	}
}

// strangers returns the names of graphs of the target that the source has no record for, in
// byte order. The default graph is none of them.
func strangers(ctx context.Context, source Source, target Target) ([]string, error) {
	there := map[string]struct{}{}
	for name, err := range target.Names(ctx) {
		if err != nil {
			return nil, err
		}
		if name != "" {
			there[name] = struct{}{}
		}
	}
	for name, err := range source.Names(ctx) {
		if err != nil {
			return nil, err
		}
		delete(there, name.String())
	}
	return slices.Sorted(maps.Keys(there)), nil
}
