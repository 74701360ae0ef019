package server

import (
	"io"
	"slices"
	"strings"
	"testing"

	"vitrine/linkedart/admission"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

func TestPatch(t *testing.T) {
	m := newMuseum(t, nil)
	patch := func(text string) (status int, a answer) {
		r := m.send(t, "PATCH", "/person/ada", text, "Content-Type", "application/merge-patch+json")
		return r.StatusCode, answerOf(t, r)
	}
	for _, test := range []struct {
		patch, result string
		has, hasNot   string
	}{
		{`{"_label":"Countess"}`, "updated", `"_label":"Countess","classified_as"`, "none"},
		{`{"_label":"Countess"}`, "unchanged", `"_label":"Countess"`, "none"},
		{`{"born":null}`, "updated", `"identified_by"`, "born"},
		{`{"born":{"type":"Birth","timespan":{"type":"TimeSpan","begin_of_the_begin":"1815-12-10T00:00:00Z"}}}`, "updated", `"born":{"type":"Birth"`, "none"},
		{`{"born":{"timespan":{"end_of_the_end":"1815-12-11T00:00:00Z"}}}`, "updated", `"begin_of_the_begin":"1815-12-10T00:00:00Z","end_of_the_end":"1815-12-11T00:00:00Z"`, "none"},
		{`{}`, "unchanged", `"born"`, "none"},
		{`{"id":"` + testBase + `person/ada"}`, "unchanged", `"born"`, "none"},
	} {
		status, a := patch(test.patch)
		text := body(t, m.get(t, "/person/ada"))
		if status != 200 || a.Result != test.result || !strings.Contains(text, test.has) || strings.Contains(text, test.hasNot) {
			t.Errorf("%s: status %d, %+v, %s", test.patch, status, a, text)
		}
	}
	before := m.dump(t)
	for _, test := range []struct {
		patch, code, pointer string
		status, line, column int
	}{
		{"{\n \"_label\": oops}", "malformed", "/_label", 400, 2, 12},
		{`{"_label":"a","_label":"b"}`, "malformed", "/_label", 400, 1, 15},
		{`{"_label":"a"} {}`, "malformed", "", 400, 0, 0},
		{`{"_label":"a"`, "malformed", "", 400, 1, 14},
		{" ", "malformed", "", 400, 0, 0},
		{"{\"_label\":\"\xff\"}", "malformed", "/_label", 400, 1, 12},
		{`{"id":"` + testBase + `person/eve"}`, "invalid-record", "", 422, 0, 0},
		{`{"id":null}`, "invalid-record", "", 422, 0, 0},
		{`{"@context":null}`, "invalid-record", "", 422, 0, 0},
		{`{"favourite":"blue"}`, "invalid-record", "", 422, 0, 0},
		{`{"born":{"timespan":{"begin_of_the_begin":"1815-02-30T00:00:00Z"}}}`, "invalid-record", "", 422, 0, 0},
		{`[]`, "invalid-record", "", 422, 0, 0},
		{`null`, "invalid-record", "", 422, 0, 0},
		{`"text"`, "invalid-record", "", 422, 0, 0},
		{strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000), "malformed", "*", 400, 1, 0},
	} {
		status, a := patch(test.patch)
		if status != test.status || a.Code != test.code || a.Line != test.line || test.column > 0 && a.Column != test.column || test.pointer != "*" && a.Pointer != test.pointer {
			t.Errorf("%.60s: status %d, %.300s", test.patch, status, strings.ReplaceAll(a.Detail, "\n", " "))
			t.Errorf("line %d column %d pointer %.40q code %s", a.Line, a.Column, a.Pointer, a.Code)
		}
	}
	if after := m.dump(t); after != before {
		t.Errorf("the store was\n%s\nis\n%s", before, after)
	}
}

// TestJSONPatch changes a record by operations, all or none of them.
func TestJSONPatch(t *testing.T) {
	m := newMuseum(t, nil)
	patch := func(text string) (status int, a answer) {
		r := m.send(t, "PATCH", "/person/ada", text, "Content-Type", "application/json-patch+json")
		return r.StatusCode, answerOf(t, r)
	}
	for _, test := range []struct{ patch, result, has, hasNot string }{
		{`[{"op":"replace","path":"/_label","value":"Countess"}]`, "updated", `"_label":"Countess","classified_as"`, "none"},
		{`[]`, "unchanged", `"_label":"Countess"`, "none"},
		{`[{"op":"test","path":"/_label","value":"Countess"},{"op":"remove","path":"/born"}]`, "updated", `"identified_by"`, "born"},
		{`[{"op":"add","path":"/identified_by/-","value":{"type":"Identifier","content":"7"}}]`, "updated", `"content":"7"`, "none"},
	} {
		status, a := patch(test.patch)
		text := body(t, m.get(t, "/person/ada"))
		if status != 200 || a.Result != test.result || !strings.Contains(text, test.has) || strings.Contains(text, test.hasNot) {
			t.Errorf("%s: status %d, %+v, %s", test.patch, status, a, text)
		}
	}
	before := m.dump(t)
	for _, test := range []struct {
		patch, code string
		status      int
	}{
		{`{"op":"remove","path":"/_label"}`, "malformed", 400},
		{`[{"op":"remove"}]`, "malformed", 400},
		{`[{"op":"remove","path":"_label"}]`, "malformed", 400},
		{`[{"op":"add","path":"/_label"}]`, "malformed", 400},
		{`[{"op":"move","path":"/_label"}]`, "malformed", 400},
		{`[{"op":"forget","path":"/_label"}]`, "malformed", 400},
		{`[{"op":"remove","op":"add","path":"/_label"}]`, "malformed", 400},
		{`[null]`, "malformed", 400},
		{`null`, "malformed", 400},
		{`[`, "malformed", 400},
		{`[{"op":"test","path":"/_label","value":"Ada"},{"op":"remove","path":"/_label"}]`, "conflict", 409},
		{`[{"op":"remove","path":"/_label"},{"op":"remove","path":"/none"}]`, "invalid-record", 422},
		{`[{"op":"replace","path":"/identified_by/-1","value":{}}]`, "invalid-record", 422},
		{`[{"op":"replace","path":"/identified_by/99","value":{}}]`, "invalid-record", 422},
		{`[{"op":"remove","path":"/id"}]`, "invalid-record", 422},
		{`[{"op":"replace","path":"","value":[]}]`, "invalid-record", 422},
		{`[` + strings.Repeat(`{"op":"test","path":"/type","value":"Person"},`, 1000) + `{"op":"remove","path":"/born"}]`, "content-too-large", 413},
		{`[` + strings.Repeat(`{"op":"copy","from":"/identified_by","path":"/identified_by/-"},`, 40) + `{"op":"remove","path":"/born"}]`, "content-too-large", 413},
	} {
		if status, a := patch(test.patch); status != test.status || a.Code != test.code {
			t.Errorf("%.80s: status %d, %+v", test.patch, status, a)
		}
	}
	if after := m.dump(t); after != before {
		t.Errorf("the store was\n%s\nis\n%s", before, after)
	}
}

// TestPatchListsRemovals replaces an array by a shorter one: the answer lists what went.
func TestPatchListsRemovals(t *testing.T) {
	m := newMuseum(t, nil)
	m.mustSend(t, "PATCH", "/person/ada", `{"identified_by":[{"type":"Name","content":"Ada"},{"type":"Identifier","content":"1815.7"}]}`, "Content-Type", "application/merge-patch+json")
	r := m.send(t, "PATCH", "/person/ada", `{"identified_by":[{"type":"Name","content":"Ada"}]}`, "Content-Type", "application/merge-patch+json")
	if text, want := body(t, r), `"removed":[{"pointer":"/identified_by/1","value":{"type":"Identifier","content":"1815.7"}}]`; r.StatusCode != 200 || !strings.Contains(strings.Join(strings.Fields(text), ""), want) {
		t.Errorf("status %d, %s, want %s", r.StatusCode, text, want)
	}
}

// TestPatchOfAnotherFormat changes records that came as Turtle.
func TestPatchOfAnotherFormat(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.Checking = admission.Off })
	for _, text := range []string{
		`<> a <http://www.cidoc-crm.org/cidoc-crm/E21_Person> ; <http://www.w3.org/2000/01/rdf-schema#label> "Ada" .`,
		`<> a <http://www.cidoc-crm.org/cidoc-crm/E21_Person> ; <http://www.w3.org/2000/01/rdf-schema#label> "Ada" . <x:unreached> <x:p> "far", 8.80, "01"^^<http://www.w3.org/2001/XMLSchema#integer> .`,
		`<> a <http://www.cidoc-crm.org/cidoc-crm/E21_Person> ; <http://www.w3.org/2000/01/rdf-schema#label> "Ada" ; <x:list> ( 1 2 [ <x:loop> <x:other> ] ) .`,
	} {
		if r := m.send(t, "PUT", "/person/ada", text, "Content-Type", "text/turtle"); r.StatusCode != 200 {
			t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
		}
		before := body(t, m.get(t, "/person/ada.nt"))
		r := m.send(t, "PATCH", "/person/ada", `{"_label":"Countess"}`, "Content-Type", "application/merge-patch+json")
		after := body(t, m.get(t, "/person/ada.nt"))
		lines := func(text string) []string { return slices.Sorted(strings.SplitSeq(text, "\n")) }
		if r.StatusCode != 200 || !slices.Equal(lines(after), lines(strings.Replace(before, `"Ada"`, `"Countess"`, 1))) {
			t.Errorf("status %d, %s became\n%s", r.StatusCode, before, after)
		}
	}
}

// forgetful writes a graph without its last triple.
type forgetful struct{ serialize.Encoder }

func (e forgetful) Encode(g *graph.Graph) error {
	part := *g
	part.Triples = g.Triples[:len(g.Triples)-1]
	return e.Encoder.Encode(&part)
}

// TestPatchLosesNothing changes a record of which the JSON does not say all.
func TestPatchLosesNothing(t *testing.T) {
	m := newMuseum(t, func(c *Config) {
		c.Checking = admission.Off
		whole := c.Formats[0].NewEncoder
		part := *c.Formats[0]
		part.NewEncoder = func(w io.Writer) serialize.Encoder { return forgetful{whole(w)} }
		c.Formats[0] = &part
	})
	if r := m.send(t, "PUT", "/person/ada", `<> <x:p> "a", "b" .`, "Content-Type", "text/turtle"); r.StatusCode != 200 {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	before := m.dump(t)
	r := m.send(t, "PATCH", "/person/ada", `{"_label":"Countess"}`, "Content-Type", "application/merge-patch+json")
	if a := answerOf(t, r); r.StatusCode != 409 || a.Code != "conflict" || m.dump(t) != before {
		t.Errorf("status %d, %+v", r.StatusCode, a)
	}
}
