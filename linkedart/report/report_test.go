package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/checks/golden"
	"vitrine/linkedart"
)

// results is one report: a record that is right, one with both levels, and one
// whose file name and pointer would disturb a terminal.
var results = []Result{
	{Path: "people.jsonl", Line: 1},
	{Path: "people.jsonl", Line: 12, Findings: []linkedart.Finding{
		{Pointer: "", Level: linkedart.Warning, Rule: "recommended-missing", Message: "the record has no _label", Fix: "a short text", Source: "tables"},
		{Pointer: "/born/timespan", Level: linkedart.Error, Rule: "timespan-order", Message: "begin_of_the_begin is after end_of_the_end", Source: "CIDOC CRM"},
	}},
	{Path: "odd name\n#1.json", Findings: []linkedart.Finding{
		{Level: linkedart.Error, Rule: "unreadable", Message: "a rule that is not the validator's"},
		{Pointer: "/a\x1b[2J", Level: linkedart.Error, Rule: "unknown-property", Message: `the context has no "é"`, Fix: "nothing"},
	}},
}

func write(t *testing.T, format string, results []Result) string {
	t.Helper()
	var out bytes.Buffer
	w, err := New(&out, Options{Format: format, Version: "1.0.0"})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestFormats(t *testing.T) {
	for _, format := range Formats() {
		for name, results := range map[string][]Result{"some": results, "none": nil} {
			got := write(t, format, results)
			golden.Check(t, "testdata/"+name+"."+format, got)
			if format != "text" && !json.Valid([]byte(got)) {
				t.Errorf("%s, %s results: not JSON", format, name)
			}
		}
	}
}

func TestTextIsOneLinePerFinding(t *testing.T) {
	before, _, _ := strings.Cut(write(t, "text", results), "\n\n")
	if lines := strings.Split(before, "\n"); len(lines) != 4 {
		t.Errorf("%d lines for 4 findings: %q", len(lines), lines)
	}
}

// many are 30 findings of one rule whose fixes differ, and 2 of another.
func many() []Result {
	var out []Result
	for i := range 30 {
		out = append(out, Result{Path: "a.jsonl", Line: i + 1, Findings: []linkedart.Finding{
			{Pointer: "/type", Level: linkedart.Error, Rule: "unknown-class", Message: "m", Fix: fmt.Sprint("fix ", i)},
		}})
	}
	for range 2 {
		out = append(out, Result{Path: "https://museum.example/1", Findings: []linkedart.Finding{
			{Level: linkedart.Warning, Rule: "empty-text", Message: "m", Fix: "a text"},
		}})
	}
	return out
}

// TestShown bounds what is written one by one; the table counts all.
func TestShown(t *testing.T) {
	var out bytes.Buffer
	w, err := New(&out, Options{Format: "text", Shown: 20, Rows: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range many() {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	if n := strings.Count(got, "error unknown-class: m"); n != 20 {
		t.Errorf("%d of the first rule are shown, want 20", n)
	}
	for _, want := range []string{
		"… and 12 more findings\n",
		"unknown-class  error  30     a.jsonl:1: /type  Each type is a class of the context.\n",
		"… and 1 more rule\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if s := w.Summary(); s.Hidden != 12 || s.Errors != 30 || s.Warnings != 2 {
		t.Errorf("summary %+v", s)
	}
}

// TestRows holds the table of every format to the same rows, in which each
// finding is counted once.
func TestRows(t *testing.T) {
	for _, format := range Formats() {
		w, err := New(&bytes.Buffer{}, Options{Format: format, Shown: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range many() {
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		rows := w.Rows()
		if len(rows) != 2 || rows[0].Count != 30 || rows[1].Count != 2 || rows[0].First.Line != 1 {
			t.Errorf("%s: rows %+v", format, rows)
		}
	}
}

// TestSARIF holds the log against what section 3 of the specification requires
// of the objects that are used.
func TestSARIF(t *testing.T) {
	var log struct {
		Version string
		Runs    []struct {
			Tool    struct{ Driver driver }
			Results []result
		}
	}
	if err := json.Unmarshal([]byte(write(t, "sarif", results)), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) != 4 {
		t.Fatalf("version %q, %d runs", log.Version, len(log.Runs))
	}
	rules := log.Runs[0].Tool.Driver.Rules
	for _, r := range log.Runs[0].Results {
		if known := r.RuleID != "unreadable"; known != (r.RuleIndex != nil) || known && rules[*r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule index %v of %s", r.RuleIndex, r.RuleID)
		}
		place := r.Locations[0].Physical
		if place.Region.StartLine < 1 || strings.ContainsAny(place.Artifact.URI, " \n#") {
			t.Errorf("physical location %+v", place)
		}
	}
}

func TestSummary(t *testing.T) {
	for _, format := range Formats() {
		w, err := New(&bytes.Buffer{}, Options{Format: format})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		if want := (Summary{Records: 3, Invalid: 2, Errors: 3, Warnings: 1}); w.Summary() != want {
			t.Errorf("%s: %+v, want %+v", format, w.Summary(), want)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	if _, err := New(&bytes.Buffer{}, Options{Format: "xml"}); err == nil || !strings.Contains(err.Error(), "sarif") {
		t.Errorf("error %v does not list the formats", err)
	}
}

// full refuses every byte.
type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	for _, format := range Formats() {
		w, err := New(full{}, Options{Format: format})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Write(results[1]), w.Close()); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v", format, err)
		}
	}
}
