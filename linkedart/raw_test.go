package linkedart

import (
	"fmt"
	"strings"
	"testing"
)

// rawCases are the records that are not JSON objects, or that an edit of one
// cannot make.
var rawCases = []struct{ name, text, want string }{
	{"nothing", ``, "error json (record)"},
	{"blank", "  \n", "error json (record)"},
	{"half", `{"id": "https://museum.example/place/1", `, "error json (record)"},
	{"two", `{} {}`, "error json (record)"},
	{"more", `{"type": "Place"} x`, "error json (record)"},
	{"comma", `{"type": "Place",}`, "error json (record)"},
	{"bare", `{type: "Place"}`, "error json (record)"},
	{"not UTF-8", "{\"_label\": \"\xff\"}", "error json /_label"},
	{"lone surrogate", `{"_label": "\ud800"}`, "error json /_label"},
	{"number", `{"value": 01}`, "error json (record)"},
	{"string", `"https://museum.example/place/1"`, "error not-object (record)"},
	{"array", `[]`, "error not-object (record)"},
	{"null", `null`, "error not-object (record)"},
	{"empty", `{}`, "error empty-object (record)"},
	{"deep", strings.Repeat(`{"a":`, 101) + "1" + strings.Repeat("}", 101), "error too-deep " + strings.Repeat("/a", 100)},
	{"deep array", strings.Repeat("[", 100_000), "error too-deep " + strings.Repeat("/0", 100)},
	{
		"key twice",
		`{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "https://museum.example/place/1", "type": "Place",
		"_label": "a", "_label": "b", "classified_as": [{"id": "https://museum.example/c", "type": "Type", "type": "Type"}],
		"identified_by": [{"type": "Name", "content": "a"}]}`,
		"error duplicate-key /_label ; error duplicate-key /classified_as/0/type",
	},
}

func TestRaw(t *testing.T) {
	v := newTestValidator(t, Standard)
	for _, c := range rawCases {
		if got := show(v.Validate([]byte(c.text))); got != c.want {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestPositionInMessage(t *testing.T) {
	v := newTestValidator(t, Standard)
	found := v.Validate([]byte("{\n  \"type\": \"Place\",\n  oops\n}"))
	if len(found) != 1 || !strings.HasPrefix(found[0].Message, "line 3, column 3:") {
		t.Errorf("findings %+v, want line 3, column 3", found)
	}
}

// TestTooMany bounds the findings about one record, and keeps them in order.
func TestTooMany(t *testing.T) {
	v := newTestValidator(t, Standard)
	record := edit(t, readBase(t, "place"), `/part_of = [`+strings.Repeat("null, ", 5000)+`null]`)
	found := v.Validate(encode(t, record))
	if len(found) != maxFindings+1 || found[maxFindings].Rule != "too-many" {
		t.Fatalf("%d findings, the last %+v", len(found), found[len(found)-1])
	}
	for i, f := range found[:maxFindings] {
		if want := fmt.Sprintf("/part_of/%d", i); f.Pointer != want {
			t.Fatalf("finding %d is at %s", i, f.Pointer)
		}
	}
}

// TestHugeFaultyRecord is a record whose every value is wrong; that each one is
// looked at once keeps this test from taking minutes.
func TestHugeFaultyRecord(t *testing.T) {
	v := newTestValidator(t, Standard)
	items := make([]string, 5_000)
	for i := range items {
		items[i] = `{"type": "Place", "content": 1}`
	}
	record := edit(t, readBase(t, "place"), `/identified_by = [`+strings.Join(items, ",")+`]`)
	if found := v.Validate(encode(t, record)); len(found) != maxFindings+1 {
		t.Errorf("%d findings", len(found))
	}
}

// TestGeometryDepth reads WKT that a recursive parser would run out of stack
// with.
func TestGeometryDepth(t *testing.T) {
	v := newTestValidator(t, Standard)
	wkt := strings.Repeat("GEOMETRYCOLLECTION (", 20_000)
	record := edit(t, readBase(t, "place"), `/defined_by = "`+wkt+`"`)
	if got := show(v.Validate(encode(t, record))); got != "error wkt /defined_by" {
		t.Error(got)
	}
}
