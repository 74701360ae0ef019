package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/checks/memstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/search/internal/document"
	"vitrine/server/data/search/internal/words"
	"vitrine/server/data/search/query"
)

const (
	painting = "http://vocab.getty.edu/aat/300033618"
	portrait = "http://vocab.getty.edu/aat/300015637"
)

// sample is an index of a few records, each with a word of its own in each
// place that is indexed, and in places that are not.
func sample(t testing.TB) *Index {
	store := memstore.New()
	t.Cleanup(func() { _ = store.Close() })
	girl := newRecord("object/girl", "E22_Human-Made_Object").label("Girl with a Pearl Earring").
		name("Meisje met de parel").name("The Girl, by Délft's painter").identifier("MH 670").identifier("SK-C-5").
		statement("A tronie of 1665, bought for two guilders.").statement("真珠の耳飾りの少女").
		classified(painting, "Painting").classified(portrait, "Tronie type").
		add(iri(base+"other"), graph.Label.String(), graph.String("stranger")).
		part(crm+"P3_has_note", "E33_Linguistic_Object", content, "unseen").
		part(identifiedBy, "E33_E41_Linguistic_Appellation", graph.Label.String(), "labelledname")
	view := newRecord("object/view", "E22_Human-Made_Object").label("View of Delft").name("Gezicht op Delft").
		identifier("MH 92").identifier("SK-C-50").statement("Praised by a girl who saw it, with pearl grey clouds.").
		classified(painting, "Painting")
	text := newRecord("text/ode", "E33_Linguistic_Object").label("Ode").
		add(iri(base+"text/ode"), content, graph.String("Sing, goddess")).classified(portrait, "")
	person := newRecord("person/vermeer", "E21_Person").label("Johannes Vermeer").name("Van der Meer").name("of Delft").name("Jan")
	put(t, store, girl, view, text, person)
	return opened(t, t.TempDir(), store, Options{})
}

func TestFind(t *testing.T) {
	x := sample(t)
	const girl, view, ode, vermeer = "object/girl", "object/view", "text/ode", "person/vermeer"
	tests := []struct {
		text string
		want []string
	}{
		// Each place that is indexed.
		{"earring", []string{girl}},
		{"parel", []string{girl}},
		{"tronie guilders", []string{girl}},
		{"goddess", []string{ode}},
		{"painting", []string{girl, view}},
		{"sk-c-5", []string{girl}},
		{"MH 670", []string{girl}},
		{`"mh 92"`, []string{view}},
		// And those that are not.
		{"stranger", nil},
		{"unseen", nil},
		{"labelledname", nil},
		{"person", nil},
		// All words, wherever they are.
		{"pearl", []string{girl, view}},
		{"pearl earring", []string{girl}},
		{"pearl parel tronie painting sk-c-5", []string{girl}},
		{"pearl vermeer", nil},
		// Phrases: in one value, in order.
		{`"girl with"`, []string{girl}},
		{`"with girl"`, nil},
		{`"with a pearl"`, []string{girl}},
		{`"with pearl"`, []string{view}},
		{`"der meer of delft"`, nil},
		{`"meer of"`, nil},
		{"girl-with-a", []string{girl}},
		// Beginnings.
		{"pra*", []string{view}},
		{"ver*", []string{vermeer}},
		{`girl-with-a-pe*`, []string{girl}},
		{`girl-with-a-px*`, nil},
		{"sk-c-*", []string{girl, view}},
		{"sk-c-50*", []string{view}},
		{"mh*", []string{girl, view}},
		{"sk-c", nil},
		{"zzz*", nil},
		{"zzz", nil},
		// Folding.
		{"DELFT", []string{girl, view, vermeer}},
		{"délft", []string{girl, view, vermeer}},
		{"Delft’s", []string{girl}},
		{"珠の耳", []string{girl}},
		{"少女", []string{girl}},
		{"女少", nil},
		{"少*", []string{girl}},
		// Nothing is an operator.
		{"pearl OR vermeer", nil},
		{"pearl -earring", []string{girl}},
		{"vermer~", []string{vermeer}},
		{"/p.*l/", nil},
		{"label:pearl", nil},
		{"pe?rl", nil},
		{"", []string{girl, view, ode, vermeer}},
	}
	for _, test := range tests {
		want := append([]string{}, test.want...)
		slices.Sort(want)
		if got := found(t, x, test.text); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", test.text, got, want)
		}
	}
}

func TestFilters(t *testing.T) {
	x := sample(t)
	object, text := crm+"E22_Human-Made_Object", crm+"E33_Linguistic_Object"
	tests := []struct {
		words      string
		classes    []string
		classified []string
		want       string
	}{
		{"", []string{object}, nil, "object/girl object/view"},
		{"", []string{object, text}, nil, "object/girl object/view text/ode"},
		{"", nil, []string{portrait}, "object/girl text/ode"},
		{"", nil, []string{portrait, painting}, "object/girl object/view text/ode"},
		{"", []string{text}, []string{portrait}, "text/ode"},
		{"delft", []string{object}, nil, "object/girl object/view"},
		{"delft", []string{object}, []string{portrait}, "object/girl"},
		{"delft", []string{text}, nil, ""},
		{"", []string{crm}, nil, ""},
		{"", nil, []string{portrait + "0"}, ""},
	}
	for _, test := range tests {
		q, err := query.ParseText(test.words)
		if err != nil {
			t.Fatal(err)
		}
		q.Values = map[string][]string{"class": test.classes, "classified_as": test.classified}
		if got := strings.Join(foundBy(t, x, q), " "); got != test.want {
			t.Errorf("%s %v %v: %q, want %q", test.words, test.classes, test.classified, got, test.want)
		}
	}
}

// TestOrder checks that a label counts most and a statement least, that equals
// come in byte order, and that pages of any size put together are the whole.
func TestOrder(t *testing.T) {
	store := memstore.New()
	put(t, store,
		newRecord("a/statement", "E21_Person").statement("amber"),
		newRecord("b/name", "E21_Person").name("amber"),
		newRecord("c/label", "E21_Person").label("amber"),
		newRecord("d/label", "E21_Person").label("amber"),
		newRecord("e/none", "E21_Person").label("beryl"))
	x := opened(t, t.TempDir(), store, Options{})
	want := []string{"c/label", "d/label", "b/name", "a/statement"}
	for _, text := range []string{"amber", "amb*"} {
		q, _ := query.ParseText(text)
		for size := 1; size <= 5; size++ {
			var got []string
			for skip := 0; skip < 5; skip += size {
				hits, err := x.Find(context.Background(), q, skip, size)
				if err != nil || hits.Total != 4 {
					t.Fatalf("%d in all, %v", hits.Total, err)
				}
				for _, id := range hits.IDs {
					got = append(got, strings.TrimPrefix(id, base))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, pages of %d: %v, want %v", text, size, got, want)
			}
		}
	}
}

// TestWorksBeforeTransfers checks that activities come after the work that has the words
// further down, and sales last.
func TestWorksBeforeTransfers(t *testing.T) {
	store := memstore.New()
	put(t, store,
		newRecord("a/sale", "E7_Activity").label("amber").classified(provenanceActivity, ""),
		newRecord("b/work", "E22_Human-Made_Object").name("amber").statement("beryl"),
		newRecord("c/show", "E7_Activity").label("amber").classified("http://vocab.getty.edu/aat/300054766", ""))
	x := opened(t, t.TempDir(), store, Options{})
	q, _ := query.ParseText("amber")
	hits, err := x.Find(context.Background(), q, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{base + "b/work", base + "c/show", base + "a/sale"}
	if !slices.Equal(hits.IDs, want) {
		t.Errorf("%v, want %v", hits.IDs, want)
	}
}

// TestExpansionIsBounded checks that a star that stands for too many words is
// refused rather than cut short.
func TestExpansionIsBounded(t *testing.T) {
	store := memstore.New()
	r := newRecord("1", "E21_Person")
	var words strings.Builder
	for i := range maxExpansion + 1 {
		fmt.Fprintf(&words, "w%d ", i)
		if i%5000 == 0 {
			r.statement(words.String())
			words.Reset()
		}
	}
	put(t, store, r.statement(words.String()))
	x := opened(t, t.TempDir(), store, Options{})
	for text, refused := range map[string]bool{"w*": true, "a-w*": true, "w1*": false, "w10000": false} {
		q, _ := query.ParseText(text)
		if _, err := x.Find(context.Background(), q, 0, 1); isQueryError(err) != refused {
			t.Errorf("%s: %v", text, err)
		}
	}
	if got := found(t, x, "w10000"); len(got) != 1 {
		t.Error("the last word is not found")
	}
}

// TestLongTexts checks that a text is indexed as far as the limits say, and that
// an entity beyond them is still found by the rest.
func TestLongTexts(t *testing.T) {
	store := memstore.New()
	long := func(first, last string) string {
		return first + strings.Repeat(" filling", words.MaxText/8) + " " + last
	}
	r := newRecord("1", "E21_Person").label("label").identifier(strings.Repeat("i", document.MaxIdentifier+1)).
		statement(long("first", "beyond")).statement("other")
	many := newRecord("2", "E21_Person").label("counted")
	for i := range document.MaxEntity/words.MaxText + 2 {
		many.statement(long(fmt.Sprint("begin", i), "beyond"))
	}
	put(t, store, r, many)
	x := opened(t, t.TempDir(), store, Options{})
	for text, want := range map[string]string{"label first other": "1", "beyond": "", "counted begin0 begin15": "2", "begin17": "", "iiiii*": ""} {
		if got := strings.Join(found(t, x, text), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// FuzzFind checks that whatever is understood as a query can be carried out.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{"", "vermeer", `"girl with" pearl*`, "SK-C-*", `"`, `"" "a`, "a* b* c* d* e*", "真珠* の", "ﬁ\u0301*", "/.*/ ~2 ^3 field:x (a OR b)", "\xff", "x\x00y*"} {
		f.Add(seed)
	}
	x := sample(f)
	f.Fuzz(func(t *testing.T, text string) {
		q, err := query.ParseText(text)
		if err != nil {
			return
		}
		if _, err := x.Find(t.Context(), q, 0, 10); err != nil {
			t.Errorf("%s: %v", fmt.Sprint(q), err)
		}
	})
}
