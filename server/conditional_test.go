package server

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/checks/thorough"
	"vitrine/rdfstore"
)

// wanted is a request for one representation.
type wanted struct{ target, accept, coding string }

// everyWanted asks for every representation of two entities, a small and a
// large one, in every content coding, in every way to ask.
func everyWanted() []wanted {
	accepts := []string{
		"", "*/*", "application/ld+json", askedLinkedArt, `application/ld+json; profile="` + linkedArt + `"`,
		`application/ld+json;profile="` + expanded + `"`, "text/turtle", "application/n-triples", "text/html",
	}
	var all []wanted
	for _, target := range []string{"/person/1", "/person/2"} {
		for _, coding := range []string{"", "gzip", "br", "zstd", "identity"} {
			for _, accept := range accepts {
				all = append(all, wanted{target, accept, coding})
			}
			for _, suffix := range []string{".json", ".ttl", ".html", "?format=expanded"} {
				all = append(all, wanted{target + suffix, "*/*", coding})
			}
		}
	}
	return append(all, wanted{"/place/1", "application/geo+json", ""}, wanted{"/place/1.geojson", "", "gzip"})
}

func (w wanted) fields() []string {
	return []string{"Accept", w.accept, "Accept-Encoding", w.coding}
}

// conditions are preconditions with the status they lead to. %s is the entity
// tag of the representation.
var conditions = []struct {
	name   string
	fields []string
	status int
}{
	{"none", nil, 200},
	{"its tag", []string{"If-None-Match", `%s`}, 304},
	{"its tag, weak", []string{"If-None-Match", `W/%s`}, 304},
	{"its tag in a list", []string{"If-None-Match", `"a", W/"b,c" , %s,"d"`}, 304},
	{"its tag on the second line", []string{"If-None-Match", `"a"`, "If-None-Match", `%s`}, 304},
	{"any tag", []string{"If-None-Match", `*`}, 304},
	{"another tag", []string{"If-None-Match", `"a"`}, 200},
	{"a tag without quotes", []string{"If-None-Match", `abc`}, 200},
	{"an unfinished tag", []string{"If-None-Match", `"abc`}, 200},
	{"an empty list of tags", []string{"If-None-Match", ``}, 200},
	{"another tag, and unmodified since", []string{"If-None-Match", `"a"`, "If-Modified-Since", "Wed, 01 Jan 2098 00:00:00 GMT"}, 200},
	{"its tag, and modified since", []string{"If-None-Match", `%s`, "If-Modified-Since", "Wed, 01 Jan 1997 00:00:00 GMT"}, 304},
	{"modified since long ago", []string{"If-Modified-Since", "Wed, 01 Jan 1997 00:00:00 GMT"}, 200},
	{"modified since its date", []string{"If-Modified-Since", "DATE"}, 304},
	{"modified since a second before", []string{"If-Modified-Since", "BEFORE"}, 200},
	{"modified since the future", []string{"If-Modified-Since", "Wed, 01 Jan 2098 00:00:00 GMT"}, 304},
	{"modified since, RFC 850 form", []string{"If-Modified-Since", "Wednesday, 01-Jan-98 00:00:00 GMT"}, 200},
	{"modified since, asctime form", []string{"If-Modified-Since", "Wed Jan  1 00:00:00 2098"}, 304},
	{"modified since no date", []string{"If-Modified-Since", "yesterday"}, 200},
	{"modified since two dates", []string{"If-Modified-Since", "DATE", "If-Modified-Since", "DATE"}, 200},
	{"match of its tag", []string{"If-Match", `%s`}, 200},
	{"match of its tag, weak", []string{"If-Match", `W/%s`}, 412},
	{"match of another tag", []string{"If-Match", `"a"`}, 412},
	{"match of any tag", []string{"If-Match", `*`}, 200},
	{"match and none match of its tag", []string{"If-Match", `%s`, "If-None-Match", `%s`}, 304},
	{"match fails before none match", []string{"If-Match", `"a"`, "If-None-Match", `%s`}, 412},
	{"unmodified since its date", []string{"If-Unmodified-Since", "DATE"}, 200},
	{"unmodified since a second before", []string{"If-Unmodified-Since", "BEFORE"}, 412},
	{"unmodified since no date", []string{"If-Unmodified-Since", "yesterday"}, 200},
	{"match makes unmodified since void", []string{"If-Match", `%s`, "If-Unmodified-Since", "BEFORE"}, 200},
	{"a range", []string{"Range", "bytes=0-9"}, 200},
	{"a range if its tag", []string{"Range", "bytes=0-9", "If-Range", `%s`}, 200},
}

// TestConditions asks for every representation under every precondition with
// GET and HEAD.
func TestConditions(t *testing.T) {
	s, _ := newTestServer(t, nil)
	for i, w := range everyWanted() {
		full := do(t, s, "GET", w.target, w.fields()...)
		text := body(t, full)
		if full.StatusCode != 200 || text == "" {
			t.Fatalf("%v: status %d", w, full.StatusCode)
		}
		for j, c := range conditions {
			if (i+j)%thorough.Rounds(3, 1) != 0 {
				continue
			}
			if full.Header.Get("Last-Modified") == "" && slices.ContainsFunc(c.fields, isSince) {
				continue // a page has no date; see TestPageHasNoDate
			}
			for _, method := range []string{"GET", "HEAD"} {
				r := do(t, s, method, w.target, append(w.fields(), fill(t, c.fields, full.Header)...)...)
				what := fmt.Sprintf("%s %v under %q", method, w, c.name)
				if r.StatusCode != c.status {
					t.Errorf("%s: status %d, want %d", what, r.StatusCode, c.status)
					continue
				}
				checkAnswer(t, what, method, r, full, text)
			}
		}
	}
}

// isSince tells whether a word is the name of a field with a date.
func isSince(field string) bool {
	return strings.HasSuffix(field, "modified-Since") || strings.HasSuffix(field, "Modified-Since")
}

// fill puts the entity tag and the date of an answer into a condition.
func fill(t *testing.T, fields []string, h http.Header) []string {
	var date time.Time
	if slices.Contains(fields, "DATE") || slices.Contains(fields, "BEFORE") {
		var err error
		if date, err = http.ParseTime(h.Get("Last-Modified")); err != nil {
			t.Fatalf("Last-Modified %q: %v", h.Get("Last-Modified"), err)
		}
	}
	filled := slices.Clone(fields)
	for i, f := range filled {
		switch f {
		case "DATE":
			filled[i] = date.Format(http.TimeFormat)
		case "BEFORE":
			filled[i] = date.Add(-time.Second).Format(http.TimeFormat)
		case `%s`, `W/%s`, `"a", W/"b,c" , %s,"d"`:
			filled[i] = fmt.Sprintf(f, h.Get("ETag"))
		}
	}
	return filled
}

// checkAnswer compares an answer with that to the plain GET.
func checkAnswer(t *testing.T, what, method string, r, full *http.Response, text string) {
	t.Helper()
	got := body(t, r)
	want := maps.Clone(full.Header)
	switch {
	case r.StatusCode == 304:
		for _, name := range []string{"Content-Encoding", "Content-Language", "Content-Length", "Content-Security-Policy", "Content-Type", "Last-Modified", "Link"} {
			delete(want, name)
		}
		fallthrough
	case method == "HEAD" && r.StatusCode == 200:
		text = ""
		fallthrough
	case r.StatusCode == 200:
		want["X-Request-Id"] = r.Header["X-Request-Id"]
		if !maps.EqualFunc(r.Header, want, slices.Equal) {
			t.Errorf("%s: header\n %v, want\n %v", what, r.Header, want)
		}
		if got != text {
			t.Errorf("%s: body %.40q, want %.40q", what, got, text)
		}
	case r.Header.Get("ETag") != "" || r.Header.Get("Vary") != varyOf(r):
		t.Errorf("%s: header %v", what, r.Header)
	}
}

// TestTagsDiffer checks that answers that differ in any way have different
// entity tags, and that a new version has new ones even if it looks the same.
func TestTagsDiffer(t *testing.T) {
	s, store := newTestServer(t, nil)
	answers := map[string]string{}
	collect := func() map[wanted]string {
		tags := map[wanted]string{}
		for _, w := range everyWanted() {
			r := do(t, s, "GET", w.target, w.fields()...)
			answer := fmt.Sprintf("%s %s %s %q", r.Header.Get("Content-Location"), r.Header.Get("Content-Type"), r.Header.Get("Content-Encoding"), body(t, r))
			tag := r.Header.Get("ETag")
			if other, ok := answers[tag]; ok && other != answer {
				t.Errorf("%v: the tag %s stands for\n%.200s and\n%.200s", w, tag, answer, other)
			}
			answers[tag] = answer
			tags[w] = tag
		}
		return tags
	}
	first := collect()
	store.remove(t, testBase+"person/1")
	store.put(t, person(t, testBase+"person/1", "Ada"))
	second := collect()
	for w, tag := range first {
		if same := tag == second[w]; same == strings.HasPrefix(w.target, "/person/1") {
			t.Errorf("%v: the tag was %s, and after a change of /person/1 it is %s", w, tag, second[w])
		}
	}
	if len(answers) < 35 {
		t.Errorf("only %d tags", len(answers))
	}
}

// TestLastModified checks that no date is handed out for two states, even if
// both came to be within one second.
// TestFutureDate checks that a change dated in the future, as one of this very
// second is after rounding, is not given a date later than the answer's.
func TestFutureDate(t *testing.T) {
	s, store := newTestServer(t, nil)
	store.origin = time.Now().Add(24 * time.Hour)
	r := do(t, s, "GET", "/person/1")
	date, err := http.ParseTime(r.Header.Get("Last-Modified"))
	if err != nil || date.After(time.Now()) {
		t.Errorf("Last-Modified %q", r.Header.Get("Last-Modified"))
	}
}

// TestState checks that the state in entity tags tells apart versions, and
// stores that count alike.
func TestState(t *testing.T) {
	s, _ := newTestServer(t, nil)
	seen := map[string]string{}
	for _, iri := range []string{testBase + "person/1", testBase + "person/2"} {
		for _, version := range []uint64{1, 2} {
			for _, at := range []time.Time{testTime, testTime.Add(time.Nanosecond)} {
				d, err := s.maker.Describe(t.Context(), &rdfstore.Entity{Graph: person(t, iri, "x"), Version: version, Modified: at})
				if err != nil {
					t.Fatal(err)
				}
				what := fmt.Sprint(iri, version, at)
				if other, ok := seen[d.State]; ok {
					t.Errorf("%s and %s have one state", what, other)
				}
				seen[d.State] = what
			}
		}
	}
}
