package fragments

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/sparql/dataset"
)

// The parameters that are a quad pattern, in order.
var places = [...]string{"subject", "predicate", "object", "graph"}

// Request asks for a page of a fragment.
type Request struct {
	names Names
	// selections are the patterns that make up the fragment: one, or one for each
	// binding. A quad that matches several belongs to the first of them.
	selections []selection
	// first is the selection that the page begins in, and after the place there.
	first int
	after rdfstore.Cursor
	// size is the number of quads on a page, and looks how many quads of the store
	// are looked at for it.
	size, looks int
	// counts is up to how many quads of the store are counted one by one.
	counts uint64
}

// IsStart tells whether the page is the first.
func (r Request) IsStart() bool { return r.first == 0 && r.after == "" }

// Parse reads the parameters subject, predicate, object and graph, which are a quad
// pattern; values, which restricts it to bindings; and after, where the page begins.
// The error is a *ParameterError. Other parameters are ignored.
func Parse(query url.Values, names Names) (Request, error) {
	r := Request{names: names, size: PageSize, looks: maxLooks, counts: maxCounts}
	for _, name := range append(places[:], "values", "after") {
		if len(query[name]) > 1 {
			return r, wrong(name, "it stands there more than once")
		}
	}
	var pattern [len(places)]place
	for i, name := range places {
		var err error
		if pattern[i], err = parsePlace(name, query.Get(name)); err != nil {
			return r, err
		}
	}
	bindings := []binding{nil}
	if query.Has("values") {
		var err error
		if bindings, err = parseValues(query.Get("values")); err != nil {
			return r, err
		}
	}
	r.selections = r.selectionsOf(pattern, bindings)
	if query.Has("after") {
		return r, r.goOn(query.Get("after"))
	}
	return r, nil
}

// goOn has the page begin at a place as next writes it.
func (r *Request) goOn(after string) error {
	number, cursor, ok := strings.Cut(after, ".")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 0 || n >= len(r.selections) || strconv.Itoa(n) != number {
		return wrong("after", "it is no place in this fragment; follow hydra:next of a page")
	}
	r.first, r.after = n, rdfstore.Cursor(cursor)
	return nil
}

// next is a place to go on from.
func next(n int, after rdfstore.Cursor) string { return strconv.Itoa(n) + "." + string(after) }

// selection is a pattern in a scope.
type selection struct {
	scope   dataset.Scope
	pattern dataset.Pattern
	// terms are those of the pattern and the graph, nil for any, as quads of
	// fragments have them.
	terms [len(places)]rdf.Term
	// same are pairs of places that have one variable.
	same [][2]int
}

// selectionsOf returns the patterns that bindings make of one, without those that
// nothing matches and without repeated ones.
func (r *Request) selectionsOf(pattern [len(places)]place, bindings []binding) []selection {
	var all []selection
	seen := map[[len(places)]rdf.Term]bool{}
	for _, b := range bindings {
		bound := pattern
		for i, p := range pattern {
			if term := b[p.variable]; p.term == nil && p.variable != "" && term != nil {
				bound[i] = place{term: term}
			}
		}
		s, ok := r.selectionOf(bound)
		// The pairs of places with one variable follow from the terms.
		if ok && !seen[s.terms] {
			seen[s.terms] = true
			all = append(all, s)
		}
	}
	return all
}

func (r *Request) selectionOf(pattern [len(places)]place) (selection, bool) {
	var s selection
	for i, p := range pattern {
		s.terms[i] = p.term
		for j := range i {
			if p.term == nil && p.variable != "" && pattern[j] == p {
				s.same = append(s.same, [2]int{j, i})
			}
		}
	}
	var ok bool
	s.scope, ok = r.names.scopeOf(s.terms[3])
	s.pattern = dataset.Pattern{
		Subject:   r.names.Nodes.Blank(s.terms[0]),
		Predicate: s.terms[1],
		Object:    r.names.Nodes.Blank(s.terms[2]),
	}
	return s, ok
}

// matches tells whether a quad of a fragment is one of the selection.
func (s selection) matches(q quad) bool {
	for i, term := range s.terms {
		if term != nil && term != q[i] {
			return false
		}
	}
	for _, pair := range s.same {
		if q[pair[0]] != q[pair[1]] {
			return false
		}
	}
	return true
}

// quad is a quad by its places. The graph is the name that it is asked for by, also
// that of the default graph.
type quad [len(places)]rdf.Term
