package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/servecmd"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/data"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server"
)

// feedOfOne serves one record at its own address, and says each time that its feed is
// requested.
func feedOfOne(t *testing.T) (base string, asked <-chan struct{}) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	r, err := storeopen.ContextsFlag{}.Dependencies()
	if err != nil {
		t.Fatal(err)
	}
	requests := make(chan struct{}, 100)
	var handler http.Handler
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/-/activity" {
			requests <- struct{}{}
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	base = s.URL + "/"
	name, err := graph.IRI(base + "person/1")
	if err != nil {
		t.Fatal(err)
	}
	class, err := graph.IRI("http://www.cidoc-crm.org/cidoc-crm/E21_Person")
	if err != nil {
		t.Fatal(err)
	}
	store := memstore.New()
	person := &graph.Graph{Name: name, Triples: []rdf.Triple{{Subj: name, Pred: graph.Type, Obj: class}}}
	if _, err := store.Apply(t.Context(), rdfstore.Change{Put: person}); err != nil {
		t.Fatal(err)
	}
	if handler, err = server.New(server.Config{Store: store, Formats: r.Formats, Contexts: r.Contexts, BaseURL: base}); err != nil {
		t.Fatal(err)
	}
	return base, requests
}

// TestServeHarvests serves a mirror of two publishers, of which one fails.
func TestServeHarvests(t *testing.T) {
	base, asked := feedOfOne(t)
	broken := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(broken.Close)
	feed := strings.Replace(broken.URL, "127.0.0.1", "localhost", 1) + "/feed"
	dir := t.TempDir()
	config := filepath.Join(dir, "vitrine.yaml")
	text := fmt.Sprintf("db: mirror.db\ncreate: true\nbase-url: %[1]s\nharvest: [%[1]s-/activity=1s, %[2]s]\n", base, feed)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := startServe(dir, nil, "--config", config)
	if err != nil {
		t.Fatalf("vitrine serve: %v\n%s", err, p.log.String())
	}
	defer p.stop(syscall.SIGKILL)
	<-asked
	<-asked // so the first run has ended
	if response, _ := p.get(t, "person/1", "application/ld+json"); response.StatusCode != http.StatusOK {
		t.Errorf("a harvested record is answered with %s", response.Status)
	}
	for ready := []byte(nil); !strings.Contains(string(ready), "the harvest of "+feed+" failed"); {
		_, ready = p.get(t, "-/readyz", "*/*")
	}
	if err := p.stop(syscall.SIGTERM); err != nil {
		t.Errorf("vitrine serve ended: %v\n%s", err, p.log.String())
	}
	// A harvest by hand goes on from where the server was.
	status, stdout, stderr := runVitrine(t.Context(), nil, "harvest", base+"-/activity", "--db", filepath.Join(dir, "mirror.db"))
	if status != console.StatusOK || !strings.HasPrefix(stdout, "harvested 0 records") {
		t.Errorf("by hand: status %d, %s%s", status, stdout, stderr)
	}
}

// TestHarvestedAddressOfTheService refuses a harvested record at an address that the service
// itself answers at, whatever else is validated.
func TestHarvestedAddressOfTheService(t *testing.T) {
	r, err := storeopen.ContextsFlag{}.Dependencies()
	if err != nil {
		t.Fatal(err)
	}
	flags := servecmd.WritingFlags{}
	flags.Validate = string(admission.Off)
	check, err := flags.HarvestCheck(r, memstore.New(), data.Base)
	if err != nil {
		t.Fatal(err)
	}
	for id, refused := range map[string]bool{"robots.txt": true, "-/sparql": true, "object/1": false} {
		name, err := graph.IRI(data.Base + id)
		if err != nil {
			t.Fatal(err)
		}
		if v := check(&graph.Graph{Name: name}, []byte("{}")); (v.Err != nil) != refused {
			t.Errorf("%s: %v", id, v.Err)
		}
	}
}
