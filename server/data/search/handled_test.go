package search

import (
	"fmt"
	"slices"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// refers adds a reference of the entity itself, to another one of the base.
func (b *builder) refers(p reading.Property, to string) *builder {
	return b.add(b.g.Name, string(p), iri(base+to))
}

// under adds a right by a licence.
func (b *builder) under(licence string) *builder {
	right, err := graph.Blank("right")
	if err != nil {
		panic(err)
	}
	return b.add(b.g.Name, string(reading.SubjectTo), right).add(right, hasType, iri(licence))
}

// TestObjectsOfActivities finds objects by exhibitions and sales whose records alone link to them.
func TestObjectsOfActivities(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	object := func(name, title string) *builder { return newRecord(name, "E22_Human-Made_Object").name(title) }
	activity := func(name, title string) *builder { return newRecord(name, "E7_Activity").name(title) }
	x := opened(t, t.TempDir(), store, Options{})
	put(t, store,
		activity("event/1", "Light and Shade").refers(reading.UsedSpecificObject, "object/1").refers(reading.UsedSpecificObject, "object/2"),
		object("object/1", "A lamp"), object("object/2", "A candle"), object("object/3", "A mirror").refers(reading.MemberOf, "set/1"),
		newRecord("set/1", "E78_Curated_Holding").name("Glass"),
		activity("event/2", "Silver").refers(reading.UsedSpecificObject, "set/1"),
		newRecord("person/1", "E21_Person").name("Ada Buyer"),
	)
	sale, err := graph.Blank("sale")
	if err != nil {
		t.Fatal(err)
	}
	bought := activity("event/3", "Sale").add(iri(base+"event/3"), string(reading.ActivityPart), sale).
		add(sale, graph.Type.String(), iri(crm+"E8_Acquisition")).
		add(sale, string(reading.TransferredTitleOf), iri(base+"object/1")).
		add(sale, string(reading.TransferredTitleTo), iri(base+"person/1"))
	put(t, store, bought)
	for text, want := range map[string][]string{
		"shade":        {"event/1", "object/1", "object/2"},
		"silver":       {"event/2", "object/3", "set/1"},
		"buyer":        {"event/3", "object/1", "person/1"},
		"candle":       {"event/1", "object/2"}, // and not what was shown beside it
		"candle shade": {"event/1", "object/2"},
	} {
		if got := found(t, x, text); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
	// The exhibition shows something else under another name, and the sale is gone.
	put(t, store, activity("event/1", "Dusk").refers(reading.UsedSpecificObject, "object/2"), object("object/2", "A torch"))
	apply(t, store, remove("event/3"))
	for text, want := range map[string][]string{
		"shade": {},
		"dusk":  {"event/1", "object/2"},
		"buyer": {"person/1"},
	} {
		if got := found(t, x, text); !slices.Equal(got, want) {
			t.Errorf("afterwards, %q finds %v, want %v", text, got, want)
		}
	}
}

// TestFreeByVisualItem follows the rights of the visual items that objects show.
func TestFreeByVisualItem(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	x := opened(t, t.TempDir(), store, Options{})
	item := func(licence string) *builder { return newRecord("visual/1", "E36_Visual_Item").under(licence) }
	put(t, store, newRecord("object/1", "E22_Human-Made_Object").refers(reading.Shows, "visual/1"),
		newRecord("object/2", "E22_Human-Made_Object").refers(reading.CurrentLocation, "visual/1"))
	free := query.Query{Values: map[string][]string{fields.Free: {"yes"}, fields.Class: {crm + "E22_Human-Made_Object"}}}
	for _, step := range []struct {
		name   string
		change func()
		want   []string
	}{
		{"without the visual item", func() {}, []string{}},
		{"in the public domain", func() { put(t, store, item("https://creativecommons.org/publicdomain/mark/1.0/")) }, []string{"object/1"}},
		{"in copyright", func() { put(t, store, item("http://rightsstatements.org/vocab/InC/1.0/")) }, []string{}},
		{"without copyright", func() { put(t, store, item("http://rightsstatements.org/vocab/NoC-US/1.0/")) }, []string{"object/1"}},
		{"without the visual item again", func() { apply(t, store, remove("visual/1")) }, []string{}},
	} {
		step.change()
		settled(t, x)
		if got := foundBy(t, x, free); !slices.Equal(got, step.want) {
			t.Errorf("%s: %v, want %v", step.name, got, step.want)
		}
	}
}

// TestNewestChange sorts by the last change, whatever segment a record is in.
func TestNewestChange(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	x := opened(t, t.TempDir(), store, Options{})
	for _, name := range []string{"a", "b", "c", "a"} {
		put(t, store, newRecord(name, "E21_Person").name(fmt.Sprint("change ", len(found(t, x, "change")))))
	}
	hits, err := x.Find(t.Context(), query.Query{Order: query.ByChange}, 0, 10)
	if want := []string{base + "a", base + "c", base + "b"}; err != nil || !slices.Equal(hits.IDs, want) {
		t.Errorf("%v, %v, want %v", hits.IDs, err, want)
	}
}
