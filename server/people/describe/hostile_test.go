package describe

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/data"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// pageOf is the page of a record with the members, alone in its store.
func pageOf(t testing.TB, class, members string) html.Record {
	t.Helper()
	m := newMuseum(t, parse(t, record(class, "it", members)))
	got, err := m.Record(t.Context(), m.subject(t, data.Base+"it"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestLongText(t *testing.T) {
	const length = 10 << 20
	text := strings.Repeat("ä", length/2)
	got := pageOf(t, "HumanMadeObject", `,"referred_to_by":[{"type":"LinguisticObject","content":"`+text+`"}],
		"identified_by":[{"type":"Name","content":"`+text+`"}],"_label":"`+text[:1000]+`"`)
	if len(got.Statements) != 1 {
		t.Fatalf("%d statements", len(got.Statements))
	}
	s := got.Statements[0]
	if shown := utf8.RuneCountInString(s.Paragraphs[0]); shown != maxText+1 || s.More != length/2-maxText {
		t.Errorf("%d characters are shown, %d are not", shown, s.More)
	}
	if shown := utf8.RuneCountInString(got.Name.Text); shown > brief.MaxName {
		t.Errorf("the name has %d characters", shown)
	}
}

func TestManyNames(t *testing.T) {
	var names, made []string
	for i := range 5000 {
		names = append(names, fmt.Sprintf(`"content":"Name %d"`, i))
		made = append(made, fmt.Sprintf(`{"id":"https://elsewhere.example/%d","type":"Material"}`, i))
	}
	got := pageOf(t, "HumanMadeObject", named(names...)+`,"made_of":[`+strings.Join(made, ",")+"]")
	if len(got.OtherNames) != maxNames {
		t.Errorf("%d other names", len(got.OtherNames))
	}
	for _, fact := range got.Facts {
		if values := len(fact.Values); values != maxValues+1 {
			t.Errorf("%s has %d values", fact.Name, values)
		} else if last := fact.Values[maxValues].Plain(); last != "and 4,900 more, which the data has" {
			t.Errorf("the last value is %q", last)
		}
	}
	if !strings.Contains(strings.Join(textsOf(lean(t, got)), "\n"), "and 4,900 more, which the data has") {
		t.Error("the page does not say that there are more names")
	}
}

// TestBrokenModel has a page for records that are not what the model says.
func TestBrokenModel(t *testing.T) {
	for name, test := range map[string]struct{ members, want string }{
		"another class's property": {`,"born":{"type":"Birth","timespan":{"type":"TimeSpan","begin_of_the_begin":"1632"}}`, "1632"},
		"no date":                  {`,"produced_by":{"type":"Production","timespan":{"type":"TimeSpan","begin_of_the_begin":"yesterday"}}`, "yesterday"},
		"two dates":                {`,"produced_by":{"type":"Production","timespan":{"type":"TimeSpan","begin_of_the_begin":["1632-01-01","1633-01-01"]}}`, "1633-01-01"},
		"no number":                {`,"dimension":[{"type":"Dimension","value":"wide","unit":{"id":"urn:cm","type":"MeasurementUnit"}}]`, "wide"},
		"two numbers":              {`,"dimension":[{"type":"Dimension","value":[1.5,77]}]`, "77"},
		"parts in parts":           {`,"produced_by":{"type":"Production","part":[{"type":"Production","part":[{"type":"Production","technique":[{"id":"urn:technique","type":"Type","_label":"Etching"}]}]}]}`, "Etching"},
		"a name without a text":    {`,"identified_by":[{"type":"Name","referred_to_by":[{"type":"LinguisticObject","content":"A note"}]}]`, "A note"},
		"a statement by reference": {`,"referred_to_by":[{"id":"https://elsewhere.example/text","type":"LinguisticObject"},{"type":"LinguisticObject","content":"A text"}]`, "https://elsewhere.example/text"},
		"a rule without a record":  {`,"used_for":[{"type":"Activity"}]`, "Activity"},
		"an uncertain attribution": {`,"attributed_by":[{"type":"AttributeAssignment","classified_as":[{"id":"urn:possibly","type":"Type","_label":"Possibly"}],"assigned_property":"https://linked.art/ns/terms/current_owner","assigned":[{"id":"urn:owner","type":"Person","_label":"Somebody"}]}]`, "Possibly"},
		"itself":                   {`,"part_of":[{"id":"` + data.Base + `it","type":"HumanMadeObject"}],"shows":[{"id":"` + data.Base + `it","type":"VisualItem"}]`, data.Base + "it"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, class := range []string{"HumanMadeObject", "Person", "Set", "Activity"} {
				if name == "itself" && class != "HumanMadeObject" {
					continue // the others have no such terms
				}
				text := strings.Join(textsOf(lean(t, pageOf(t, class, test.members))), "\n")
				if !strings.Contains(text, test.want) {
					t.Errorf("%s: the page does not say %q", class, test.want)
				}
			}
		})
	}
}

// TestForeignGraph has a page for a graph that is no Linked Art: without a class, with
// nodes that the entity does not lead to, and blank nodes in a circle.
func TestForeignGraph(t *testing.T) {
	iri := func(s string) rdf.IRI {
		i, err := graph.IRI(s)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	blank := func(s string) rdf.Blank {
		b, err := graph.Blank(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	me, a, b := iri(data.Base+"it"), blank("a"), blank("b")
	p := iri("https://elsewhere.example/terms/hasPart")
	g := &graph.Graph{Name: me, Triples: []rdf.Triple{
		{Subj: me, Pred: p, Obj: a}, {Subj: a, Pred: p, Obj: b}, {Subj: b, Pred: p, Obj: a},
		{Subj: b, Pred: p, Obj: graph.String("in the circle")},
		{Subj: iri("javascript:alert(1)"), Pred: p, Obj: iri("javascript:alert(2)")},
		{Subj: blank("apart"), Pred: graph.Label, Obj: graph.String("apart from all")},
		{Subj: blank("apart"), Pred: p, Obj: graph.String("said apart")},
	}}
	m := newMuseum(t, g)
	got, err := m.Record(t.Context(), m.subject(t, me.String()), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(textsOf(lean(t, got)), "\n")
	for _, want := range []string{"in the circle", "said apart", "apart from all", "javascript:alert(2)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, href := range hrefsOf(lean(t, got)) {
		if strings.HasPrefix(href, "javascript:") {
			t.Errorf("the page leads to %s", href)
		}
	}
}

// hrefsOf are the addresses that a page leads to.
func hrefsOf(value any) []string {
	var out []string
	switch v := value.(type) {
	case map[string]any:
		for key, member := range v {
			if text, ok := member.(string); ok && (key == "Href" || key == "Src" || key == "Full") {
				out = append(out, text)
			}
			out = append(out, hrefsOf(member)...)
		}
	case []any:
		for _, item := range v {
			out = append(out, hrefsOf(item)...)
		}
	}
	return out
}

// TestDeepRecord has a page for parts in parts that nobody could look through.
func TestDeepRecord(t *testing.T) {
	const depth = 200
	members := strings.Repeat(`,"part":[{"type":"Activity","_label":"x"`, depth) + strings.Repeat("}]", depth)
	got := pageOf(t, "Activity", members+`,"classified_as":[{"id":"http://vocab.getty.edu/aat/300055863","type":"Type"}]`)
	deepest := 0
	var walk func(sections []html.Section, depth int)
	walk = func(sections []html.Section, depth int) {
		deepest = max(deepest, depth)
		for _, s := range sections {
			walk(s.Sections, depth+1)
		}
	}
	walk(got.Sections, 0)
	if deepest < 3 || deepest > maxDepth+2 {
		t.Errorf("the sections are %d deep", deepest)
	}
}

// TestCircleOfPlaces has pages for places that fall within each other.
func TestCircleOfPlaces(t *testing.T) {
	place := func(id, within string) *graph.Graph {
		return parse(t, record("Place", id, `,"part_of":[{"id":"`+data.Base+within+`","type":"Place"}]`))
	}
	m := newMuseum(t, place("a", "b"), place("b", "c"), place("c", "a"))
	got, err := m.Record(t.Context(), m.subject(t, data.Base+"a"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Within) != 2 {
		t.Errorf("the chain is %+v", got.Within)
	}
	concept := func(id string, broader ...string) *graph.Graph {
		refs := make([]string, len(broader))
		for i, b := range broader {
			refs[i] = `{"id":"` + data.Base + b + `","type":"Type"}`
		}
		return parse(t, record("Type", id, `,"broader":[`+strings.Join(refs, ",")+`]`))
	}
	m = newMuseum(t, concept("a", "b", "c"), concept("b", "a", "d"), concept("c", "d"), concept("d"))
	got, err = m.Record(t.Context(), m.subject(t, data.Base+"a"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	var chains []string
	for _, chain := range got.Tree.Broader {
		text := ""
		for _, part := range chain {
			text += part.Text
		}
		chains = append(chains, text)
	}
	if fmt.Sprint(chains) != "[db dc]" {
		t.Errorf("the chains are %v", chains)
	}
}

// TestReadsAreBounded has a page for a record that refers to more than a page reads.
func TestReadsAreBounded(t *testing.T) {
	var graphs []*graph.Graph
	var places []string
	for i := range 60 {
		var within []string
		for j := range 20 {
			id := fmt.Sprintf("place/%d-%d", i, j)
			graphs = append(graphs, parse(t, record("Place", id, named(`"content":"Own name"`))))
			within = append(within, `{"id":"`+data.Base+id+`","type":"Place","_label":"Label"}`)
		}
		places = append(places, `{"type":"Activity","took_place_at":[`+strings.Join(within, ",")+`]}`)
	}
	graphs = append(graphs, parse(t, record("Person", "it", `,"carried_out":[`+strings.Join(places, ",")+`]`)))
	m := newMuseum(t, graphs...)
	got, err := m.Record(t.Context(), m.subject(t, data.Base+"it"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(textsOf(lean(t, got)), "\n")
	if own := strings.Count(text, "Own name\n"); own == 0 || own > brief.MaxReads+len(places) || !strings.Contains(text, "Label") {
		t.Errorf("the name of a record that was read is said %d times", own)
	}
}
