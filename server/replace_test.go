package server

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/rdfstore"
	"vitrine/server/data/dataset"
	"vitrine/server/web/auth"
)

// successorLink is the Link field that names a successor.
func successorLink(uri string) []string {
	return []string{"Link", "<" + uri + `>; rel="successor-version"`}
}

// TestReplace deletes records in favour of another one, by path and by id.
func TestReplace(t *testing.T) {
	m := newMuseum(t, nil)
	for _, path := range []string{"/person/old", "/person/older"} {
		if r := m.send(t, "PUT", path, strings.ReplaceAll(ada("Ada"), "person/ada", path[1:])); r.StatusCode != 201 {
			t.Fatalf("%s: status %d: %s", path, r.StatusCode, body(t, r))
		}
	}
	for _, test := range []struct {
		target string
		link   []string
		status int
	}{
		{"/person/old", successorLink(testBase + "person/nobody"), 409},
		{"/person/old", successorLink("/person/old"), 400},
		{"/person/old", successorLink("https://elsewhere.example/1"), 409},
		{"/person/old", []string{"Link", `</person/ada>; rel="successor-version", </person/older>; rel=successor-version`}, 400},
		{"/person/old", append(successorLink("/person/ada"), "If-Match", `"other"`), 412},
		{"/person/old?dry-run=true", successorLink("/person/ada"), 200},
		{"/person/older", successorLink("/person/old"), 204},
		{"/person/older", successorLink("/person/old"), 410},
		{"/entity?id=" + testBase + "person/old", successorLink(testBase + "person/ada"), 204},
		{"/person/ada", successorLink("/person/old"), 409},
	} {
		if r := m.send(t, "DELETE", test.target, "", test.link...); r.StatusCode != test.status {
			t.Errorf("DELETE %s %v: status %d, want %d: %s", test.target, test.link, r.StatusCode, test.status, body(t, r))
		}
	}
	for target, location := range map[string]string{
		"/person/old": "/person/ada", "/person/old.ttl": "/person/ada.ttl", "/person/old?format=turtle": "/person/ada?format=turtle",
		"/person/older": "/person/old", "/entity?id=" + testBase + "person/old&format=turtle": "/person/ada?format=turtle",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			r := m.send(t, method, target, "")
			to, _, _ := strings.Cut(location, "?")
			if r.StatusCode != 308 || r.Header.Get("Location") != location || r.Header.Get("Cache-Control") != "no-cache" || r.Header.Get("Link") != "<"+to+`>; rel="successor-version"` {
				t.Errorf("%s %s: status %d, %v; want 308 to %s", method, target, r.StatusCode, r.Header, location)
			}
		}
	}
	for way, text := range successorAnswers(t, m.Server, testBase+"person/older") {
		if !strings.Contains(text, "Ada") && !strings.Contains(text, `"name": "Artist"`) {
			t.Errorf("%s of what was replaced: %s", way, text)
		}
	}
	page := fetchJSON[dataset.ActivityPage](t, m.Server, feedURI+"/page/0")
	last := page.OrderedItems[len(page.OrderedItems)-1]
	if last.Type != "Move" || last.Object.ID != testBase+"person/old" || last.Target == nil || last.Target.ID != testBase+"person/ada" {
		t.Errorf("the feed ends with %+v", last)
	}
	stream := fetchNode(t, m.Server, streamURI+"/page/0")
	if got := stream.objects(last.ID, "http://purl.org/dc/terms/isReplacedBy"); len(got) != 1 || got[0] != testBase+"person/ada" {
		t.Errorf("the event stream says that it was replaced by %v", got)
	}
	if r := m.send(t, "PUT", "/person/old", strings.ReplaceAll(ada("Ada"), "person/ada", "person/old")); r.StatusCode != 201 {
		t.Errorf("PUT of what was replaced: status %d", r.StatusCode)
	}
	if r := m.send(t, "GET", "/person/old", ""); r.StatusCode != 200 {
		t.Errorf("what was replaced and is there again: status %d", r.StatusCode)
	}
	if !strings.Contains(m.log.String(), "successor="+testBase+"person/ada") {
		t.Error("the audit log has no successor")
	}
}

// successorAnswers are what the protocols say of an entity that was replaced.
func successorAnswers(t *testing.T, h http.Handler, id string) map[string]string {
	t.Helper()
	assistant, _ := toolCall{"get_entity", `{"uri":"` + id + `"}`}.ask(t, h)
	_, embedding := posted(h, "/-/oembed?url="+id, "", "")
	_, table := posted(h, "/-/reconcile", "application/x-www-form-urlencoded", "extend="+url.QueryEscape(`{"ids":["`+id+`"],"properties":[{"id":"referred_to_by"},{"id":"classified_as"}]}`))
	return map[string]string{"MCP": assistant, "oEmbed": embedding, "reconciliation": table}
}

// TestReplacedByPrivateRecords makes sure that the public learns of no successor that is private:
// neither by answers nor by whether it may be named.
func TestReplacedByPrivateRecords(t *testing.T) {
	a := newArchive(t)
	secret := "object/" + hiddenID + "-2"
	people := a.token(t, "persons", auth.Scope("write:person/"))
	if r := a.send(t, "DELETE", "/person/johannes-vermeer", "", append(successorLink(testBase+secret), "Authorization", "Bearer "+people)...); r.StatusCode != 409 {
		t.Errorf("a token that does not read: status %d, want that of a record that is not there", r.StatusCode)
	}
	old := mustIRI(t, testBase+"person/johannes-vermeer")
	by, err := a.store.Get(t.Context(), mustIRI(t, testBase+secret))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.store.Apply(t.Context(), rdfstore.Replace(old, by, rdfstore.Precondition{})...); err != nil {
		t.Fatal(err)
	}
	last, err := a.store.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	number := map[string]string{}
	for _, reader := range []string{"", a.reader} {
		server := a.public
		if reader != "" {
			server = a.Server
		}
		seen, err := server.config.Store.LastChange(t.Context())
		if err != nil || seen.Kind != rdfstore.Deleted {
			t.Fatal(seen, err)
		}
		number[reader] = feedPage(seen.Seq)
	}
	for _, target := range []string{"/person/johannes-vermeer", "/person/johannes-vermeer.ttl", "/entity?id=" + old.String()} {
		if r, text := a.ask(t, "GET", target, "*/*", "identity", ""); r.StatusCode != 410 || strings.Contains(text+r.Header.Get("Link"), hiddenID) {
			t.Errorf("%s: the public is told %d %s", target, r.StatusCode, text)
		}
		if r, _ := a.ask(t, "GET", target, "*/*", "identity", a.reader); r.StatusCode != 308 || !strings.HasPrefix(r.Header.Get("Location"), "/"+secret) {
			t.Errorf("%s: a reader is told %d %s", target, r.StatusCode, r.Header.Get("Location"))
		}
	}
	for way, text := range successorAnswers(t, a.public, old.String()) {
		if strings.Contains(text, hiddenID) || strings.Contains(text, hiddenWord) {
			t.Errorf("%s tells the public of a private successor: %s", way, text)
		}
	}
	for _, way := range []string{"activity", "ldes"} {
		if _, text := a.ask(t, "GET", "/-/"+way+"/page/"+number[""], "*/*", "identity", ""); strings.Contains(text, hiddenID) || strings.Contains(text, `"type": "Move"`) {
			t.Errorf("%s tells the public of a private successor: %s", way, text)
		}
		if _, text := a.ask(t, "GET", "/-/"+way+"/page/"+number[a.reader], "*/*", "identity", a.reader); !strings.Contains(text, secret) {
			t.Errorf("%s tells a reader nothing of it", way)
		}
	}
	if last.Successor != by.Graph.Name {
		t.Errorf("the log ends with %+v", last)
	}
	// A successor that is gone for good was never public either.
	if _, err := a.store.Apply(t.Context(), rdfstore.Change{Delete: by.Graph.Name}); err != nil {
		t.Fatal(err)
	}
	var deleted *rdfstore.DeletedError
	if _, err := a.public.config.Store.Get(t.Context(), old); !errors.As(err, &deleted) || deleted.Successor.String() != "" {
		t.Errorf("after the private successor was deleted: %v", err)
	}
}

// feedPage is the page of the feed, and of the event stream, that has an entry.
func feedPage(seq uint64) string { return string(rune('0' + (seq-1)/dataset.ActivityPageSize)) }
