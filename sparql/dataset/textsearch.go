package dataset

import (
	"context"
	"fmt"
	"iter"

	"github.com/knakk/rdf"
)

// textQuery is the predicate of patterns that are answered by a search: that of the text search
// of Apache Jena (https://jena.apache.org/documentation/query/text-query.html), whose object is
// a text here.
const textQuery = "http://jena.apache.org/text#query"

// TextSearch finds the records that have all words of a text.
type TextSearch interface {
	// FindText returns the names of the records, the best first, and of how many there are so
	// many at most.
	FindText(ctx context.Context, text string, most int) (names []rdf.IRI, total uint64, err error)
}

// MaxFound bounds how many records a text may find.
const MaxFound = 100_000

// SearchError says why a pattern cannot be answered by a search.
type SearchError struct{ Reason string }

func (e *SearchError) Error() string { return "<" + textQuery + "> " + e.Reason }

// errOneText is about what follows the predicate.
var errOneText = &SearchError{`is followed by one text, as in ?entity text:query "words"`}

// CheckBlank returns an error where a pattern with a predicate cannot have a blank node as its
// object, nor a list.
func CheckBlank(predicate rdf.Term) error {
	if (Pattern{Predicate: predicate}).isSearch() {
		return errOneText
	}
	return nil
}

// isSearch tells whether a pattern is answered by a search.
func (p Pattern) isSearch() bool {
	predicate, ok := p.Predicate.(rdf.IRI)
	return ok && predicate.String() == textQuery
}

// found are the records that a text finds.
type found struct {
	text  rdf.Term
	names []rdf.IRI
	has   map[rdf.IRI]struct{}
}

// search returns what a text finds among the records, as they are in the store; it keeps that of
// one text.
func (d *Records) search(ctx context.Context, object rdf.Term) (*found, error) {
	text, isLiteral := object.(rdf.Literal)
	switch {
	case d.options.Search == nil:
		return nil, &SearchError{"asks the search of a server, which is not on here"}
	case !isLiteral:
		return nil, errOneText
	case d.found != nil && d.found.text == object:
		return d.found, nil
	}
	names, total, err := d.options.Search.FindText(ctx, text.String(), MaxFound)
	if err != nil {
		return nil, err
	}
	if total > MaxFound {
		return nil, &SearchError{fmt.Sprintf("finds %d records, and may find %d: add words", total, MaxFound)}
	}
	out := &found{text: object, has: map[rdf.IRI]struct{}{}}
	for _, name := range names {
		has, err := d.repeats.has(ctx, name) // the index may be of another moment
		if err != nil {
			return nil, err
		}
		if _, again := out.has[name]; has && !again {
			out.names = append(out.names, name)
			out.has[name] = struct{}{}
		}
	}
	d.found = out
	return out, nil
}

// matchSearch yields a quad for each record that a text finds: it is stated by the record itself,
// as it were.
func (d *Records) matchSearch(ctx context.Context, scope Scope, p Pattern) iter.Seq2[rdf.Quad, error] {
	return func(yield func(rdf.Quad, error) bool) {
		of, err := d.search(ctx, p.Object)
		if err != nil {
			yield(rdf.Quad{}, err)
			return
		}
		names := of.names
		if name, isIRI := p.Subject.(rdf.IRI); p.Subject != nil {
			if _, has := of.has[name]; !isIRI || !has {
				return
			}
			names = []rdf.IRI{name}
		}
		text, _ := p.Object.(rdf.Object)
		predicate, _ := p.Predicate.(rdf.Predicate)
		for _, name := range names {
			if scope.kind == namedGraph && scope.name != name {
				continue
			}
			q := rdf.Quad{Triple: rdf.Triple{Subj: name, Pred: predicate, Obj: text}}
			if scope.IsNamed() {
				q.Ctx = name
			}
			if err := ctx.Err(); !yield(q, err) || err != nil {
				return
			}
		}
	}
}

// searchStatistics are those of a search. Without a text, it comes after what gives one.
func (d *Records) searchStatistics(ctx context.Context, p Pattern) (Statistics, error) {
	if p.Object == nil {
		const last = 1e12
		return Statistics{last, last, 1, last, 1}, nil
	}
	of, err := d.search(ctx, p.Object)
	if err != nil {
		return Statistics{}, err
	}
	n := float64(len(of.names))
	return Statistics{n, n, min(n, 1), min(n, 1), n}.with(p), nil
}
