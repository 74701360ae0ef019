package svgmap

import (
	"reflect"
	"testing"
)

// TestKept checks that a drawing that is kept is the one that was made.
func TestKept(t *testing.T) {
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	r := Request{ID: "map", Title: "Delft", Marks: []Mark{{Geometry: "POINT (4.36 52.01)", Label: "Delft"}, {Geometry: "POINT (", Label: "nowhere"}}}
	made := a.Draw(r)
	if len(made.Omissions) != 1 || made.HTML == "" {
		t.Fatalf("drawn: %+v", made)
	}
	if again := a.Draw(r); !reflect.DeepEqual(made, again) {
		t.Errorf("got %+v, before %+v", again, made)
	}
}

// TestDigest checks that all that a request says is part of its digest.
func TestDigest(t *testing.T) {
	base := Request{ID: "a", Title: "bc", Marks: []Mark{{Geometry: "POINT (1 2)", Label: "x"}}}
	seen := map[digest]string{base.digest(): "the request itself"}
	for name, change := range map[string]func(*Request){
		"id and title":     func(r *Request) { r.ID, r.Title = "ab", "c" },
		"id":               func(r *Request) { r.ID = "b" },
		"title":            func(r *Request) { r.Title = "d" },
		"description":      func(r *Request) { r.Description = "d" },
		"language":         func(r *Request) { r.Language = "nl" },
		"kind":             func(r *Request) { r.Marks[0].Kind = Stop },
		"geometry":         func(r *Request) { r.Marks[0].Geometry = "POINT (1 3)" },
		"label":            func(r *Request) { r.Marks[0].Label = "y" },
		"label's language": func(r *Request) { r.Marks[0].Lang = "y" },
		"address":          func(r *Request) { r.Marks[0].Href = "y" },
		"count":            func(r *Request) { r.Marks[0].Count = 1 },
		"one more mark":    func(r *Request) { r.Marks = append(r.Marks, Mark{}) },
		"no mark at all":   func(r *Request) { r.Marks = nil },
	} {
		r := base
		r.Marks = append([]Mark(nil), base.Marks...)
		change(&r)
		if other, ok := seen[r.digest()]; ok {
			t.Errorf("%s has the digest of %s", name, other)
		}
		seen[r.digest()] = name
	}
}
