package listing

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// statements is a store in which so many statements name an entity.
type statements struct {
	Store
	number int
	quad   rdf.Quad
}

func (s statements) Match(context.Context, rdfstore.Pattern, rdfstore.Cursor) iter.Seq2[rdfstore.Match, error] {
	return func(yield func(rdfstore.Match, error) bool) {
		for range s.number {
			if !yield(rdfstore.Match{Quad: s.quad}, nil) {
				return
			}
		}
	}
}

func TestMentioningLimit(t *testing.T) {
	record, err := graph.IRI("https://data.museum.example/object/1")
	if err != nil {
		t.Fatal(err)
	}
	named, err := graph.IRI("https://data.museum.example/person/1")
	if err != nil {
		t.Fatal(err)
	}
	quad := rdf.Quad{Triple: rdf.Triple{Subj: record, Pred: graph.Label, Obj: named}, Ctx: record}
	for number, tooMany := range map[int]bool{0: false, maxMentions: false, maxMentions + 1: true} {
		t.Run(fmt.Sprint(number), func(t *testing.T) {
			lists := &Lists{Site: &site.Site{Mapper: address.New("https://data.museum.example/")}, Store: statements{number: number, quad: quad}}
			names, err := lists.mentioning(t.Context(), rdfstore.Pattern{Object: named})
			var fault *respond.Error
			switch {
			case tooMany && (!errors.As(err, &fault) || fault.Type != respond.TooLarge):
				t.Errorf("%v, want too-large", err)
			case !tooMany && (err != nil || len(names) != min(number, 1)):
				t.Errorf("%v, %v", names, err)
			}
		})
	}
}
