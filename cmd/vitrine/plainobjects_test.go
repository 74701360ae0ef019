package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
)

// plainObjects serves a feed over TLS whose records are on another server of
// the same host, over plain HTTP, but for one that is on another host.
type plainObjects struct {
	feed    string
	certs   string
	records *httptest.Server
}

func newPlainObjects(t *testing.T) plainObjects {
	t.Helper()
	records := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/ld+json")
		fmt.Fprintf(w, `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"http://%s%s","type":"Person","_label":"Ada"}`, r.Host, r.URL.Path)
	}))
	t.Cleanup(records.Close)
	certFile, keyFile, _ := certificate(t)
	var feed *httptest.Server
	feed = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/ld+json")
		if r.URL.Path == "/feed" {
			fmt.Fprintf(w, `{"@context":"http://iiif.io/api/discovery/1/context.json","id":"%[1]s/feed","type":"OrderedCollection","last":{"id":"%[1]s/page","type":"OrderedCollectionPage"}}`, feed.URL)
			return
		}
		elsewhere := strings.Replace(records.URL, "127.0.0.1", "localhost", 1)
		fmt.Fprintf(w, `{"id":"%[1]s/page","type":"OrderedCollectionPage","orderedItems":[
			{"type":"Create","object":{"id":"%[2]s/person/1","type":"Person"},"endTime":"2026-01-01T00:00:00Z"},
			{"type":"Create","object":{"id":"%[3]s/person/2","type":"Person"},"endTime":"2026-01-02T00:00:00Z"}]}`, feed.URL, records.URL, elsewhere)
	}))
	feed.TLS = serverTLS(t, certFile, keyFile)
	feed.StartTLS()
	t.Cleanup(feed.Close)
	return plainObjects{feed.URL + "/feed", certFile, records}
}

// TestHarvestedAddressOfTheMirror harvests a record at an address of the mirror's own service.
func TestHarvestedAddressOfTheMirror(t *testing.T) {
	var feed *httptest.Server
	feed = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/ld+json")
		switch r.URL.Path {
		case "/feed":
			fmt.Fprintf(w, `{"id":"%[1]s/feed","type":"OrderedCollection","last":{"id":"%[1]s/page","type":"OrderedCollectionPage"}}`, feed.URL)
		case "/page":
			fmt.Fprintf(w, `{"id":"%[1]s/page","type":"OrderedCollectionPage","orderedItems":[
				{"type":"Create","object":{"id":"%[1]s/robots.txt","type":"Person"},"endTime":"2026-01-01T00:00:00Z"},
				{"type":"Create","object":{"id":"%[1]s/person/1","type":"Person"},"endTime":"2026-01-02T00:00:00Z"}]}`, feed.URL)
		default:
			fmt.Fprintf(w, `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"%s%s","type":"Person","_label":"Ada"}`, feed.URL, r.URL.Path)
		}
	}))
	t.Cleanup(feed.Close)
	t.Setenv("HOME", t.TempDir())
	db := filepath.Join(t.TempDir(), "m.db")
	status, stdout, stderr := runVitrine(t.Context(), nil, "harvest", feed.URL+"/feed", "--db", db, "--base-url", feed.URL, "--validate", "off")
	if status != console.StatusPartly || !strings.Contains(stdout, ": 1 new, 0 replaced, 0 unchanged, 0 deleted; 1 refused") {
		t.Errorf("status %d, %s", status, stdout)
	}
	if !strings.Contains(stderr, "the service itself answers at "+feed.URL+"/robots.txt") {
		t.Errorf("it said\n%s", stderr)
	}
}

// TestHarvestOfAnEncryptedFeedFollowsPlainObjects harvests from two servers of
// one host. What is on a host that was not named is left out.
func TestHarvestOfAnEncryptedFeedFollowsPlainObjects(t *testing.T) {
	p := newPlainObjects(t)
	dir := t.TempDir()
	cmd, err := command(dir, []string{"SSL_CERT_FILE=" + p.certs}, "harvest", p.feed, "--db", filepath.Join(dir, "m.db"), "--base-url", "https://data.museum.example/", "--validate", "off", "--tries", "1")
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err == nil || err.Error() != "exit status 3" {
		t.Errorf("it ended with %v, want status 3 for what was left out\n%s", err, stderr.String())
	}
	if got := stdout.String(); !strings.Contains(got, "harvested 1 record of 2 activities on 1 page") ||
		!strings.Contains(got, ": 1 new, 0 replaced, 0 unchanged, 0 deleted; 0 refused") ||
		!strings.Contains(got, "left out 1 record of localhost:") {
		t.Errorf("it printed\n%s", got)
	}
	if got := stderr.String(); !strings.Contains(got, "names 1 of its records over http") {
		t.Errorf("it said\n%s", got)
	}
}
