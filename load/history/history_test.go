package history_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/checks/memstore"
	ldcontext "vitrine/context"
	"vitrine/load/history"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

const base = "https://data.museum.example/"

// record is the text of an object.
func record(name, label string) string {
	return `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"` + base + "object/" + name + `","type":"HumanMadeObject","_label":"` + label + `"}`
}

// museum is a store, and what reads records for it.
type museum struct {
	*testing.T
	*memstore.Store
	processor *jsonld.Processor
}

func (m museum) put(text string) {
	m.Helper()
	g, err := m.processor.Read(m.Context(), []byte(text), serialize.DecodeOptions{Base: base})
	if err == nil {
		_, err = m.Apply(m.Context(), rdfstore.Change{Put: g})
	}
	if err != nil {
		m.Fatal(err)
	}
}

// is fails the test where the record of an object is another.
func (m museum) is(name, label string) {
	m.Helper()
	id, err := graph.IRI(base + "object/" + name)
	if err != nil {
		m.Fatal(err)
	}
	e, err := m.Get(m.Context(), id)
	if err != nil {
		m.Fatal(err)
	}
	if text, err := m.processor.Append(nil, e.Graph); err != nil || !strings.Contains(string(text), `"_label":"`+label+`"`) {
		m.Errorf("object/%s is %s (%v), want %s", name, text, err, label)
	}
}

// TestKilledRun leaves the files of a run as a process leaves them that is killed. What it noted
// can be undone at once, or with the run after it; what it did not store stays as it is.
func TestKilledRun(t *testing.T) {
	for _, next := range []bool{false, true} {
		m := museum{t, memstore.New(), jsonld.New(ldcontext.New(nil))}
		for _, name := range []string{"a", "b", "c"} {
			m.put(record(name, "Bowl"))
		}
		first := filepath.Join(t.TempDir(), "objects.yaml")
		killed, err := history.Open(first)
		if err != nil {
			t.Fatal(err)
		}
		note := func(h *history.History, name, before, after string) {
			t.Helper()
			if err := h.Add(base+"object/"+name, []byte(record(name, before)), []byte(record(name, after))); err != nil {
				t.Fatal(err)
			}
		}
		note(killed, "a", "Bowl", "Cup")
		note(killed, "b", "Bowl", "Cup")
		if err := killed.Flush(); err != nil {
			t.Fatal(err)
		}
		m.put(record("a", "Cup"))
		note(killed, "c", "Bowl", "Cup")
		mapping := filepath.Join(t.TempDir(), "objects.yaml")
		if err := os.CopyFS(mapping+".import", os.DirFS(first+".import")); err != nil {
			t.Fatal(err)
		}
		killed.Close()

		want := 1
		if next {
			h, err := history.Open(mapping)
			if err != nil {
				t.Fatal(err)
			}
			note(h, "a", "Cup", "Jug")
			note(h, "b", "Bowl", "Jug")
			m.put(record("a", "Jug"))
			m.put(record("b", "Jug"))
			if err := h.Keep(); err != nil {
				t.Fatal(err)
			}
			h.Close()
			want = 3
		}
		past, err := history.Last(mapping)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := history.Open(mapping); err == nil || !strings.Contains(err.Error(), "another import") {
			t.Errorf("a second process has the folder: %v", err)
		}
		back, left, err := past.Undo(t.Context(), m, m.processor, base, func(string) {})
		if err != nil || back != want || left != 0 {
			t.Errorf("put %d back and left %d (%v), want %d and 0", back, left, err, want)
		}
		for _, name := range []string{"a", "b", "c"} {
			m.is(name, "Bowl")
		}
		if err := past.Forget(); err != nil {
			t.Fatal(err)
		}
		past.Close()
		if _, err := os.Stat(mapping + ".import"); err == nil {
			t.Error("the folder is still there")
		}
	}
}
