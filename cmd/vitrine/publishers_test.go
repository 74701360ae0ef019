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
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/servecmd"
	"vitrine/cmd/vitrine/internal/settings"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/data"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/memstore"
	"vitrine/server"
)

func TestPublishers(t *testing.T) {
	const sample = "https://data.museum.example/-/activity"
	for _, test := range []struct {
		text string
		// want are the feeds with their intervals, or a part of the error.
		want, err string
	}{
		{"harvest: " + sample, sample + " 1h0m0s", ""},
		{"harvest: " + sample + "=15m", sample + " 15m0s", ""},
		{"harvest: https://a.example/feed?set=art=1m", "https://a.example/feed?set=art 1m0s", ""},
		{"harvest: https://a.example/feed?set=art", "https://a.example/feed?set=art 1h0m0s", ""},
		{"harvest: [https://a.example/feed=1h, https://b.example/feed]", "https://a.example/feed 1h0m0s https://b.example/feed 1h0m0s", ""},
		{"harvest:\n- url: " + sample + "\n  every: 2h\n  prefix: [https://a.example/x/]\n  rate: 3", sample + " 2h0m0s", ""},
		{"harvest:\n- url: " + sample + "\n  evry: 2h", "", "line 3: there is no setting evry"},
		{"harvest:\n- every: 2h", "", "--url"},
		{"harvest:\n- url: " + sample + "\n  every: soon", "", "soon"},
		{"harvest: museum", "", "is not the address of a feed"},
		{"harvest: " + sample + "=1ms", "", "the interval 1ms is shorter"},
		{"harvest:\n- url: " + sample + "\n  tries: 0", "", "have to be more than 0"},
		{"harvest:\n- url: " + sample + "\n  prefix: [object/]", "", "is not the beginning"},
		{"harvest: [" + sample + ", " + sample + "]", "", "could both have the same records"},
		{"harvest: [https://a.example/1, https://a.example/2]", "", "could both have the same records"},
		{"harvest:\n- url: https://a.example/1\n  prefix: [https://a.example/object/]\n- url: https://a.example/2\n  prefix: [https://a.example/person/]", "https://a.example/1 1h0m0s https://a.example/2 1h0m0s", ""},
		{"harvest:\n- url: https://a.example/1\n  prefix: [https://a.example/object/]\n- url: https://a.example/2\n  prefix: [http://a.example/object/x/]", "", "could both have the same records"},
		{"harvest:\n- url: https://a.example/1\n- url: https://b.example/2\n  host: [a.example]", "", "could both have the same records"},
	} {
		config, err := settings.Parse([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		line := commandLine{}
		if err = servecmd.TakeSettings(config, &line, servecmd.ServeName); err == nil {
			err = line.Serve.HarvestFlag.Check("museum.db")
		}
		var got []string
		for _, p := range line.Serve.Harvest {
			got = append(got, p.URL, p.Every.String())
		}
		switch {
		case test.err == "" && (err != nil || strings.Join(got, " ") != test.want):
			t.Errorf("%s:\n got %v, %v\nwant %s", test.text, got, err, test.want)
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("%s:\n got %v\nwant an error with %s", test.text, err, test.err)
		}
	}
	if err := (servecmd.HarvestFlag{Harvest: servecmd.Publishers{{URL: sample, Every: time.Hour}}}).Check(""); err == nil || !strings.Contains(err.Error(), "--harvest needs --db") {
		t.Errorf("without a store: %v", err)
	}
}

// sampleFeed serves the sample collection, and tells of each time that its feed is asked for.
func sampleFeed(t *testing.T) (address string, asked <-chan struct{}) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	r, err := storeopen.ContextsFlag{}.Dependencies()
	if err != nil {
		t.Fatal(err)
	}
	store := memstore.New()
	if err := servecmd.LoadSample(t.Context(), store, r); err != nil {
		t.Fatal(err)
	}
	handler, err := server.New(server.Config{Store: store, Formats: r.Formats, Contexts: r.Contexts, BaseURL: data.Base})
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan struct{}, 100)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/-/activity" {
			told <- struct{}{}
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, told
}

// TestServeHarvests serves a mirror of two publishers, of which one fails.
func TestServeHarvests(t *testing.T) {
	address, asked := sampleFeed(t)
	broken := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(broken.Close)
	dir := t.TempDir()
	config := filepath.Join(dir, "vitrine.yaml")
	text := fmt.Sprintf(`db: mirror.db
create: true
base-url: %[1]s
harvest:
  - url: %[1]s-/activity
    every: 1s
    resolve: [%[1]s=%[2]s]
  - url: %[3]s/feed
    prefix: [%[3]s/object/]
`, data.Base, address, broken.URL)
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
	if response, _ := p.get(t, "person/andrew-mellon", "application/ld+json"); response.StatusCode != http.StatusOK {
		t.Errorf("a harvested record is answered with %s", response.Status)
	}
	for ready := []byte(nil); !strings.Contains(string(ready), "the harvest of "+broken.URL+"/feed failed"); {
		_, ready = p.get(t, "-/readyz", "*/*")
	}
	if err := p.stop(syscall.SIGTERM); err != nil {
		t.Errorf("vitrine serve ended: %v\n%s", err, p.log.String())
	}
	// A harvest by hand goes on from where the server was.
	status, stdout, stderr := runVitrine(t.Context(), nil, "harvest", data.Base+"-/activity", "--db", filepath.Join(dir, "mirror.db"), "--resolve", data.Base+"="+address)
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
