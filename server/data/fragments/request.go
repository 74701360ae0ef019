package fragments

import (
	"net/url"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/sparql/dataset"
)

// The parameters that are a quad pattern, in order.
var places = [...]string{"subject", "predicate", "object", "graph"}

// Request asks for a page of a fragment.
type Request struct {
	names   Names
	scope   dataset.Scope
	pattern dataset.Pattern
	// graph is the graph of the pattern, nil for any, and same are pairs of places that have
	// one variable.
	graph rdf.Term
	same  [][2]int
	// after is where the page begins.
	after rdfstore.Cursor
	// size is the number of quads on a page, and scanned how many quads of the store are
	// looked at for it.
	size, scanned int
	// counts is up to how many quads of the store are counted one by one.
	counts uint64
}

// IsStart tells whether the page is the first.
func (r Request) IsStart() bool { return r.after == "" }

// Parse reads the parameters subject, predicate, object and graph, which are a quad
// pattern, and after, where the page begins. The error is a *ParameterError. Other
// parameters are ignored.
func Parse(query url.Values, names Names) (Request, error) {
	r := Request{names: names, size: PageSize, scanned: maxScanned, counts: maxCounts, after: rdfstore.Cursor(query.Get("after"))}
	for _, name := range append(places[:], "after") {
		if len(query[name]) > 1 {
			return r, wrong(name, "it stands there more than once")
		}
	}
	if query.Has("after") && r.after == "" {
		return r, wrong("after", "it is no place in this fragment; follow hydra:next of a page")
	}
	var pattern [len(places)]place
	for i, name := range places {
		var err error
		if pattern[i], err = parsePlace(name, query.Get(name)); err != nil {
			return r, err
		}
		for j := range i {
			if pattern[i].variable != "" && pattern[j] == pattern[i] {
				r.same = append(r.same, [2]int{j, i})
			}
		}
	}
	r.graph = pattern[3].term
	r.scope = names.scopeOf(r.graph)
	r.pattern = dataset.Pattern{
		Subject:   names.Nodes.Blank(pattern[0].term),
		Predicate: pattern[1].term,
		Object:    names.Nodes.Blank(pattern[2].term),
	}
	return r, nil
}

// matches tells whether the variables that stand at two places of the pattern have one term.
func (r Request) matches(q quad) bool {
	return !slices.ContainsFunc(r.same, func(pair [2]int) bool { return q[pair[0]] != q[pair[1]] })
}

// quad is a quad by its places. The graph is the name that it is asked for by, also
// that of the default graph.
type quad [len(places)]rdf.Term
