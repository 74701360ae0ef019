package activity

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"
)

var base = &url.URL{Scheme: "https", Host: "museum.example", Path: "/feed/7"}

func TestReadCollection(t *testing.T) {
	for text, want := range map[string]Collection{
		`{"type":"OrderedCollection","last":{"id":"https://museum.example/feed/9","type":"OrderedCollectionPage"},"totalItems":12,"id":"https://museum.example/feed"}`: {"https://museum.example/feed", "https://museum.example/feed/9", 12},
		`{"type":["x","OrderedCollection"],"last":"9"}`:                      {"", "https://museum.example/feed/9", -1},
		`{"type":"OrderedCollection","totalItems":0}`:                        {"", "", 0},
		`{"type":"OrderedCollection","totalItems":"many","last":{"id":"x"}}`: {"", "https://museum.example/feed/x", -1},
	} {
		got, err := ReadCollection([]byte(text), base)
		if err != nil || *got != want {
			t.Errorf("%s reads as %+v, %v; want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		``:                                      "not a document",
		`[]`:                                    "not a document",
		`{}`:                                    "its type is not OrderedCollection",
		`{"type":"OrderedCollection"}`:          "does not name its last page",
		`{"type":"OrderedCollection","last":7}`: "it has no id",
		`{"type":"OrderedCollection","last":{"id":7}}`:                          "it has no id",
		`{"type":"OrderedCollection","last":{"id":"http://[x"}}`:                "last:",
		`{"type":"OrderedCollectionPage","partOf":{"id":"http://m.example/f"}}`: "the feed seems to be at http://m.example/f",
	} {
		if _, err := ReadCollection([]byte(text), base); !errors.Is(err, ErrNotFeed) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want one that says %q", text, err, want)
		}
	}
}

func TestReadPage(t *testing.T) {
	page, err := ReadPage([]byte(`{"type":"OrderedCollectionPage","prev":{"id":"6"},"x":[],"orderedItems":[
		{"type":"Update","id":"a:1","endTime":"2026-01-31T12:00:00.5+02:00","object":{"id":"http://m.example/1","canonical":"urn:1"}},
		{"type":["Like","Delete"],"object":"http://m.example/2"},
		{"type":"Move","object":{"id":"http://m.example/3"},"target":{"id":"http://m.example/4"}},
		{"type":"Refresh"},
		{"type":"Like"},
		{"type":"Update","endTime":"2026-01-31T12:00:00","object":{"id":"http://m.example/5"}},
		{"type":"Update"},
		{"type":"Update","object":{"id":"/6"}},
		{"type":"Move","object":{"id":"http://m.example/7"}},
		7
	]}`), base)
	if err != nil {
		t.Fatal(err)
	}
	want := []Activity{
		{ID: "a:1", Type: "Update", Object: Resource{"http://m.example/1", "urn:1"}, EndTime: time.Date(2026, 1, 31, 10, 0, 0, 5e8, time.UTC)},
		{Type: "Delete", Object: Resource{"http://m.example/2", "http://m.example/2"}},
		{Type: "Move", Object: Resource{"http://m.example/3", "http://m.example/3"}, Target: Resource{"http://m.example/4", "http://m.example/4"}},
		{Type: "Refresh"},
		{Type: "Update", Object: Resource{"http://m.example/5", "http://m.example/5"}},
	}
	if page.Prev != "https://museum.example/feed/6" || page.Items != 10 || page.Unknown != 1 || len(page.Activities) != len(want) {
		t.Fatalf("the page reads as %+v", page)
	}
	for i, a := range page.Activities {
		if a != want[i] {
			t.Errorf("activity %d reads as %+v, want %+v", i, a, want[i])
		}
	}
	var faults []string
	for _, f := range page.Faults {
		faults = append(faults, f.Reason)
	}
	for i, want := range []string{"endTime is not used", "object: there is none", `"/6" is not an absolute`, "target: there is none", "it is no activity"} {
		if i >= len(faults) || !strings.Contains(faults[i], want) {
			t.Fatalf("the faults are %q, want number %d to say %q", faults, i, want)
		}
	}
	for _, text := range []string{
		``, `{}`, `{"type":"OrderedCollectionPage"}`, `{"type":"OrderedCollectionPage","orderedItems":null}`,
		`{"type":"OrderedCollectionPage","orderedItems":{}}`, `{"type":"OrderedCollectionPage","orderedItems":[],"prev":7}`,
		`{"type":"OrderedCollectionPage","orderedItems":[]} x`, "{\"type\":\"OrderedCollectionPage\",\"orderedItems\":[\"\xff\"]}",
	} {
		if _, err := ReadPage([]byte(text), base); !errors.Is(err, ErrNotFeed) {
			t.Errorf("%s: the error is %v", text, err)
		}
	}
}

// FuzzRead checks that no document makes the reader fail, and that whatever is
// read can be used: times in UTC, resources with addresses, nothing uncounted.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"type":"OrderedCollection","last":{"id":"9"},"totalItems":1e3,"id":"x"}`))
	f.Add([]byte(`{"type":"OrderedCollectionPage","prev":"6","orderedItems":[{"type":"Update","object":{"id":"http://m.example/1"},"endTime":"2026-01-31T12:00:00Z"},{"type":["Move"],"target":"http://m.example/2","object":"http://m.example/1"}]}`))
	f.Add([]byte(`{"type":[{}],"orderedItems":[{},[],null,"x",1e400]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if c, err := ReadCollection(text, base); err == nil && c.Last == "" && c.Total != 0 {
			t.Errorf("a collection without pages: %+v", c)
		}
		p, err := ReadPage(text, base)
		if err != nil {
			return
		}
		told := len(p.Activities) + p.Unknown
		for _, fault := range p.Faults {
			if !fault.Used {
				told++
			}
		}
		if told != p.Items {
			t.Errorf("of %d activities, %d are told", p.Items, told)
		}
		for _, a := range p.Activities {
			if !Known(a.Type) || a.EndTime.Location() != time.UTC || (a.Type == "Refresh") != (a.Object.URL == "") || (a.Type == "Move") != (a.Target.URL != "") {
				t.Errorf("of no use: %+v", a)
			}
		}
	})
}
