package check

import (
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/harvest/client"
	"vitrine/remote"
)

// feed is a feed that keeps every rule, until a test changes it. Documents are
// text by path, in which HOST stands for the address of the server.
type feed struct {
	documents map[string]string
	// answer, if not nil, may change an answer before it is sent.
	answer func(path string, r *http.Request, h http.Header) (status int)
}

const (
	feedType   = `application/ld+json;profile="http://iiif.io/api/discovery/1/context.json";charset=utf-8`
	recordType = `application/ld+json;profile="https://linked.art/ns/v1/linked-art.json"`
)

func goodFeed() *feed {
	const context = `"@context":["https://linked.art/ns/v1/record-types.json","http://iiif.io/api/discovery/1/context.json"]`
	const page = `"type":"OrderedCollectionPage"`
	const of = `"partOf":{"id":"HOST/feed","type":"OrderedCollection"}`
	return &feed{documents: map[string]string{
		"/feed": `{` + context + `,"id":"HOST/feed","type":"OrderedCollection","totalItems":6,
			"first":{"id":"HOST/page/0",` + page + `},"last":{"id":"HOST/page/2",` + page + `},
			"rights":"https://creativecommons.org/publicdomain/zero/1.0/",
			"seeAlso":[{"id":"HOST/void","type":"Dataset"}],"partOf":[{"id":"HOST/all","type":"OrderedCollection"}]}`,
		"/page/0": `{` + context + `,"id":"HOST/page/0",` + page + `,` + of + `,"summary":"` + strings.Repeat("x", 1000) + `","startIndex":0,"next":{"id":"HOST/page/1",` + page + `},"orderedItems":[
			{"type":"Create","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:01Z"},
			{"type":"Create","object":{"id":"HOST/2","type":"Person"},"endTime":"2026-01-01T00:00:02Z"}]}`,
		"/page/1": `{` + context + `,"id":"HOST/page/1",` + page + `,` + of + `,"startIndex":2,"next":{"id":"HOST/page/2",` + page + `},"prev":{"id":"HOST/page/0",` + page + `},"orderedItems":[
			{"type":"Delete","object":{"id":"HOST/2","type":"Person"},"endTime":"2026-01-01T00:00:03Z"},
			{"type":"Refresh","startTime":"2026-01-01T00:00:03Z"},
			{"type":"Move","object":{"id":"HOST/0","type":"Person"},"target":{"id":"HOST/3","type":"Person"},"endTime":"2026-01-01T00:00:04.5Z"}]}`,
		"/page/2": `{` + context + `,"id":"HOST/page/2",` + page + `,` + of + `,"startIndex":5,"prev":{"id":"HOST/page/1",` + page + `},"orderedItems":[
			{"type":"Update","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}]}`,
		"/1": `{"id":"HOST/1"}`,
		"/3": `{"id":"HOST/3"}`,
	}}
}

// replace changes a document; what is changed has to be there.
func replace(path, old, with string) func(*testing.T, *feed) {
	return func(t *testing.T, f *feed) {
		if !strings.Contains(f.documents[path], old) {
			t.Fatalf("%s does not say %s", path, old)
		}
		f.documents[path] = strings.Replace(f.documents[path], old, with, 1)
	}
}

// header changes the header of a path's answers.
func header(path, name, value string) func(*testing.T, *feed) {
	return func(_ *testing.T, f *feed) {
		f.answer = func(asked string, _ *http.Request, h http.Header) int {
			if asked == path {
				h.Set(name, value)
			}
			return http.StatusOK
		}
	}
}

// add puts activities at the end of the last page.
func add(activities string) func(*testing.T, *feed) {
	return func(t *testing.T, f *feed) {
		replace("/page/2", `05Z"}]`, `05Z"},`+activities+`]`)(t, f)
		replace("/feed", `"totalItems":6`, fmt.Sprintf(`"totalItems":%d`, 6+strings.Count(activities, `"object"`)))(t, f)
	}
}

func all(changes ...func(*testing.T, *feed)) func(*testing.T, *feed) {
	return func(t *testing.T, f *feed) {
		for _, change := range changes {
			change(t, f)
		}
	}
}

func (f *feed) serve(t *testing.T) string {
	t.Helper()
	var host string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := f.documents[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		contentType := feedType
		if len(r.URL.Path) == len("/1") {
			contentType = recordType
		}
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Etag", `"1"`)
		w.Header().Set("Content-Encoding", "gzip")
		status := http.StatusOK
		if f.answer != nil {
			status = f.answer(r.URL.Path, r, w.Header())
		}
		w.WriteHeader(status)
		text = strings.ReplaceAll(text, "HOST", host)
		if w.Header().Get("Content-Encoding") != "gzip" {
			fmt.Fprint(w, text)
			return
		}
		z := gzip.NewWriter(w)
		fmt.Fprint(z, text)
		z.Close()
	}))
	t.Cleanup(server.Close)
	host = server.URL
	return server.URL
}

func options(t *testing.T, address string) Options {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Options{Hosts: []string{u.Host}, GateOptions: remote.GateOptions{Tries: 1, Wait: func(context.Context, time.Duration) error { return nil }}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return Options{Feed: address + "/feed", Client: c, Sample: 5}
}

// broken are feeds that each break the one rule.
var broken = []struct {
	rule   string
	change func(*testing.T, *feed)
}{
	{"C-08", replace("/feed", `"id":"HOST/feed"`, `"id":"HOST/other"`)},
	{"C-09", replace("/feed", `"type":"OrderedCollection"`, `"type":"Collection"`)},
	{"C-10", replace("/feed", `"last":{"id":"HOST/page/2","type":"OrderedCollectionPage"}`, `"last":"HOST/page/2"`)},
	{"C-10", replace("/feed", `"last":{"id":"HOST/page/2","type":"OrderedCollectionPage"}`, `"last":{"id":"HOST/page/2"}`)},
	{"C-11", replace("/feed", `"first"`, `"begin"`)},
	{"C-12", replace("/feed", `"totalItems":6`, `"totalItems":"6"`)},
	{"C-12", replace("/feed", `"totalItems":6`, `"totalItems":7`)},
	{"C-12", replace("/feed", `"totalItems":6`, `"totalItems":2`)},
	{"C-13", replace("/feed", `"seeAlso":[`, `"seeAlso":[{"id":"x","type":"Dataset"},`)},
	{"C-14", replace("/feed", `"partOf":[{"id":"HOST/all","type":"OrderedCollection"}]`, `"partOf":{"id":"HOST/all","type":"OrderedCollection"}`)},
	{"C-15", replace("/feed", `"rights":"https://creativecommons.org/publicdomain/zero/1.0/"`, `"rights":"free"`)},
	{"C-16", replace("/feed", `"seeAlso"`, `"orderedItems":[],"seeAlso"`)},
	{"C-17", replace("/page/1", `"id":"HOST/page/1"`, `"id":"HOST/page/1a"`)},
	{"C-18", replace("/page/1", `"id":"HOST/page/1","type":"OrderedCollectionPage"`, `"id":"HOST/page/1","type":"Page"`)},
	{"C-19", replace("/page/1", `"partOf":{"id":"HOST/feed","type":"OrderedCollection"}`, `"partOf":"HOST/feed"`)},
	{"C-19", replace("/page/1", `"partOf":{"id":"HOST/feed"`, `"partOf":{"id":"HOST/other"`)},
	{"C-20", replace("/page/1", `"prev":{"id":"HOST/page/0","type":"OrderedCollectionPage"}`, `"prev":"HOST/page/0"`)},
	{"C-20", all(replace("/page/1", `"prev":{"id":"HOST/page/0","type":"OrderedCollectionPage"},`, ``), replace("/page/1", `"startIndex":2,`, ``), replace("/page/2", `"startIndex":5,`, ``), replace("/feed", `"totalItems":6,`, ``))},
	{"C-21", replace("/page/0", `"next":{"id":"HOST/page/1"`, `"next":{"id":"HOST/page/2"`)},
	{"C-21", replace("/page/1", `"next"`, `"more"`)},
	{"C-22", replace("/page/1", `"startIndex":2`, `"startIndex":3`)},
	{"C-22", replace("/page/1", `"startIndex":2`, `"startIndex":-2`)},
	{"C-23", all(replace("/page/2", `{"type":"Update","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`, ``), replace("/feed", `"totalItems":6`, `"totalItems":5`))},
	{"C-24", all(replace("/page/0", `01Z`, `02.2Z`))},
	{"C-04", replace("/page/2", `05Z`, `04Z`)},
	{"page-uris", func(_ *testing.T, f *feed) {
		f.documents["/page/9"] = f.documents["/page/2"]
		for path, text := range f.documents {
			f.documents[path] = strings.ReplaceAll(text, "page/2", "page/9")
		}
	}},
	{"stable", func(_ *testing.T, f *feed) {
		asked := 0
		f.answer = func(path string, _ *http.Request, h http.Header) int {
			if path == "/page/1" {
				asked++
				h.Set("Etag", fmt.Sprint(asked))
			}
			return http.StatusOK
		}
	}},
	{"C-26", add(`{"type":"Like","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`)},
	{"C-27", add(`{"type":"Add","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`)},
	{"C-28", add(`{"type":"Update","object":"HOST/1","endTime":"2026-01-01T00:00:06Z"}`)},
	{"C-28", add(`{"type":"Update","object":{"id":"urn:1","type":"Person"},"endTime":"2026-01-01T00:00:06Z"}`)},
	{"C-03", add(`{"type":"Update","object":{"id":"HOST/1","type":"Person"}}`)},
	{"C-31", replace("/page/2", `05Z`, `05+00:00`)},
	{"C-31", replace("/page/1", `03Z`, `03`)},
	{"C-34", replace("/page/2", `2026-01-01T00:00:05Z`, `2126-01-01T00:00:05Z`)},
	{"C-35", add(`{"type":"Create","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`)},
	{"C-37", add(`{"type":"Delete","object":{"id":"HOST/2","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`)},
	{"C-38", add(`{"type":"Move","object":{"id":"HOST/1","type":"Person"},"target":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`)},
	{"C-38", add(`{"type":"Move","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`)},
	{"C-40", replace("/page/1", `"Refresh","startTime":"2026-01-01T00:00:03Z"`, `"Refresh"`)},
	{"C-53", add(`{"type":"Update","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`)},
	{"C-43", replace("/page/1", `"http://iiif.io/api/discovery/1/context.json"`, `"https://iiif.io/api/discovery/1/context.json"`)},
	{"C-43", replace("/feed", `"http://iiif.io/api/discovery/1/context.json"`, `{},"http://iiif.io/api/discovery/1/context.json"`)},
	{"C-44", replace("/feed", `"http://iiif.io/api/discovery/1/context.json"`, `"http://iiif.io/api/discovery/1/context.json","https://museum.example/terms"`)},
	{"context-first", replace("/feed", `{"@context"`, `{"x":1,"@context"`)},
	{"C-47", header("/page/1", "Content-Type", "application/activity+json;charset=utf-8")},
	{"charset", header("/page/1", "Content-Type", "application/json;charset=iso-8859-1")},
	{"any-accept", func(_ *testing.T, f *feed) {
		f.answer = func(_ string, r *http.Request, h http.Header) int {
			if r.URL.Path == "/feed" && r.Header.Get("Accept") == "*/*" {
				return http.StatusNotAcceptable
			}
			return http.StatusOK
		}
	}},
	{"C-48", header("/page/0", "Access-Control-Allow-Origin", "https://museum.example")},
	{"compression", header("/page/0", "Content-Encoding", "identity")},
	{"C-33", func(_ *testing.T, f *feed) { delete(f.documents, "/3") }},
	{"C-51", replace("/3", "HOST/3", "HOST/4")},
	{"C-51", header("/3", "Content-Type", "text/html")},
	{"gone", func(_ *testing.T, f *feed) { f.documents["/2"] = `{}` }},
}

func TestRules(t *testing.T) {
	tried := map[string]bool{"": true}
	for _, test := range append([]struct {
		rule   string
		change func(*testing.T, *feed)
	}{{"", func(*testing.T, *feed) {}}}, broken...) {
		tried[test.rule] = true
		t.Run("breaks "+test.rule, func(t *testing.T) {
			f := goodFeed()
			test.change(t, f)
			report, err := Run(t.Context(), options(t, f.serve(t)))
			if err != nil {
				t.Fatal(err)
			}
			for _, result := range report.Results {
				if result.Kept == (result.Rule == test.rule) {
					t.Errorf("%s %s: kept %t, %d times: %v", result.Level, result.Rule, result.Kept, result.Count, result.Messages)
				}
			}
			if want := slices.ContainsFunc(Rules(), func(r Rule) bool { return r.ID == test.rule && r.Level == Must }); want != (report.Broken(Must) == 1) {
				t.Errorf("%d rules that have to be kept are broken", report.Broken(Must))
			}
		})
	}
	for _, rule := range Rules() {
		if !tried[rule.ID] {
			t.Errorf("no feed breaks %s", rule.ID)
		}
	}
}

// What a feed may do, too.
func TestFeedsThatAreFine(t *testing.T) {
	for name, change := range map[string]func(*testing.T, *feed){
		"empty": func(_ *testing.T, f *feed) {
			f.documents = map[string]string{"/feed": `{"@context":"http://iiif.io/api/discovery/1/context.json","id":"HOST/feed","type":"OrderedCollection","totalItems":0}`}
		},
		"told apart by id": add(`{"type":"Update","id":"HOST/a","object":{"id":"HOST/1","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`),
		"created again":    all(func(_ *testing.T, f *feed) { f.documents["/2"] = `{"id":"HOST/2"}` }, add(`{"type":"Create","object":{"id":"HOST/2","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`)),
		"canonical":        all(replace("/1", "HOST/1", "urn:1"), replace("/page/2", `"id":"HOST/1"`, `"id":"HOST/1","canonical":"urn:1"`)),
		"another host":     add(`{"type":"Update","object":{"id":"https://other.example/","type":"Person"},"endTime":"2026-01-01T00:00:05Z"}`),
		"plain JSON":       header("/feed", "Content-Type", "application/json"),
		"a charset":        header("/feed", "Content-Type", "application/json;charset=UTF-8"),
		"@id":              replace("/1", `"id"`, `"@id"`),
	} {
		t.Run(name, func(t *testing.T) {
			f := goodFeed()
			change(t, f)
			report, err := Run(t.Context(), options(t, f.serve(t)))
			if err != nil {
				t.Fatal(err)
			}
			for _, result := range report.Results {
				if !result.Kept {
					t.Errorf("%s: %v", result.Rule, result.Messages)
				}
			}
		})
	}
}

func TestPagesThatCannotBeRead(t *testing.T) {
	for name, change := range map[string]func(*testing.T, *feed){
		"not there": func(_ *testing.T, f *feed) { delete(f.documents, "/page/1") },
		"no JSON":   func(_ *testing.T, f *feed) { f.documents["/page/1"] = "[]" },
		"circle":    replace("/page/1", `"prev":{"id":"HOST/page/0"`, `"prev":{"id":"HOST/page/2"`),
	} {
		f := goodFeed()
		change(t, f)
		report, err := Run(t.Context(), options(t, f.serve(t)))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(report.Results, func(r Result) bool { return r.Rule == "C-17" })
		if report.Results[i].Kept || report.Whole {
			t.Errorf("%s: %+v", name, report.Results[i])
		}
	}
	f := goodFeed()
	o := options(t, f.serve(t))
	o.Feed += "s"
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("the error is %v", err)
	}
}

func TestOnlySomePages(t *testing.T) {
	f := goodFeed()
	o := options(t, f.serve(t))
	o.Pages, o.Sample = 2, 1
	report, err := Run(t.Context(), o)
	if err != nil || report.Broken(Must)+report.Broken(Should) > 0 || report.Pages != 2 || report.Whole || report.Resources != 1 || report.Deleted != 1 {
		t.Errorf("it came to %+v, %v", report, err)
	}
}

// FuzzRules checks that no document makes a rule fail, and that what is said is
// about something.
func FuzzRules(f *testing.F) {
	for _, text := range goodFeed().documents {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"orderedItems":[1,{"type":[],"object":[],"target":7,"endTime":{}},{"type":"Move","object":{"id":{}}}],"@context":[[]],"partOf":[{}],"seeAlso":[null],"rights":"%"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		answer := &client.Answer{Status: http.StatusOK, Header: http.Header{}, Body: text}
		d, err := readDocument("https://museum.example/feed", answer)
		if err != nil {
			return
		}
		s := &survey{collection: d, pages: []*document{d, d}, any: answer, whole: true,
			again:   map[string]*client.Answer{d.url: answer},
			present: []sample{{url: d.url, answer: answer}}, deleted: []sample{{url: d.url, answer: answer}}}
		for _, rule := range Rules() {
			for _, message := range rule.check(s) {
				if message == "" {
					t.Errorf("%s says nothing", rule.ID)
				}
			}
		}
	})
}
