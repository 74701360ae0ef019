package search

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// made adds a production with a maker, a place and the years it was made in.
func (b *builder) made(maker, place string, first, last int) *builder {
	blank := func() rdf.Blank {
		b.n++
		node, err := graph.Blank(fmt.Sprint("b", b.n))
		if err != nil {
			panic(err)
		}
		return node
	}
	production, span := blank(), blank()
	return b.add(b.g.Name, string(reading.ProducedBy), production).
		add(production, string(reading.CarriedOutBy), iri(base+maker)).
		add(production, string(reading.TookPlaceAt), iri(base+place)).
		add(production, string(reading.Timespan), span).
		add(span, string(reading.BeginOfTheBegin), graph.String(fmt.Sprintf("%04d-01-01T00:00:00Z", first))).
		add(span, string(reading.EndOfTheEnd), graph.String(fmt.Sprintf("%04d-12-31T23:59:59Z", last)))
}

// TestFacets compares what is found and counted with a search by hand, for random records
// and random queries, while records change.
func TestFacets(t *testing.T) {
	store := memstore.New()
	r := rand.New(rand.NewPCG(5, 6))
	x := opened(t, t.TempDir(), store, Options{})
	type object struct {
		maker, place, class string
		century             int
	}
	objects := map[string]object{}
	for round := range 8 {
		for range 40 {
			name := fmt.Sprintf("object/%02d", r.IntN(60))
			o := object{fmt.Sprint("person/", r.IntN(5)), fmt.Sprint("place/", r.IntN(3)), []string{"E22_Human-Made_Object", "E33_Linguistic_Object"}[r.IntN(2)], 15 + r.IntN(4)}
			if _, ok := objects[name]; ok && r.IntN(4) == 0 {
				delete(objects, name)
				apply(t, store, remove(name))
				continue
			}
			objects[name] = o
			year := 100*(o.century-1) + 1 + r.IntN(95)
			apply(t, store, rdfstore.Change{Put: newRecord(name, o.class).label("thing").made(o.maker, o.place, year, year+2).g})
		}
		for n := range 8 {
			q, _ := query.ParseText([]string{"", "thing"}[n%2])
			maker, centuries := fmt.Sprint("person/", r.IntN(5)), []string{fmt.Sprint(15 + r.IntN(4)), fmt.Sprint(15 + r.IntN(4))}
			byMaker := func(o object) bool { return n < 4 || o.maker == maker }
			byTime := func(o object) bool { return n < 2 || slices.Contains(centuries, fmt.Sprint(o.century)) }
			q.Values = map[string][]string{}
			if n >= 4 {
				q.Values[fields.Maker] = []string{base + maker}
			}
			if n >= 2 {
				q.Values[fields.Century] = centuries
			}
			q.Facets = []string{fields.Class, fields.Maker, fields.Place, fields.Century}
			var want []string
			counts := map[string]uint64{}
			for name, o := range objects {
				if byMaker(o) && byTime(o) {
					want = append(want, base+name)
					counts[crm+o.class]++
					counts[base+o.place]++
				}
				// The filter of a facet does not limit its counts.
				if byTime(o) {
					counts[base+o.maker]++
				}
				if byMaker(o) {
					counts[fmt.Sprint(o.century)]++
				}
			}
			slices.Sort(want)
			hits, err := x.Find(context.Background(), q, 0, 1000)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(hits.IDs)
			if !slices.Equal(hits.IDs, want) || hits.Total != uint64(len(want)) {
				t.Fatalf("round %d, query %d: %v, want %v", round, n, hits.IDs, want)
			}
			for _, facet := range hits.Facets {
				for _, v := range facet.Values {
					if counts[v.Term] != v.Count {
						t.Errorf("round %d, query %d: %s %s: %d, want %d", round, n, facet.Field, v.Term, v.Count, counts[v.Term])
					}
					delete(counts, v.Term)
				}
			}
			if len(counts) > 0 {
				t.Errorf("round %d, query %d: not counted: %v", round, n, counts)
			}
		}
	}
}

// TestOrders sorts entities that are in several parts of the index.
func TestOrders(t *testing.T) {
	store := memstore.New()
	x := opened(t, t.TempDir(), store, Options{})
	for i, o := range []struct {
		name string
		year int
	}{{"Éclair", 1700}, {"apple", 1500}, {"Zebra", 1600}, {"", 1400}, {"apple", 1550}} {
		b := newRecord(fmt.Sprint(i), "E22_Human-Made_Object").statement("thing")
		if o.name != "" {
			b.name(o.name)
		}
		if i != 2 {
			b.made("m", "p", o.year, o.year)
		}
		put(t, store, b)
		if _, err := x.Find(context.Background(), query.Query{}, 0, 1); err != nil { // a batch of its own
			t.Fatal(err)
		}
	}
	for order, want := range map[query.Order]string{query.ByRelevance: "0 1 2 3 4", query.ByName: "1 4 0 2 3", query.ByDate: "3 1 4 0 2", query.ByDateDescending: "0 4 1 3 2"} {
		for _, text := range []string{"", "thing"} {
			if text != "" && order == query.ByRelevance {
				continue
			}
			q, _ := query.ParseText(text)
			q.Order = order
			var got []string
			for skip := 0; skip < 5; skip += 2 {
				hits, err := x.Find(context.Background(), q, skip, 2)
				if err != nil {
					t.Fatal(err)
				}
				for _, id := range hits.IDs {
					got = append(got, id[len(base):])
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("order %d of %q: %v, want %s", order, text, got, want)
			}
		}
	}
}

func TestSuggest(t *testing.T) {
	store := memstore.New()
	put(t, store, newRecord("1", "E21_Person").name("Johannes Vermeer"), newRecord("2", "E21_Person").name("Vermeer"),
		newRecord("3", "E22_Human-Made_Object").label("View of Délft"), newRecord("4", "E21_Person").name("Johannes  Vermeer"))
	x := opened(t, t.TempDir(), store, Options{})
	if _, err := x.Find(context.Background(), query.Query{}, 0, 1); err != nil {
		t.Fatal(err)
	}
	for beginning, want := range map[string]string{
		"ver": "Johannes Vermeer 2, Vermeer 1", "JOHANNES V": "Johannes Vermeer 2", "delf": "View of Délft 1", "of de": "View of Délft 1",
		"elft": "", "": "", " ": "", "\x00": "", "vermeer johannes": "",
	} {
		found, err := x.Suggest(context.Background(), beginning, 5)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range found {
			got = append(got, fmt.Sprint(s.Name, " ", s.Count))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, want %q", beginning, got, want)
		}
	}
	apply(t, store, remove("2"))
	if _, err := x.Find(context.Background(), query.Query{}, 0, 1); err != nil {
		t.Fatal(err)
	}
	if found, err := x.Suggest(context.Background(), "verm", 5); err != nil || len(found) != 1 {
		t.Errorf("what was deleted is suggested: %v, %v", found, err)
	}
	for _, wrong := range []string{strings.Repeat("a", MaxSuggest+1), "\xff"} {
		if _, err := x.Suggest(context.Background(), wrong, 5); !isQueryError(err) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestEveryValue checks that all values of a facet are returned where a query asks for them.
func TestEveryValue(t *testing.T) {
	store := memstore.New()
	for i := range maxFacetValues + 3 {
		put(t, store, newRecord(fmt.Sprint("object/", i), "E22_Human-Made_Object").made(fmt.Sprint("person/", i), "place/1", 1600, 1650))
	}
	x := opened(t, t.TempDir(), store, Options{})
	for every, want := range map[string][2]int{"": {maxFacetValues, 3}, fields.Maker: {maxFacetValues + 3, 0}, fields.Place: {maxFacetValues, 3}} {
		hits, err := x.Find(context.Background(), query.Query{Facets: []string{fields.Maker}, Every: every}, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := hits.Facets[0]; len(got.Values) != want[0] || got.More != want[1] {
			t.Errorf("every %q: %d values and %d more, want %v", every, len(got.Values), got.More, want)
		}
	}
}

// TestWholes checks that a place, a set and a concept have what their parts have, as a
// filter, in the counts of facets and as words.
func TestWholes(t *testing.T) {
	broader, partOf := string(reading.Broader), string(reading.PlacePartOf)
	store := memstore.New()
	x := opened(t, t.TempDir(), store, Options{})
	put(t, store,
		newRecord("place/country", "E53_Place").name("Netherlands"),
		newRecord("place/town", "E53_Place").name("Delft").add(iri(base+"place/town"), partOf, iri(base+"place/country")),
		newRecord("place/house", "E53_Place").name("House").add(iri(base+"place/house"), partOf, iri(base+"place/town")),
		newRecord("place/round", "E53_Place").name("Round").add(iri(base+"place/round"), partOf, iri(base+"place/round")),
		newRecord("concept/work", "E55_Type").name("Visual work"),
		newRecord("concept/print", "E55_Type").name("Print").add(iri(base+"concept/print"), broader, iri(base+"concept/work")),
		newRecord("object/1", "E22_Human-Made_Object").name("One").made("person/1", "place/town", 1650, 1650).classified(base+"concept/print", ""),
		newRecord("object/2", "E22_Human-Made_Object").name("Two").made("person/1", "place/house", 1660, 1660),
		newRecord("object/3", "E22_Human-Made_Object").name("Three").made("person/1", "place/other", 1670, 1675),
	)
	objects := map[string][]string{fields.Class: {crm + "E22_Human-Made_Object"}}
	with := func(field string, values ...string) query.Query {
		q := query.Query{Values: maps.Clone(objects), Facets: []string{fields.Place, fields.Years}}
		q.Values[field] = values
		return q
	}
	for _, row := range []struct {
		q    query.Query
		want []string
	}{
		{with(fields.Place, base+"place/country"), []string{"object/1", "object/2"}},
		{with(fields.Place, base+"place/house", base+"place/other"), []string{"object/2", "object/3"}},
		{with(fields.Place, base+"place/round"), []string{}},
		{with(fields.ClassifiedAs, base+"concept/work"), []string{"object/1"}},
		{query.Query{Values: objects, Years: &query.Years{First: 1655, Last: 1672}}, []string{"object/2", "object/3"}},
	} {
		if got := foundBy(t, x, row.q); !slices.Equal(got, row.want) {
			t.Errorf("%v: %v, want %v", row.q.Values, got, row.want)
		}
	}
	q, _ := query.ParseText("netherlands")
	q.Values = objects
	if got := foundBy(t, x, q); !slices.Equal(got, []string{"object/1", "object/2"}) {
		t.Errorf("by name: %v", got)
	}
	hits, err := x.Find(context.Background(), query.Query{Values: objects, Facets: []string{fields.Place, fields.Years}}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{}
	for _, v := range hits.Facets[0].Values {
		counts[v.Term] = v.Count
	}
	if counts[base+"place/country"] != 2 || counts[base+"place/town"] != 2 || counts[base+"place/house"] != 1 {
		t.Errorf("%v", counts)
	}
	if bars := hits.Facets[1].Values; len(bars) != 26 || bars[0] != (Value{Term: "1650/1650", Count: 1}) || bars[25].Count != 0 && bars[25].Count != 1 {
		t.Errorf("%v", bars)
	}
}
