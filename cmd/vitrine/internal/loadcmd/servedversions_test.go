package loadcmd

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/load/history"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
)

// records is a service of records with versions. Before a record is put or deleted for the first
// time, somebody else changes it.
type records struct {
	texts, tags map[string]string
	meanwhile   map[string]string
}

func (s *records) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("id")
	if text, ok := s.meanwhile[id]; ok && r.Method != http.MethodGet {
		delete(s.meanwhile, id)
		s.texts[id], s.tags[id] = text, s.tags[id]+"b"
	}
	tag, there := s.tags[id]
	switch {
	case r.Method == http.MethodGet && !there:
		http.NotFound(w, r)
	case r.Method == http.MethodGet:
		w.Header().Set("ETag", tag)
		_, _ = io.WriteString(w, s.texts[id])
	case r.Header.Get("If-Match") != tag || (r.Header.Get("If-None-Match") == "*") == there:
		w.WriteHeader(http.StatusPreconditionFailed)
	case r.Method == http.MethodPut:
		text, _ := io.ReadAll(r.Body)
		s.texts[id], s.tags[id] = string(text), "put"
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodDelete:
		delete(s.texts, id)
		delete(s.tags, id)
		w.WriteHeader(http.StatusNoContent)
	}
}

// TestUndoThroughAServer undoes an import while others change records: what they wrote stays,
// and is reported.
func TestUndoThroughAServer(t *testing.T) {
	const base = "https://data.museum.example/"
	id := func(name string) string { return base + "object/" + name }
	record := func(name, label string) string {
		return `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"` + id(name) + `","type":"HumanMadeObject","_label":"` + label + `"}`
	}
	service := &records{texts: map[string]string{}, tags: map[string]string{}, meanwhile: map[string]string{
		id("changed"): record("changed", "by others"), id("created"): record("created", "by others"),
	}}
	mapping := t.TempDir() + "/objects.yaml"
	past, err := history.Open(mapping)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, before, after string }{
		{"changed", "Bowl", "Large bowl"}, {"created", "", "Cup"}, {"kept", "Jug", "Large jug"}, {"new", "", "Plate"}, {"deleted", "Vase", ""},
	} {
		var before, after []byte
		if c.before != "" {
			before = []byte(record(c.name, c.before))
		}
		if c.after != "" {
			after = []byte(record(c.name, c.after))
			service.texts[id(c.name)], service.tags[id(c.name)] = string(after), "a"
		}
		if err := past.Add(id(c.name), before, after); err != nil {
			t.Fatal(err)
		}
	}
	if err := past.KeepPart(); err != nil {
		t.Fatal(err)
	}
	past.Close()
	web := httptest.NewServer(service)
	defer web.Close()
	deps, err := storeopen.ContextsFlag{}.Dependencies()
	if err != nil {
		t.Fatal(err)
	}
	client, err := remote.New(web.URL+"/", "")
	if err != nil {
		t.Fatal(err)
	}
	found, err := deps.RecordsOf(client, base)
	if err != nil {
		t.Fatal(err)
	}
	text := func(_ context.Context, g *graph.Graph) ([]byte, error) { return deps.Processor.Append(nil, g) }
	store := &servedVersions{&servedStore{ServiceRecords: found, text: text, flush: func() error { return nil }}, map[rdf.IRI]string{}}
	last, err := history.Last(mapping)
	if err != nil {
		t.Fatal(err)
	}
	defer last.Close()
	var stay []string
	back, left, err := last.Undo(t.Context(), store, deps.Processor, base, func(id string) { stay = append(stay, id) })
	if err != nil {
		t.Fatal(err)
	}
	if want := id("changed") + " " + id("created"); back != 3 || left != 2 || strings.Join(stay, " ") != want {
		t.Errorf("%d were put back and %d left, %q; want 3 and 2, %q", back, left, stay, want)
	}
	for name, want := range map[string]string{"changed": "by others", "created": "by others", "kept": "Jug", "new": "", "deleted": "Vase"} {
		got := service.texts[id(name)]
		if want == "" && got != "" || want != "" && !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("%s is %s, want the label %q", name, got, want)
		}
	}
}
