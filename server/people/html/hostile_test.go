package html

import (
	"bytes"
	"encoding/json"
	"html/template"
	"reflect"
	"testing"

	"vitrine/checks/thorough"
	"vitrine/server/people/i18n"
)

// endpoints are those that have a template of their own, and one that has none.
var endpoints = []string{"object", "person", "group", "place", "provenance", "event", "concept", "set", "text", "visual", "abstract", "digital", ""}

// fill sets all that can be set of a value: texts to a text, lists to two items.
func fill(v reflect.Value, text string, depth int) {
	switch {
	case v.Type() == reflect.TypeFor[template.HTML](), v.Type() == reflect.TypeFor[*i18n.Wording](), v.Type() == reflect.TypeFor[json.RawMessage](), depth > 9:
	case !v.CanSet(): // a field of the package's own
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.Kind() == reflect.Int:
		v.SetInt(7)
	case v.Kind() == reflect.Uint64:
		v.SetUint(1_234_567)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text, depth+1)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), text, depth+1)
		fill(v.Index(1), text, depth+1)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text, depth+1)
		}
	}
}

// TestHostile writes every page with every field a text that would break out of it, or
// an address that would run.
func TestHostile(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{hostile, "javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,<script>alert(1)</script>", "//evil.example/x", `\\evil.example`, "x:y", "\x00\xff\u202e"} {
		var b bytes.Buffer
		write := func(name string, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%s of %q: %v", name, text, err)
			}
			checkHTML(t, b.String())
			if t.Failed() {
				t.Fatalf("%s of %q", name, text)
			}
			b.Reset()
		}
		for j, endpoint := range endpoints {
			if (i+j)%thorough.Rounds(4, 1) != 0 {
				continue
			}
			var r Record
			fill(reflect.ValueOf(&r).Elem(), text, 0)
			r.Endpoint, r.Search.Action = endpoint, "/-/search"
			write("record "+endpoint, pages.Write(&b, &r))
		}
		var results Results
		fill(reflect.ValueOf(&results).Elem(), text, 0)
		results.Search.Action = "/-/search"
		for i := range results.Facets {
			results.Facets[i].Find.Action, results.Facets[i].Range.Action = "/-/search", "/-/search"
		}
		write("results", pages.Write(&b, &results))
		var overview Overview
		fill(reflect.ValueOf(&overview).Elem(), text, 0)
		overview.Search.Action = "/-/search"
		write("overview", pages.Write(&b, &overview))
	}
}

// TestExamples writes the page of each endpoint in each language, with the links that
// carry it on.
func TestExamples(t *testing.T) {
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range languages.List() {
		for _, endpoint := range endpoints {
			var b bytes.Buffer
			frame := Frame{Site: "Museum", Home: "/", Wording: w, Carried: true}
			if err := pages.Write(&b, ExampleRecord(frame, endpoint)); err != nil {
				t.Fatal(err)
			}
			checkHTML(t, b.String())
		}
	}
}
