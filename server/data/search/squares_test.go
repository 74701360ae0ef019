package search

import (
	"slices"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// located adds where a place is.
func (b *builder) located(wkt string) *builder {
	return b.add(b.g.Name, string(reading.DefinedBy), graph.String(wkt))
}

// TestSquares counts what is found by where it is, each result once in a square, and narrows down
// to a square.
func TestSquares(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	x := opened(t, t.TempDir(), store, Options{})
	put(t, store,
		newRecord("place/delft", "E53_Place").located("POINT(4.36 52.01)"),
		newRecord("place/church", "E53_Place").located("POINT(4.36 52.012)"),
		newRecord("place/paris", "E53_Place").located("POINT(2.35 48.86)"),
		newRecord("place/nowhere", "E53_Place"),
		newRecord("object/1", "E22_Human-Made_Object").refers(reading.CurrentLocation, "place/delft"),
		newRecord("object/2", "E22_Human-Made_Object").refers(reading.CurrentLocation, "place/church").refers(reading.CurrentLocation, "place/delft"),
		newRecord("object/3", "E22_Human-Made_Object").refers(reading.CurrentLocation, "place/paris"),
		newRecord("object/4", "E22_Human-Made_Object").refers(reading.CurrentLocation, "place/nowhere"),
	)
	asked := query.Query{Values: map[string][]string{fields.Class: {crm + "E22_Human-Made_Object"}}, Squares: 10}
	hits, err := x.Find(t.Context(), asked, 0, 0)
	if err != nil || len(hits.Squares) != 2 {
		t.Fatalf("%+v, %v", hits.Squares, err)
	}
	if first := asFirst(t, x, asked, 0).Squares; !slices.Equal(first, hits.Squares) {
		t.Errorf("%+v, and to the first who asks %+v", hits.Squares, first)
	}
	delft, paris := hits.Squares[0], hits.Squares[1]
	if delft.Count != 2 || delft.Place != base+"place/delft" || delft.Others != 1 || paris.Count != 1 || paris.Place != base+"place/paris" || paris.Others != 0 {
		t.Errorf("%+v, %+v", delft, paris)
	}
	area := delft.Area()
	asked.Area = &area
	if got, want := foundBy(t, x, asked), []string{"object/1", "object/2"}; !slices.Equal(got, want) {
		t.Errorf("in Delft are %v, want %v", got, want)
	}
	asked.Area, asked.Squares = nil, 1
	if hits, err = x.Find(t.Context(), asked, 0, 0); err != nil || len(hits.Squares) != 1 || hits.Squares[0].Count != 3 {
		t.Errorf("in one square: %+v, %v", hits.Squares, err)
	}
	all, err := x.Find(t.Context(), query.Query{Values: map[string][]string{fields.Class: {crm + "E53_Place"}}, Squares: 10}, 0, 0)
	if err != nil || len(all.Squares) != 2 || all.Squares[0].Count != 2 || all.Squares[0].Place != base+"place/delft" {
		t.Errorf("places: %+v, %v", all.Squares, err)
	}
	// The place moves.
	put(t, store, newRecord("place/delft", "E53_Place").located("POINT(2.35 48.86)"))
	asked.Squares = 10
	if hits, err = x.Find(t.Context(), asked, 0, 0); err != nil || len(hits.Squares) != 2 || hits.Squares[0].Count != 3 || hits.Squares[1].Count != 1 {
		t.Errorf("afterwards: %+v, %v", hits.Squares, err)
	}
}
