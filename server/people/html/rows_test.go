package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// TestRows checks the rows of a graph with a label, a nested node, a
// reference, a cycle, a node of its own, and languages.
func TestRows(t *testing.T) {
	crm := func(s string) rdf.IRI { return iri(t, "http://www.cidoc-crm.org/cidoc-crm/"+s) }
	me, name, stray := iri(t, "https://x.example/1"), blank(t, "b0"), iri(t, "https://x.example/stray")
	german, err := graph.Tagged("Maler", "de")
	if err != nil {
		t.Fatal(err)
	}
	g := &graph.Graph{Name: me, Triples: []rdf.Triple{
		{Subj: me, Pred: graph.Type, Obj: crm("E21_Person")},
		{Subj: me, Pred: graph.Label, Obj: graph.String("Ada")},
		{Subj: me, Pred: graph.Label, Obj: graph.String("Lovelace")},
		{Subj: me, Pred: crm("P1_is_identified_by"), Obj: name},
		{Subj: name, Pred: graph.Type, Obj: iri(t, "https://linked.art/ns/terms/Name")},
		{Subj: name, Pred: graph.Type, Obj: iri(t, "https://x.example/Second")},
		{Subj: name, Pred: crm("P190_has_symbolic_content"), Obj: graph.String("Ada L.")},
		{Subj: name, Pred: crm("P1i_identifies"), Obj: me},
		{Subj: me, Pred: crm("P2_has_type"), Obj: iri(t, "urn:x")},
		{Subj: me, Pred: crm("P3_has_note"), Obj: german},
		{Subj: me, Pred: crm("P2_has_type"), Obj: name},
		{Subj: stray, Pred: graph.Label, Obj: graph.String("Stray")},
		{Subj: stray, Pred: crm("P2_has_type"), Obj: iri(t, "urn:y")},
	}}
	got := flat(Rows(g, func(s string) string {
		if strings.HasPrefix(s, "https://x.example/") {
			return strings.TrimPrefix(s, "https://x.example")
		}
		return ""
	}), "")
	want := `label: Lovelace
is identified by: (Name)
  type: https://x.example/Second -> /Second
  has symbolic content: Ada L.
  identifies: Ada -> /1 (Person)
has type: urn:x
has type: (Name)
has note: Maler @de
also described: Stray -> /stray
  has type: urn:y
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if Label(g) != "Ada" {
		t.Errorf("label %q", Label(g))
	}
}

func flat(rows []Row, indent string) string {
	var b strings.Builder
	for _, row := range rows {
		for _, v := range row.Values {
			parts := []string{indent + row.Name + ":"}
			if v.Text != "" {
				parts = append(parts, v.Text)
			}
			if v.Lang != "" {
				parts = append(parts, "@"+v.Lang)
			}
			if v.Href != "" {
				parts = append(parts, "-> "+v.Href)
			}
			if v.Class != "" {
				parts = append(parts, "("+v.Class+")")
			}
			b.WriteString(strings.Join(parts, " ") + "\n" + flat(v.Rows, indent+"  "))
		}
	}
	return b.String()
}

// TestDeepAndWide describes graphs that are hard on a recursion.
func TestDeepAndWide(t *testing.T) {
	next := iri(t, "https://x.example/next")
	me := iri(t, "https://x.example/me")
	deep := &graph.Graph{Name: me}
	var at rdf.Subject = me
	for i := range 20000 {
		node := blank(t, fmt.Sprint("b", i))
		deep.Triples = append(deep.Triples, rdf.Triple{Subj: at, Pred: next, Obj: node})
		at = node
	}
	wide := &graph.Graph{Name: me}
	for i := range 20000 {
		wide.Triples = append(wide.Triples, rdf.Triple{Subj: me, Pred: next, Obj: graph.String(fmt.Sprint(i))})
	}
	for _, g := range []*graph.Graph{deep, wide} {
		if n := count(Rows(g, func(string) string { return "" })); n < 20000 {
			t.Errorf("%d values of 20000 are shown", n)
		}
	}
}

func count(rows []Row) int {
	n := 0
	for _, row := range rows {
		for _, v := range row.Values {
			n += 1 + count(v.Rows)
		}
	}
	return n
}

func TestWords(t *testing.T) {
	tests := [][2]string{
		{"http://www.cidoc-crm.org/cidoc-crm/P1_is_identified_by", "is identified by"},
		{"http://www.cidoc-crm.org/cidoc-crm/P14i_performed", "performed"},
		{"http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object", "Human-Made Object"},
		{"http://www.cidoc-crm.org/cidoc-crm/E33_E41_Linguistic_Appellation", "Linguistic Appellation"},
		{"http://www.w3.org/2000/01/rdf-schema#label", "label"},
		{"http://purl.org/dc/terms/date_accepted", "date accepted"},
		{"https://linked.art/ns/terms/Name", "Name"},
		{"https://x.example/", "https://x.example/"},
		{"https://x.example/P1_", "P1 "},
		{"urn:x:y", "urn:x:y"},
	}
	for _, test := range tests {
		if got := Words(test[0]); got != test[1] {
			t.Errorf("%s: %q, want %q", test[0], got, test[1])
		}
	}
}

func iri(t testing.TB, s string) rdf.IRI {
	t.Helper()
	out, err := graph.IRI(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func blank(t testing.TB, s string) rdf.Blank {
	t.Helper()
	out, err := graph.Blank(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
