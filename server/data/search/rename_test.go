package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/document"
	"vitrine/server/data/search/query"
)

// refer makes a record refer to another entity, which it may give a label.
func (b *builder) refer(name, label string) *builder {
	other := iri(base + name)
	b.add(b.g.Name, string(reading.CurrentOwner), other)
	if label != "" {
		b.add(other, "http://www.w3.org/2000/01/rdf-schema#label", graph.String(label))
	}
	return b
}

// settled waits until the index knows all names, and fails where it does not.
func settled(t testing.TB, x *Index) {
	t.Helper()
	for {
		last, err := x.store.LastChange(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		covered, more := x.progress.watch()
		if covered == last.Seq && x.StaleNames() == 0 {
			return
		}
		x.nudge()
		select {
		case <-more:
		case <-x.ended:
			t.Fatal("the follower has ended")
		case <-time.After(time.Minute):
			t.Fatalf("%d of %d changes are covered, the names of %d not known", covered, last.Seq, x.StaleNames())
		}
	}
}

func TestFindByWhatIsReferredTo(t *testing.T) {
	store := memstore.New()
	x := opened(t, t.TempDir(), store, Options{})
	put(t, store, newRecord("person/v", "E21_Person").name("Johannes Vermeer"),
		newRecord("object/girl", "E22_Human-Made_Object").label("Girl").refer("person/v", "The Sphinx"),
		newRecord("object/other", "E22_Human-Made_Object").label("Other").refer("person/unknown", "Anna Nobody"))
	steps := []struct {
		name   string
		change []rdfstore.Change
		text   string
		want   []string
	}{
		{"the name of the person", nil, "vermeer", []string{"object/girl", "person/v"}},
		{"the label of one that the store has is not used", nil, "sphinx", nil},
		{"the label of one that the store does not have is", nil, "nobody", []string{"object/other"}},
		{"another name", []rdfstore.Change{{Put: newRecord("person/v", "E21_Person").name("Jan van der Meer").g}}, "meer", []string{"object/girl", "person/v"}},
		{"the old one is forgotten", nil, "vermeer", nil},
		{"created", []rdfstore.Change{{Put: newRecord("person/unknown", "E21_Person").name("Clara Peeters").g}}, "peeters", []string{"object/other", "person/unknown"}},
		{"the label is forgotten", nil, "nobody", nil},
		{"deleted", []rdfstore.Change{remove("person/v")}, "meer", nil},
		{"the label is used", nil, "sphinx", []string{"object/girl"}},
		{"created again", []rdfstore.Change{{Put: newRecord("person/v", "E21_Person").name("Vermeer of Delft").g}}, "delft", []string{"object/girl", "person/v"}},
		{"replaced", []rdfstore.Change{{Put: newRecord("person/w", "E21_Person").name("Sphinx of Utrecht").g}, {Delete: iri(base + "person/v"), Successor: iri(base + "person/w")}}, "utrecht", []string{"object/girl", "person/w"}},
	}
	for _, step := range steps {
		apply(t, store, step.change...)
		settled(t, x)
		if got := found(t, x, step.text); !slices.Equal(got, append([]string{}, step.want...)) {
			t.Errorf("%s: %v, want %v", step.name, got, step.want)
		}
	}
}

// TestOwnWordsCountMore checks that a record of the name comes before those that refer to
// it, and these before one that has the word in a text.
func TestOwnWordsCountMore(t *testing.T) {
	store := memstore.New()
	x := opened(t, t.TempDir(), store, Options{})
	for i := range 5 {
		put(t, store, newRecord(fmt.Sprint("a", i), "E22_Human-Made_Object").label("Bowl").refer("person/v", ""))
	}
	put(t, store, newRecord("person/v", "E21_Person").name("Vermeer"), newRecord("z", "E22_Human-Made_Object").label("Essay").statement("On Vermeer and others, in many words of many kinds."))
	settled(t, x)
	q, _ := query.ParseText("vermeer")
	hits, err := x.Find(context.Background(), q, 0, 10)
	if err != nil || hits.Total != 7 {
		t.Fatal(hits, err)
	}
	if hits.IDs[0] != base+"person/v" || hits.IDs[6] != base+"z" {
		t.Errorf("%v", hits.IDs)
	}
}

// TestManyReferrers renames what more records refer to than one batch takes, closes the
// index again and again on the way, and finds all of them by the new name in the end.
func TestManyReferrers(t *testing.T) {
	const n = 3 * maxNameDocuments / 2
	store, dir := memstore.New(), t.TempDir()
	put(t, store, newRecord("person/v", "E21_Person").name("amber"))
	var changes []rdfstore.Change
	for i := range n {
		changes = append(changes, rdfstore.Change{Put: newRecord(fmt.Sprintf("%04d", i), "E22_Human-Made_Object").label("Bowl").refer("person/v", "").g})
	}
	apply(t, store, changes...)
	open := func() *Index {
		x, err := Open(context.Background(), dir, store, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	x := open()
	settled(t, x)
	put(t, store, newRecord("person/v", "E21_Person").name("beryl"))
	for range 5 {
		if _, err := x.Find(context.Background(), query.Query{}, 0, 1); err != nil {
			t.Fatal(err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		x = open()
	}
	settled(t, x)
	q, _ := query.ParseText("beryl")
	if hits, err := x.Find(context.Background(), q, 0, 1); err != nil || hits.Total != n+1 {
		t.Errorf("%d found, want %d: %v", hits.Total, n+1, err)
	}
	if got := found(t, x, "amber"); len(got) != 0 {
		t.Errorf("the old name finds %d", len(got))
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestNamesInStep writes, renames and deletes at random, some of it while the index
// follows, and compares in the end with a brute-force search that knows the names of what
// is referred to.
func TestNamesInStep(t *testing.T) {
	store := memstore.New()
	r := rand.New(rand.NewPCG(3, 4))
	x := opened(t, t.TempDir(), store, Options{Interval: time.Millisecond})
	for round := range 6 {
		for range 60 {
			name := fmt.Sprint(r.IntN(25))
			change := rdfstore.Change{Put: newRecord(name, "E21_Person").name(vocabulary[r.IntN(len(vocabulary))]).
				refer(fmt.Sprint(r.IntN(25)), "").refer(fmt.Sprint(r.IntN(25)), "").g}
			if _, err := store.Get(context.Background(), iri(base+name)); err == nil && r.IntN(5) == 0 {
				change = remove(name)
			}
			apply(t, store, change)
		}
		compareNames(t, x, store)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
}

// scanReferred returns the entities that have a word, or refer to one that has it in its
// names.
func scanReferred(t testing.TB, store rdfstore.Store, word string) []string {
	t.Helper()
	names := scan(t, store, word)
	called := map[rdf.IRI]bool{}
	each := func(use func(g *graph.Graph)) {
		for e, err := range store.Graphs(context.Background(), "") {
			if err != nil {
				t.Fatal(err)
			}
			use(e.Graph)
		}
	}
	each(func(g *graph.Graph) {
		for _, name := range document.Read(g).Called() {
			if slices.Contains(strings.Fields(name), word) {
				called[g.Name] = true
			}
		}
	})
	each(func(g *graph.Graph) {
		for _, triple := range g.Triples {
			object, ok := triple.Obj.(rdf.IRI)
			if name := g.Name.String()[len(base):]; ok && called[object] && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	})
	slices.Sort(names)
	return names
}

// compareNames waits until all names are known, and checks that the index finds what a
// scan of the store finds, by the names of what is referred to as well.
func compareNames(t testing.TB, x *Index, store rdfstore.Store) {
	t.Helper()
	settled(t, x)
	for _, word := range vocabulary {
		if got, want := found(t, x, word), scanReferred(t, store, word); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
	}
}
