package describe

import (
	"io/fs"
	"sync"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/server/data/holdings"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
)

var (
	processor = sync.OnceValue(func() *jsonld.Processor { return jsonld.New(ldcontext.New(nil)) })
	linkTable = sync.OnceValues(func() (*links.Table, error) { return links.New(ldcontext.New(nil)) })
)

// museum is a store with what describes it.
type museum struct {
	*Describer
	store rdfstore.Store
	log   *holdings.Follower
}

// at follows the log of the store, as a request does.
func (m *museum) at(t testing.TB) uint64 {
	t.Helper()
	at, err := m.log.Follow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// parse reads a record whose id is relative to the base of the sample collection.
func parse(t testing.TB, text string) *graph.Graph {
	t.Helper()
	g, err := processor().Read(t.Context(), []byte(text), serialize.DecodeOptions{Base: data.Base})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sampleGraphs are the records of the sample collection.
func sampleGraphs(t testing.TB) []*graph.Graph {
	t.Helper()
	var out []*graph.Graph
	err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		if err == nil {
			out = append(out, parse(t, string(text)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// remembered is the derivation that looks at each graph once: memstore derives whenever
// it is asked.
func remembered(d rdfstore.Derivation) rdfstore.Derivation {
	known := map[*graph.Graph][]rdfstore.Related{}
	of := d.Of
	d.Of = func(g *graph.Graph) []rdfstore.Related {
		if _, ok := known[g]; !ok {
			known[g] = of(g)
		}
		return known[g]
	}
	return d
}

// newMuseum returns a store in memory with the graphs.
func newMuseum(t testing.TB, graphs ...*graph.Graph) *museum {
	t.Helper()
	table, err := linkTable()
	if err != nil {
		t.Fatal(err)
	}
	m := &museum{store: memstore.NewDeriving(remembered(table.Derivation()))}
	m.put(t, graphs...)
	m.Describer, m.log = newDescriber(t, m.store, table)
	return m
}

func newDescriber(t testing.TB, store rdfstore.Store, table *links.Table) (*Describer, *holdings.Follower) {
	t.Helper()
	log := holdings.NewFollower(store)
	d := New(Options{
		Options: brief.Options{Store: store, Log: log, Mapper: address.New(data.Base), Pictures: data.Base + "-/pictures/"}, Links: table, Site: "The Museum",
		ListOf: func(l *links.Link, iri string) string { return "/-/links/" + l.Name + "?of=" + iri },
		Naming: func(property, iri string) string { return "/-/mentions?of=" + iri + "&by=" + property },
	})
	return d, log
}

func (m *museum) put(t testing.TB, graphs ...*graph.Graph) {
	t.Helper()
	for _, g := range graphs {
		if _, err := m.store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
}

// subject is what the page of an entity is made of, with its links.
func (m *museum) subject(t testing.TB, iri string) Subject {
	t.Helper()
	at := m.at(t)
	name, err := rdf.NewIRI(iri)
	if err != nil {
		t.Fatal(err)
	}
	entity, err := m.store.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	found, err := m.options.Links.For(t.Context(), m.store, name, entity.Graph.Classes())
	if err != nil {
		t.Fatal(err)
	}
	then := *entity
	then.Modified = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return Subject{Entity: &then, Read: reading.Read(then.Graph), At: at, Links: found}
}

// in is the language with the tag, one of those of the pages.
// languages are those of the pages.
var languages = sync.OnceValues(i18n.All)

// in is the wording in a language.
func in(t testing.TB, tag string) *i18n.Wording {
	t.Helper()
	all, err := languages()
	if err != nil {
		t.Fatal(err)
	}
	w, ok := all.Find(tag)
	if !ok {
		t.Fatalf("there is no language %s", tag)
	}
	return w
}
