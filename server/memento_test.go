package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// past is a server with an entity of four states, which was deleted in between: states 4, 5, 7 and
// 8 of person/past, and a deletion, 6. The times are a minute apart.
func past(t *testing.T) (*Server, *testStore) {
	t.Helper()
	s, store := newTestServer(t, nil)
	for i, label := range []string{"One", "Two", "", "Three", "Four"} {
		name := testBase + "person/past"
		if label == "" {
			store.remove(t, name)
			continue
		}
		change := rdfstore.Change{Put: person(t, name, label), Author: "curator", Message: "reason " + label}
		if _, err := store.Apply(t.Context(), change); err != nil {
			t.Fatal(i, err)
		}
	}
	return s, store
}

func minute(n int) string {
	return testTime.Truncate(time.Second).Add(time.Duration(n-1) * time.Minute).Format(http.TimeFormat)
}

// TestMemento asks for states by their numbers.
func TestMemento(t *testing.T) {
	s, store := past(t)
	states := map[int]string{4: "One", 5: "Two", 7: "Three", 8: "Four"}
	for version, label := range states {
		for _, form := range []struct{ path, accept, contains string }{
			{"", "", label}, {".ttl", "", label}, {"", "text/html", label}, {".html", "", label}, {"", "application/n-triples", label},
		} {
			target := fmt.Sprintf("/person/past%s?version=%d", form.path, version)
			r := do(t, s, "GET", target, "Accept", form.accept)
			text := body(t, r)
			if r.StatusCode != 200 || r.Header.Get("Memento-Datetime") != minute(version) || !strings.Contains(text, form.contains) {
				t.Errorf("%s as %q: %d, %v: %.200q", target, form.accept, r.StatusCode, r.Header, text)
			}
			isPage := strings.HasPrefix(r.Header.Get("Content-Type"), "text/html")
			if immutable := r.Header.Get("Cache-Control") == site.Immutable; immutable == isPage {
				t.Errorf("%s as %q: Cache-Control %s", target, form.accept, r.Header.Get("Cache-Control"))
			}
			if strings.Contains(r.Header.Get("Vary"), "Datetime") {
				t.Errorf("%s: a memento has no Vary %s", target, r.Header.Get("Vary"))
			}
			if again := do(t, s, "GET", target, "Accept", form.accept, "If-None-Match", r.Header.Get("ETag"), "Accept-Datetime", "nonsense"); again.StatusCode != 304 {
				t.Errorf("%s: status %d for its ETag", target, again.StatusCode)
			}
			if at := r.Header.Get("Content-Location"); !strings.Contains(at, fmt.Sprintf("version=%d", version)) ||
				do(t, s, "GET", at).Header.Get("ETag") != r.Header.Get("ETag") && !isPage {
				t.Errorf("%s: Content-Location %s", target, at)
			}
		}
	}
	now, numbered := do(t, s, "GET", "/person/past"), do(t, s, "GET", "/person/past?version=8")
	if now.Header.Get("Vary") != respond.Vary+respond.VaryByProfile+respond.VaryByDatetime || now.Header.Get("Memento-Datetime") != "" ||
		now.Header.Get("ETag") == numbered.Header.Get("ETag") || body(t, now) != body(t, numbered) {
		t.Errorf("the entity is %v, its state %v", now.Header, numbered.Header)
	}
	original := testBase + "person/past"
	want := strings.Join([]string{
		`<` + original + `>; rel="original timegate"`,
		`<` + testBase + `-/timemap?of=https%3A%2F%2Fdata.museum.example%2Fperson%2Fpast>; rel="timemap version-history"; type="application/link-format"`,
		`<` + original + `?version=4>; rel="prev first memento"; datetime="` + minute(4) + `"`,
		`<` + original + `?version=5>; rel="memento"; datetime="` + minute(5) + `"`,
		`<` + original + `?version=7>; rel="next memento"; datetime="` + minute(7) + `"`,
		`<` + original + `?version=8>; rel="last memento"; datetime="` + minute(8) + `"`,
	}, ", ")
	if r := do(t, s, "GET", "/person/past?version=5"); !strings.Contains(r.Header.Get("Link"), want) {
		t.Errorf("Link is\n%s\nwithout\n%s", r.Header.Get("Link"), want)
	}
	store.put(t, person(t, original, "Five"))
	if r := do(t, s, "GET", "/person/past?version=8"); !strings.Contains(r.Header.Get("Link"), `version=9>; rel="last next memento"`) || r.Header.Get("ETag") != numbered.Header.Get("ETag") {
		t.Errorf("after another change: %v", r.Header)
	}
	for target, status := range map[string]int{
		"/person/past?version=6": 410, "/person/past?version=3": 404, "/person/past?version=0": 404, "/person/past?version=99": 404,
		"/person/past?version=x": 400, "/person/past?version=-1": 400, "/person/past?version=5&version=7": 400, "/person/past?version=": 400,
		"/person/1?version=5": 404, "/person/none?version=5": 404, "/person/past/?version=5": 308,
		"/entity?id=" + original + "&version=5": 200, "/entity?id=" + original + "&version=6": 410, "/entity?id=" + original + "&version=3": 404,
	} {
		if r := do(t, s, "GET", target); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d: %s", target, r.StatusCode, status, body(t, r))
		}
	}
}

// TestQueryNames: a state is not asked for where the query is part of a name.
func TestQueryNames(t *testing.T) {
	s, store := newTestServer(t, nil)
	store.put(t, person(t, testBase+"q?version=1", "Query"))
	store.put(t, person(t, testBase+"q?a=b", "A"))
	store.put(t, person(t, testBase+"q?a=b", "B"))
	for target, want := range map[string]string{"/q?version=1": "Query", "/q?a=b": "B", "/q?a=b&version=5": "A", "/q?a=b&version=6": "B"} {
		if r := do(t, s, "GET", target); r.StatusCode != 200 || !strings.Contains(body(t, r), want) {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
}

// TestTimeGate asks an entity for states by times.
func TestTimeGate(t *testing.T) {
	s, store := past(t)
	at := func(n int, seconds time.Duration) string {
		return testTime.Truncate(time.Second).Add(time.Duration(n-1)*time.Minute + seconds*time.Second).Format(http.TimeFormat)
	}
	rows := []struct {
		at      string
		version int
	}{
		{at(4, -1), 4}, {at(1, -99999), 4}, {at(4, 0), 4}, {at(5, -1), 4}, {at(5, 0), 5}, {at(6, 0), 5}, {at(6, 30), 5}, {at(7, 0), 7}, {at(8, 0), 8}, {at(999, 0), 8},
	}
	for round := range 2 {
		for _, row := range rows {
			for _, target := range []string{"/person/past", "/person/past.ttl", "/person/past?format=turtle", "/entity?id=" + testBase + "person/past"} {
				r := do(t, s, "GET", target, "Accept-Datetime", row.at)
				location := r.Header.Get("Location")
				if want := fmt.Sprintf("version=%d", row.version); r.StatusCode != 302 || !strings.HasSuffix(location, want) || r.Header.Get("Vary") != "Accept-Datetime" ||
					r.Header.Get("Memento-Datetime") != "" || !strings.Contains(r.Header.Get("Link"), `rel="original timegate"`) {
					t.Errorf("%s at %s: %d, %v, want %s", target, row.at, r.StatusCode, r.Header, want)
				}
				if m := do(t, s, "GET", location); m.StatusCode != 200 || m.Header.Get("Memento-Datetime") != minute(row.version) {
					t.Errorf("%s: %d, %v", location, m.StatusCode, m.Header)
				}
			}
		}
		if round == 0 {
			store.remove(t, testBase+"person/past") // and all is as before
		}
	}
	for _, bad := range []string{"yesterday", "2026-01-01", ""} {
		if r := do(t, s, "GET", "/person/1", "Accept-Datetime", bad); r.StatusCode != 400 {
			t.Errorf("%q: status %d", bad, r.StatusCode)
		}
	}
	if r := do(t, s, "GET", "/person/1", "Accept-Datetime", at(1, 0), "Accept-Datetime", at(2, 0)); r.StatusCode != 400 {
		t.Errorf("two dates: status %d", r.StatusCode)
	}
	if r := do(t, s, "GET", "/person/past"); r.StatusCode != 410 || !strings.Contains(r.Header.Get("Link"), `rel="timemap version-history"`) {
		t.Errorf("deleted: %d, %v", r.StatusCode, r.Header)
	}
	for target, status := range map[string]int{"/person/none": 404, "/person/": 200, "/-/activity": 200} {
		if r := do(t, s, "GET", target, "Accept-Datetime", at(5, 0)); r.StatusCode != status {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
}

// TestTimeMap reads a TimeMap in its forms.
func TestTimeMap(t *testing.T) {
	s, store := past(t)
	target := "/-/timemap?of=" + testBase + "person/past"
	links := body(t, do(t, s, "GET", target))
	if want := "<" + testBase + "person/past?version=8>; rel=\"last memento\"; datetime=\"" + minute(8) + "\",\n"; !strings.Contains(links, want) || strings.Count(links, "memento\"") != 4 {
		t.Errorf("%s\nlacks %s", links, want)
	}
	var document struct {
		Mementos struct {
			List []struct {
				URI, Author, Message string
				Version              int
			}
		}
		Deletions []struct{ Version int }
	}
	if err := json.Unmarshal([]byte(body(t, do(t, s, "GET", target, "Accept", "application/json"))), &document); err != nil || len(document.Mementos.List) != 4 || len(document.Deletions) != 1 {
		t.Fatal(document, err)
	}
	for _, m := range document.Mementos.List {
		if m.Author != "curator" || !strings.HasPrefix(m.Message, "reason ") || do(t, s, "GET", strings.TrimPrefix(m.URI, strings.TrimSuffix(testBase, "/"))).StatusCode != 200 {
			t.Errorf("%+v", m)
		}
	}
	page := body(t, do(t, s, "GET", target, "Accept", "text/html"))
	for _, want := range []string{`<a href="/person/past?version=5">17 May 2024, 09:34 UTC</a>: updated by curator · <a href="/-/diff?of=https%3A%2F%2Fdata.museum.example%2Fperson%2Fpast&amp;from=4&amp;to=5">What changed</a><br><q>reason Two</q>`, ">deleted", "History of"} {
		if !strings.Contains(page, want) && !strings.Contains(page, strings.Replace(want, ">deleted", ": deleted", 1)) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	for i := range 250 {
		store.put(t, person(t, testBase+"person/long", fmt.Sprint(i)))
	}
	seen, pages := 0, 0
	for next := "/-/timemap?of=" + testBase + "person/long"; next != ""; pages++ {
		r := do(t, s, "GET", next)
		text := body(t, r)
		seen += strings.Count(text, "memento\"")
		next = ""
		if _, rest, ok := strings.Cut(r.Header.Get("Link"), ", <"+strings.TrimSuffix(testBase, "/")); ok {
			next, _, _ = strings.Cut(rest, ">")
		}
	}
	if seen != 250 || pages != 3 {
		t.Errorf("%d mementos on %d pages", seen, pages)
	}
	for target, status := range map[string]int{"/-/timemap": 400, "/-/timemap?of=" + testBase + "none": 404, "/-/timemap?of=" + testBase + "person/1&before=x": 400, "/-/timemap?of=" + testBase + "person/1&before=1": 404} {
		if r := do(t, s, "GET", target); r.StatusCode != status {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
}
