package home

import (
	"context"
	"iter"
	"slices"
	"testing"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
)

func TestMostFrequent(t *testing.T) {
	values := func(counts ...uint64) []search.Value {
		var out []search.Value
		for i, n := range counts {
			out = append(out, search.Value{Term: string(rune('a' + i)), Count: n})
		}
		return out
	}
	for _, row := range []struct {
		counts []uint64
		want   string
	}{
		{nil, ""},
		{[]uint64{5}, "a"},
		{[]uint64{5, 4, 3}, "ab"},
		{[]uint64{1, 2, 3, 4, 5, 6, 7, 8}, "cdefgh"},
		{[]uint64{1, 1, 9, 1, 1, 1, 1, 1}, "abcdef"},
		{[]uint64{2, 1, 1, 2, 1}, "abcd"},
	} {
		got := ""
		for _, v := range mostFrequent(values(row.counts...)) {
			got += v.Term
		}
		if got != row.want {
			t.Errorf("%v: %q, want %q", row.counts, got, row.want)
		}
	}
}

func TestFull(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 2: 2, 3: 2, 5: 4, 6: 6, 7: 6, 13: 6} {
		if got := full(n, row); got != want {
			t.Errorf("full(%d) = %d, want %d", n, got, want)
		}
	}
}

// log has one entry for each name, the oldest first.
type log []rdfstore.LogEntry

func (l log) LastChange(context.Context) (rdfstore.LogEntry, error) { return l[len(l)-1], nil }

func (l log) Changes(_ context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		for _, entry := range l[after:] {
			if !yield(entry, nil) {
				return
			}
		}
	}
}

// chosen is an index in which the set of highlights has members, or none.
type chosen struct{ members []string }

func (c chosen) Pictured(context.Context, uint64, int) ([]string, error) {
	return []string{"object/some"}, nil
}

func (c chosen) Generation() uint64 { return 1 }

func (c chosen) Find(_ context.Context, q query.Query, _, _ int) (search.Hits, error) {
	if len(q.Values["member_of"]) > 0 {
		return search.Hits{IDs: c.members}, nil
	}
	return search.Hits{}, nil
}

// TestAsk takes the members of the set of highlights where there are any, and the objects that
// were created last, the newest first.
func TestAsk(t *testing.T) {
	entry := func(seq uint64, name string, kind rdfstore.Kind, class reading.Class) rdfstore.LogEntry {
		iri, err := graph.IRI("https://data.museum.example/" + name)
		if err != nil {
			t.Fatal(err)
		}
		of, err := graph.IRI(string(class))
		if err != nil {
			t.Fatal(err)
		}
		return rdfstore.LogEntry{Seq: seq, Name: iri, Kind: kind, Class: of}
	}
	entries := log{
		entry(1, "object/1", rdfstore.Created, reading.ClassHumanMadeObject), entry(2, "person/1", rdfstore.Created, reading.ClassPerson),
		entry(3, "object/2", rdfstore.Created, reading.ClassHumanMadeObject), entry(4, "object/1", rdfstore.Updated, reading.ClassHumanMadeObject),
	}
	for _, members := range [][]string{nil, {"object/7"}} {
		found, err := (&Maker{index: chosen{members}, log: entries}).ask(t.Context(), 1)
		want := members
		if want == nil {
			want = []string{"object/some"}
		}
		if err != nil || !slices.Equal(found.highlights, want) {
			t.Errorf("highlights: %v, %v, want %v", found.highlights, err, want)
		}
		if want := []string{"https://data.museum.example/object/2", "https://data.museum.example/object/1"}; !slices.Equal(found.newest, want) {
			t.Errorf("newest: %v, want %v", found.newest, want)
		}
	}
}
