package links

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// testCase is a block of testdata/cases.txt.
type testCase struct {
	link    string
	records []caseRecord
}

// caseRecord is a line of a block: a record and whether it is a result.
type caseRecord struct {
	word, why, id, class, members string
}

func readCases(t *testing.T) []testCase {
	t.Helper()
	text, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	for _, line := range strings.Split(string(text), "\n") {
		if name, ok := strings.CutPrefix(line, "link "); ok {
			cases = append(cases, testCase{link: name})
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		head, record, _ := strings.Cut(line, ": ")
		r := caseRecord{}
		r.word, r.why, _ = strings.Cut(head, " ")
		fields := strings.SplitN(record, " ", 3)
		r.id, r.class = fields[0], fields[1]
		if len(fields) == 3 {
			r.members = ", " + fields[2]
		}
		last := &cases[len(cases)-1]
		last.records = append(last.records, r)
	}
	return cases
}

// graph reads the record where the link is asked of the start, of the class.
func (r caseRecord) graph(t *testing.T, reader reader, start, class string) *graph.Graph {
	text := `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "` + r.id + `", "type": "` + r.class + `"` + r.members + `}`
	text = strings.ReplaceAll(text, "START", `{"id": "`+start+`", "type": "CLASS"}`)
	return reader.read(t, []byte(strings.ReplaceAll(text, "CLASS", class)))
}

// TestCases asks each link of a record of each class that has it, among records
// that are results and records that nearly are.
func TestCases(t *testing.T) {
	table, reader := newTable(t), newReader()
	cases := readCases(t)
	for i, l := range table.All() {
		if i >= len(cases) || cases[i].link != l.Name {
			t.Fatalf("no case for %s in its place", l.Name)
		}
		on, returns := columns(t, l.Name)
		for _, class := range on {
			t.Run(l.Name+"/"+class, func(t *testing.T) { cases[i].run(t, table, reader, class) })
		}
		misses := 0
		for _, r := range cases[i].records {
			if r.word == "hit" {
				returns = slices.DeleteFunc(returns, func(class string) bool { return class == r.class })
			} else if r.word == "miss" {
				misses++
			}
		}
		if len(returns) > 0 || misses == 0 {
			t.Errorf("%s: %d misses, and no hit of %v", l.Name, misses, returns)
		}
	}
}

// columns returns the terms of the classes that have the link and of those that
// it returns.
func columns(t *testing.T, link string) (on, returns []string) {
	t.Helper()
	rows, err := readRows("links.tsv", linksFile, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row[0] == link {
			return strings.Split(row[1], ","), strings.Split(row[2], ",")
		}
	}
	t.Fatalf("no row for %s", link)
	return nil, nil
}

func (c testCase) run(t *testing.T, table *Table, reader reader, class string) {
	store := memstore.NewDeriving(table.Derivation())
	start := c.records[0]
	var hits []string
	var on *graph.Graph
	for _, r := range c.records {
		g := r.graph(t, reader, start.id, class)
		if r.word == "on" {
			on = g
		} else if r.word == "hit" {
			hits = append(hits, g.Name.String())
		}
		if _, err := store.Apply(t.Context(), rdfstore.Change{Put: g}); err != nil {
			t.Fatal(err)
		}
	}
	l, _ := table.Link(c.link)
	names, total, err := table.Items(t.Context(), store, l, on.Name, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	got := texts(names)
	slices.Sort(got)
	slices.Sort(hits)
	if !slices.Equal(got, hits) || total != uint64(len(hits)) {
		t.Errorf("%d results %v, want %v", total, trimmed(got), trimmed(hits))
	}
	found, err := table.For(t.Context(), store, on.Name, on.Classes())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(found, Found{Link: l, Count: uint64(len(hits)), Exact: true}) {
		t.Errorf("the link is not among %v", found)
	}
}

func texts(names []rdf.IRI) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = name.String()
	}
	return out
}

func trimmed(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.TrimPrefix(name, data.Base)
	}
	return out
}
