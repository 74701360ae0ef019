package linkedart

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestAllow(t *testing.T) {
	record := encode(t, edit(t, readBase(t, "person"), `/identified_by/0/id = "https://museum.example/n" ; /weight = 4`))
	for _, c := range []struct {
		allow []string
		want  string
	}{
		{nil, "error embedded-id /identified_by/0/id ; error unknown-property /weight"},
		{[]string{"embedded-id"}, "warning embedded-id /identified_by/0/id ; error unknown-property /weight"},
		{[]string{"D-03"}, "warning embedded-id /identified_by/0/id ; error unknown-property /weight"},
		{[]string{"D-03", "unknown-property"}, "warning embedded-id /identified_by/0/id ; warning unknown-property /weight"},
	} {
		if got := show(newTestValidator(t, Strict, c.allow...).Validate(record)); got != c.want {
			t.Errorf("allow %v: got %s\nwant %s", c.allow, got, c.want)
		}
	}
}

func TestUnknownOptions(t *testing.T) {
	if _, err := NewValidator(Options{Allow: []string{"embeded-id"}}); err == nil || !strings.Contains(err.Error(), "embeded-id") {
		t.Errorf("unknown rule: error %v", err)
	}
	for _, base := range []string{"museum.example", "ftp://museum.example/", "https://museum example/", "https://"} {
		if _, err := NewValidator(Options{Base: base}); err == nil {
			t.Errorf("base %q was taken", base)
		}
	}
}

// TestBaseBoundary takes a base with and without its last slash.
func TestBaseBoundary(t *testing.T) {
	for _, base := range []string{"https://museum.example", "https://museum.example/"} {
		v, err := NewValidator(Options{Base: base})
		if err != nil {
			t.Fatal(err)
		}
		if found := v.Validate(encode(t, readBase(t, "person"))); len(found) > 0 {
			t.Errorf("base %q: %s", base, show(found))
		}
		other := edit(t, readBase(t, "person"), `/id = "https://museum.example.org/person/1"`)
		if got := show(v.Validate(encode(t, other))); got != "error outside-base /id" {
			t.Errorf("base %q: %s", base, got)
		}
	}
}

// TestNoBase holds no id against a base, and tells the endpoint by the class.
func TestNoBase(t *testing.T) {
	v, err := NewValidator(Options{})
	if err != nil {
		t.Fatal(err)
	}
	record := edit(t, readBase(t, "person"), `/id = "http://anywhere.example/place/1"`)
	if found := v.Validate(encode(t, record)); len(found) > 0 {
		t.Error(show(found))
	}
}

// TestExistsIsAskedOnce for each entity that a record refers to, and never for
// the record itself or for entities elsewhere.
func TestExistsIsAskedOnce(t *testing.T) {
	var asked []string
	v, err := NewValidator(Options{Base: testBase, Exists: func(iri string) bool {
		asked = append(asked, iri)
		return true
	}})
	if err != nil {
		t.Fatal(err)
	}
	v.Validate(encode(t, readBase(t, "person")))
	slices.Sort(asked)
	want := []string{"https://museum.example/group/guild-of-saint-luke", "https://museum.example/place/amsterdam", "https://museum.example/place/leiden"}
	if got := slices.DeleteFunc(asked, func(iri string) bool { return strings.HasPrefix(iri, testBase+"pages/") }); !slices.Equal(got, want) {
		t.Errorf("asked for %v, want %v", got, want)
	}
}

// TestMessages holds what is said about a provenance part that lacks something
// to naming the kind it was taken for.
func TestMessages(t *testing.T) {
	v := newTestValidator(t, Standard)
	for _, c := range []struct{ edits, message, fix string }{
		{"- /part/1/transferred_title_of", "taken for an Acquisition because of its type; it lacks transferred_title_of", "an array of references to objects"},
		{"- /part/1/type", "taken for an Acquisition because of transferred_title_of", `"Acquisition"`},
		{`/part/1/type = "Sale"`, `"Sale" is no kind of part; it was taken for an Acquisition because of transferred_title_of`, `"Acquisition"`},
		{"- /part/6/classified_as", "taken for a Promise because of its type; it lacks classified_as", Promise},
		{`/part/6/moved = []`, "an Activity among the parts is a promise, but this one has moved; it was taken for a Move", `"Move"`},
		{`/part/3/paid_amount = {"type": "MonetaryAmount", "value": 1, "currency": {"id": "https://museum.example/c", "type": "Currency"}}`, "a Move has no paid_amount", "belongs to a Payment"},
		{`/shelf = 4`, "would be lost", ""},
		{`/identfied_by = []`, "would be lost", `"identified_by"`},
		{`/timespan/begin_of_the_begin = "1642"`, "not a date", `"1642-01-01T00:00:00Z"`},
		{`/timespan/begin_of_the_begin = "1642-02-29T00:00:00Z"`, "month 2 of year 1642 has no day 29", ""},
	} {
		found := v.Validate(encode(t, edit(t, readBase(t, "provenance"), c.edits)))
		if len(found) == 0 {
			t.Errorf("%s: nothing found", c.edits)
			continue
		}
		if !slices.ContainsFunc(found, func(f Finding) bool {
			return strings.Contains(f.Message, c.message) && strings.Contains(f.Fix, c.fix)
		}) {
			t.Errorf("%s: %+v, want %q, %q", c.edits, found, c.message, c.fix)
		}
	}
}

// TestConcurrent runs one validator from many goroutines; the race detector
// watches.
func TestConcurrent(t *testing.T) {
	v := newTestValidator(t, Standard)
	var texts [][]byte
	var wants []string
	for _, c := range readCases(t)[:120] {
		texts = append(texts, encode(t, edit(t, readBase(t, c.base), c.edits)))
		wants = append(wants, c.want)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i, text := range texts {
				if got := show(v.Validate(text)); got != wants[i] {
					t.Errorf("got %s\nwant %s", got, wants[i])
				}
			}
		})
	}
	group.Wait()
}
