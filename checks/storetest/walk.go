package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

func testEmpty(t *testing.T, s rdfstore.Store) {
	if got := collect(t, s.Match(t.Context(), rdfstore.Pattern{}, "")); len(got) != 0 {
		t.Errorf("Match yields %v", got)
	}
	if got := collect(t, s.Entities(t.Context(), "")); len(got) != 0 {
		t.Errorf("Entities yields %v", got)
	}
	if got := collect(t, s.Graphs(t.Context(), "")); len(got) != 0 {
		t.Errorf("Graphs yields %v", got)
	}
	if got := collect(t, s.Changes(t.Context(), 0)); len(got) != 0 {
		t.Errorf("Changes yields %v", got)
	}
	classes, err := s.Classes(t.Context())
	if err != nil || !slices.Equal(classes, []rdfstore.ClassCount{{}}) {
		t.Errorf("Classes = %v, %v; want the zero class with 0", classes, err)
	}
	if last, err := s.LastChange(t.Context()); err != nil || last != (rdfstore.LogEntry{}) {
		t.Errorf("LastChange = %v, %v; want the zero entry", last, err)
	}
}

func texts(names []rdf.IRI) string {
	var list []string
	for _, n := range names {
		list = append(list, n.String())
	}
	return strings.Join(list, " ")
}

func testEntities(t *testing.T, s rdfstore.Store) {
	apply(t, s, put(newGraph("x:c", "E53_Place", "")), put(newGraph("x:a", "E53_Place", "")), put(newGraph("x:a/b", "E53_Place", "")),
		put(newGraph("x:B", "E21_Person", "")), put(newGraph("x:\u00e9", "E21_Person", "")), put(newGraph("x:gone", "E53_Place", "")),
		remove("x:gone"), put(&graph.Graph{Name: iri("x:d")}))
	for _, test := range []struct{ after, want string }{
		{"", "x:B x:a x:a/b x:c x:d x:\u00e9"},
		{"x:a", "x:a/b x:c x:d x:\u00e9"},
		{"x:a\x00", "x:a/b x:c x:d x:\u00e9"},
		{"x:b", "x:c x:d x:\u00e9"},
		{"x:\u00e9", ""},
		{"\xff", ""},
	} {
		if got := texts(collect(t, s.Entities(t.Context(), test.after))); got != test.want {
			t.Errorf("Entities(%q) yields %s, want %s", test.after, got, test.want)
		}
	}
	apply(t, s, put(newGraph("x:c", "E21_Person", "")), remove("x:a"), put(newGraph("x:gone", "E53_Place", "")))
	if got, want := texts(collect(t, s.Entities(t.Context(), ""))), "x:B x:a/b x:c x:d x:gone x:\u00e9"; got != want {
		t.Errorf("after changes Entities yields %s, want %s", got, want)
	}
}

func testGraphsInOrder(t *testing.T, s rdfstore.Store) {
	for _, n := range []string{"b", "a/2", "a", "Z", "a!", "\U0001f3db", "gone", "a/10"} {
		apply(t, s, put(newGraph("x:"+n, "E53_Place", n)))
	}
	apply(t, s, remove("x:gone"))
	for _, test := range []struct{ after, want string }{
		{"", "x:Z x:a x:a! x:a/10 x:a/2 x:b x:\U0001f3db"},
		{"x:a", "x:a! x:a/10 x:a/2 x:b x:\U0001f3db"},
		{"x:a/1", "x:a/10 x:a/2 x:b x:\U0001f3db"},
		{"y", ""},
	} {
		var names []rdf.IRI
		for _, e := range collect(t, s.Graphs(t.Context(), test.after)) {
			names = append(names, e.Graph.Name)
			if same := get(t, s, e.Graph.Name.String()); !same.Graph.Equal(e.Graph) || same.Version != e.Version || !same.Created.Equal(e.Created) || !same.Modified.Equal(e.Modified) {
				t.Errorf("Graphs yields %v, Get %v", e, same)
			}
		}
		if got := texts(names); got != test.want {
			t.Errorf("Graphs(%q) yields %s, want %s", test.after, got, test.want)
		}
	}
}

func testGraphsIsSnapshot(t *testing.T, s rdfstore.Store) {
	const n = 50
	for i := range n {
		apply(t, s, put(newGraph(fmt.Sprintf("x:%03d", i), "E53_Place", "before")))
	}
	seen := 0
	for e, err := range s.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatalf("Graphs: %v", err)
		}
		if seen == 0 {
			apply(t, s, put(newGraph("x:900", "E53_Place", "new")), remove("x:040"), put(newGraph("x:041", "E21_Person", "after")))
		}
		if label := e.Graph.Triples[1].Obj.String(); label != "before" {
			t.Errorf("%s is %q: not as it was when the walk began", e.Graph.Name, label)
		}
		seen++
	}
	if seen != n {
		t.Errorf("the walk yields %d entities, want %d", seen, n)
	}
}

func testLog(t *testing.T, s rdfstore.Store) {
	both := newGraph("x:1", "E53_Place", "", triple(iri("x:1"), graph.Type.String(), iri("x:Second")))
	apply(t, s, put(both), put(newGraph("x:2", "E21_Person", "")))
	apply(t, s, put(newGraph("x:1", "E21_Person", "")))
	apply(t, s, put(newGraph("x:1", "E21_Person", "")))
	out := apply(t, s, remove("x:2"), put(&graph.Graph{Name: iri("x:2")}))[1]
	want := []rdfstore.LogEntry{
		{Seq: 1, Name: iri("x:1"), Kind: rdfstore.Created, Class: iri(crm + "E53_Place")},
		{Seq: 2, Name: iri("x:2"), Kind: rdfstore.Created, Class: iri(crm + "E21_Person")},
		{Seq: 3, Name: iri("x:1"), Kind: rdfstore.Updated, Class: iri(crm + "E21_Person")},
		{Seq: 4, Name: iri("x:2"), Kind: rdfstore.Deleted, Class: iri(crm + "E21_Person")},
		{Seq: 5, Name: iri("x:2"), Kind: rdfstore.Created},
	}
	log := collect(t, s.Changes(t.Context(), 0))
	if len(log) != len(want) {
		t.Fatalf("the log has %d entries, want %d", len(log), len(want))
	}
	for i, entry := range log {
		utc(t, "an entry's time", entry.Time)
		if i > 0 && entry.Time.Before(log[i-1].Time) {
			t.Errorf("entry %d is earlier than the one before", i)
		}
		want[i].Time = entry.Time
		if entry != want[i] {
			t.Errorf("entry %d is %+v, want %+v", i, entry, want[i])
		}
	}
	for after := range uint64(7) {
		got := collect(t, s.Changes(t.Context(), after))
		if !slices.Equal(got, log[min(after, 5):]) {
			t.Errorf("Changes(%d) yields %v", after, got)
		}
	}
	last, err := s.LastChange(t.Context())
	if err != nil || last != log[4] || !last.Time.Equal(out.Time) {
		t.Errorf("LastChange = %+v, %v; want %+v", last, err, log[4])
	}
}

// calls are all the methods that can fail, each reduced to its error.
func calls(t *testing.T, s rdfstore.Store) map[string]func(ctx context.Context) error {
	return map[string]func(ctx context.Context) error{
		"Get":   func(ctx context.Context) error { _, err := s.Get(ctx, iri(entityName(0))); return err },
		"Apply": func(ctx context.Context) error { _, err := s.Apply(ctx, put(newGraph("x:y", "E22", ""))); return err },
		"Match": func(ctx context.Context) error { return firstError(t, s.Match(ctx, rdfstore.Pattern{}, "")) },
		"Match P": func(ctx context.Context) error {
			return firstError(t, s.Match(ctx, rdfstore.Pattern{Predicate: graph.Type}, ""))
		},
		"Match G": func(ctx context.Context) error {
			return firstError(t, s.Match(ctx, rdfstore.Pattern{Graph: iri(entityName(0))}, ""))
		},
		"Relations":  func(ctx context.Context) error { _, err := s.Relations(ctx, iri(crm+"E22")); return err },
		"Related":    func(ctx context.Context) error { return firstError(t, s.Related(ctx, iri(crm+"E22"), 1, 0)) },
		"Count":      func(ctx context.Context) error { _, err := s.Count(ctx, rdfstore.Pattern{}); return err },
		"Entities":   func(ctx context.Context) error { return firstError(t, s.Entities(ctx, "")) },
		"Members":    func(ctx context.Context) error { return firstError(t, s.Members(ctx, iri(crm+"E22"), 0)) },
		"Classes":    func(ctx context.Context) error { _, err := s.Classes(ctx); return err },
		"Graphs":     func(ctx context.Context) error { return firstError(t, s.Graphs(ctx, "")) },
		"Changes":    func(ctx context.Context) error { return firstError(t, s.Changes(ctx, 0)) },
		"LastChange": func(ctx context.Context) error { _, err := s.LastChange(ctx); return err },
		"Base":       func(ctx context.Context) error { _, err := s.Base(ctx); return err },
	}
}

func testCancelled(t *testing.T, s rdfstore.Store) {
	fill(t, s, 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range calls(t, s) {
		if err := call(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with a cancelled context: %v, want context.Canceled", name, err)
		}
	}
	if last, err := s.LastChange(t.Context()); err != nil || last.Seq != 3 {
		t.Errorf("a cancelled Apply changed the log: %+v, %v", last, err)
	}
}

// cancelAfterFirst cancels a walk after its first item and returns how it ends.
func cancelAfterFirst[T any](t *testing.T, walk func(ctx context.Context) func(func(T, error) bool)) error {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, err := range walk(ctx) {
		if err != nil {
			return err
		}
		cancel()
	}
	return nil
}

func testCancelledWalk(t *testing.T, s rdfstore.Store) {
	const n = 1000
	var changes []rdfstore.Change
	for i := range n {
		changes = append(changes, put(newGraph(fmt.Sprintf("x:%d", i), "E22", "")))
	}
	apply(t, s, changes...)
	for name, err := range map[string]error{
		"Match": cancelAfterFirst(t, func(ctx context.Context) func(func(rdfstore.Match, error) bool) {
			return s.Match(ctx, rdfstore.Pattern{}, "")
		}),
		"Match P": cancelAfterFirst(t, func(ctx context.Context) func(func(rdfstore.Match, error) bool) {
			return s.Match(ctx, rdfstore.Pattern{Predicate: graph.Label}, "")
		}),
		"Entities": cancelAfterFirst(t, func(ctx context.Context) func(func(rdf.IRI, error) bool) { return s.Entities(ctx, "") }),
		"Members":  cancelAfterFirst(t, func(ctx context.Context) func(func(rdf.IRI, error) bool) { return s.Members(ctx, iri(crm+"E22"), 0) }),
		"Graphs":   cancelAfterFirst(t, func(ctx context.Context) func(func(*rdfstore.Entity, error) bool) { return s.Graphs(ctx, "") }),
		"Changes":  cancelAfterFirst(t, func(ctx context.Context) func(func(rdfstore.LogEntry, error) bool) { return s.Changes(ctx, 0) }),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s cancelled after its first item ends with %v, want context.Canceled", name, err)
		}
	}
}

func testClosed(t *testing.T, s rdfstore.Store) {
	fill(t, s, 3)
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	for name, call := range calls(t, s) {
		if err := call(t.Context()); !errors.Is(err, rdfstore.ErrClosed) {
			t.Errorf("%s after Close: %v, want ErrClosed", name, err)
		}
	}
	if err := s.Close(); !errors.Is(err, rdfstore.ErrClosed) {
		t.Errorf("second Close: %v, want ErrClosed", err)
	}
}

// testCloseDuringWalks closes the store while other goroutines read and write:
// each call ends well or with ErrClosed.
func testCloseDuringWalks(t *testing.T, s rdfstore.Store) {
	fill(t, s, 20)
	var started, done sync.WaitGroup
	for _, call := range calls(t, s) {
		started.Add(1)
		done.Go(func() {
			for i := 0; ; i++ {
				err := call(t.Context())
				if i == 0 {
					started.Done()
				}
				if errors.Is(err, rdfstore.ErrClosed) {
					return
				}
				if err != nil {
					t.Errorf("a call during Close: %v", err)
					return
				}
			}
		})
	}
	started.Wait()
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	done.Wait()
}
