package server

import (
	"encoding/xml"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
)

// sitemapXML is what the tests read of a sitemap, or of an index.
type sitemapXML struct {
	XMLName xml.Name
	Entries []struct {
		Loc     string `xml:"loc"`
		Lastmod string `xml:"lastmod"`
	} `xml:",any"`
}

func getSitemapXML(t testing.TB, s *Server, target string) sitemapXML {
	t.Helper()
	r := do(t, s, "GET", strings.TrimPrefix(target, strings.TrimSuffix(testBase, "/")))
	text := body(t, r)
	var value sitemapXML
	if err := xml.Unmarshal([]byte(text), &value); err != nil || r.StatusCode != 200 {
		t.Fatalf("%s: status %d, %v: %.200s", target, r.StatusCode, err, text)
	}
	if got := r.Header.Get("Content-Type"); got != "application/xml" && got != "application/xml; charset=utf-8" {
		t.Errorf("%s: Content-Type %s", target, got)
	}
	return value
}

// locations follows the index, and returns all addresses in all sitemaps.
func locations(t testing.TB, s *Server) (found []string, parts int) {
	t.Helper()
	for _, entry := range getSitemapXML(t, s, "/-/sitemap.xml").Entries {
		parts++
		latest := time.Time{}
		for _, one := range getSitemapXML(t, s, entry.Loc).Entries {
			found = append(found, one.Loc)
			if one.Loc == testBase {
				continue
			}
			at, err := time.Parse(time.RFC3339, one.Lastmod)
			if err != nil {
				t.Fatal(err)
			}
			if at.After(latest) {
				latest = at
			}
		}
		if got, err := time.Parse(time.RFC3339, entry.Lastmod); !latest.IsZero() && (err != nil || got.Before(latest)) {
			t.Errorf("%s says %s, and has an address of %s", entry.Loc, entry.Lastmod, latest)
		}
	}
	return found, parts
}

// TestSitemap follows a store through a bulk load, single writes and deletions: the
// sitemaps have each address once.
func TestSitemap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "museum.db")
	bulkLoad(t, path, people(t, 0, 8_500, "Ada"))
	s, store, end := openBolt(t, path)
	defer end()
	check := func(want, parts int) []string {
		t.Helper()
		found, got := locations(t, s)
		if got != parts || len(found) != want+1 {
			t.Errorf("%d addresses in %d parts, want %d in %d", len(found), got, want+1, parts)
		}
		slices.Sort(found)
		if len(slices.Compact(found)) != want+1 || found[0] != testBase {
			t.Errorf("an address is there twice, or that of the front page is not")
		}
		return found
	}
	check(8_500, 3)

	odd := testBase + `person/a'b&c="d"/é`
	if _, err := store.Apply(t.Context(), rdfstore.Change{Put: person(t, strings.ReplaceAll(odd, `"`, "%22"), "Odd")},
		rdfstore.Change{Put: person(t, "https://elsewhere.example/1", "Elsewhere")},
		rdfstore.Change{Put: person(t, testBase+"person/"+strings.Repeat("x", 2048), "Long")},
		rdfstore.Change{Delete: person(t, testBase+"person/7", "").Name}); err != nil {
		t.Fatal(err)
	}
	found := check(8_500, 3)
	if want := testBase + "person/a'b&c=%22d%22/%C3%A9"; !slices.Contains(found, want) {
		t.Errorf("%s is missing", want)
	}
	if slices.Contains(found, testBase+"person/7") {
		t.Error("what was deleted is there")
	}
}

// TestEmptySitemap checks that a store without entities has a sitemap with the front page.
func TestEmptySitemap(t *testing.T) {
	s, _, end := openBolt(t, filepath.Join(t.TempDir(), "museum.db"))
	defer end()
	if found, parts := locations(t, s); len(found) != 1 || parts != 1 {
		t.Errorf("an empty store has %v in %d sitemaps", found, parts)
	}
}

// TestSitemapTag checks that a robot that has a sitemap is told so until it changes, in
// whatever coding it has it.
func TestSitemapTag(t *testing.T) {
	s, store, end := openBolt(t, filepath.Join(t.TempDir(), "museum.db"))
	defer end()
	put := func(number int) {
		t.Helper()
		if _, err := store.Apply(t.Context(), rdfstore.Change{Put: person(t, fmt.Sprintf("%sperson/%d", testBase, number), "Ada")}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 20 {
		put(i)
	}
	for _, coding := range []string{"identity", "gzip"} {
		first := do(t, s, "GET", "/-/sitemap/1.xml", "Accept-Encoding", coding)
		body(t, first)
		tag := first.Header.Get("ETag")
		again := do(t, s, "GET", "/-/sitemap/1.xml", "Accept-Encoding", coding, "If-None-Match", tag)
		if tag == "" || again.StatusCode != 304 || again.Header.Get("ETag") != tag {
			t.Errorf("%s: status %d, tag %s then %s", coding, again.StatusCode, tag, again.Header.Get("ETag"))
		}
		put(1000 + len(coding))
		after := do(t, s, "GET", "/-/sitemap/1.xml", "Accept-Encoding", coding, "If-None-Match", tag)
		if body(t, after); after.StatusCode != 200 || after.Header.Get("ETag") == tag {
			t.Errorf("%s: status %d after a change", coding, after.StatusCode)
		}
	}
	for _, missing := range []string{"/-/sitemap/2.xml", "/-/sitemap/0.xml", "/-/sitemap/x.xml", "/-/sitemap/"} {
		if r := do(t, s, "GET", missing); r.StatusCode != 404 {
			t.Errorf("%s: status %d", missing, r.StatusCode)
		}
	}
}

func TestRobots(t *testing.T) {
	s, store, end := openBolt(t, filepath.Join(t.TempDir(), "museum.db"))
	defer end()
	r := do(t, s, "GET", "/robots.txt")
	text := body(t, r)
	want := "User-agent: *\nDisallow: /-/\nAllow: /-/assets/\nAllow: /-/sitemap\n\nSitemap: " + testBase + "-/sitemap.xml\n"
	if r.StatusCode != 200 || text != want || r.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("status %d, %s, %q", r.StatusCode, r.Header.Get("Content-Type"), text)
	}
	// An entity of that name does not take its place.
	if _, err := store.Apply(t.Context(), rdfstore.Change{Put: person(t, testBase+"robots.txt", "Robots")}); err != nil {
		t.Fatal(err)
	}
	if text := body(t, do(t, s, "GET", "/robots.txt")); text != want {
		t.Errorf("robots are told %s", text)
	}
}
