package postings

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/boltstore/internal/record"
	"vitrine/rdfstore/graph"
)

// descriptionsIn returns the postings of the descriptions of a graph.
func descriptionsIn(t *testing.T, d *record.Dictionary, id uint64, triples ...rdf.Triple) (found []Posting) {
	t.Helper()
	ps, err := Indexer{Dict: d}.Postings(&graph.Graph{Name: iri("x:record"), Triples: triples}, id)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(ps, func(a, b Posting) int { return a.Compare(&b.Place) }) {
		t.Errorf("the postings are out of order: %v", ps)
	}
	for _, p := range ps {
		if p.Kind == ByDescription {
			found = append(found, p)
		}
	}
	return found
}

// TestSameDescription tells which graphs give the same description of an IRI.
func TestSameDescription(t *testing.T) {
	about, other := iri("x:type"), iri("x:other")
	node, err := graph.Blank("b0")
	if err != nil {
		t.Fatal(err)
	}
	label := rdf.Triple{Subj: about, Pred: graph.Label, Obj: graph.String("a")}
	kind := rdf.Triple{Subj: about, Pred: graph.Type, Obj: other}
	own := rdf.Triple{Subj: iri("x:record"), Pred: graph.Type, Obj: about}
	apart := rdf.Triple{Subj: node, Pred: graph.Label, Obj: about}
	d := &record.Dictionary{}
	want := descriptionsIn(t, d, 1, own, label, kind)
	if len(want) != 1 || want[0].N != 1 || want[0].Graph != 1 || !DescriptionsOf(about).Has(want[0].Place) || DescriptionsOf(other).Has(want[0].Place) {
		t.Fatalf("the description is %v", want)
	}
	for _, c := range []struct {
		name    string
		same    bool
		triples []rdf.Triple
	}{
		{"in another order", true, []rdf.Triple{kind, apart, label}},
		{"less", false, []rdf.Triple{label}},
		{"more", false, []rdf.Triple{label, kind, {Subj: about, Pred: graph.Label, Obj: graph.String("b")}}},
		{"another object", false, []rdf.Triple{kind, {Subj: about, Pred: graph.Label, Obj: about}}},
		{"another predicate", false, []rdf.Triple{label, {Subj: about, Pred: graph.Label, Obj: other}}},
		{"a blank node", false, []rdf.Triple{label, kind, {Subj: about, Pred: graph.Label, Obj: node}}},
	} {
		got := descriptionsIn(t, d, 2, c.triples...)
		if len(got) != 1 || (got[0].Hash == want[0].Hash && got[0].Predicate == want[0].Predicate) != c.same || !DescriptionsOf(about).Has(got[0].Place) {
			t.Errorf("%s: %v, want the same as %v: %v", c.name, got, want, c.same)
		}
	}
	withBlank := []rdf.Triple{{Subj: about, Pred: graph.Label, Obj: node}}
	if a, b := descriptionsIn(t, d, 1, withBlank...), descriptionsIn(t, d, 2, withBlank...); a[0].Hash == b[0].Hash && a[0].Predicate == b[0].Predicate {
		t.Errorf("blank nodes of two graphs are the same: %v, %v", a, b)
	}
	if two := descriptionsIn(t, d, 1, label, rdf.Triple{Subj: other, Pred: graph.Label, Obj: graph.String("a")}); len(two) != 2 {
		t.Errorf("descriptions of two IRIs: %v", two)
	}
	if none := descriptionsIn(t, d, 1, own, apart); len(none) > 0 {
		t.Errorf("of the entity and a blank node: %v", none)
	}
}

// TestDescriptionsAsMap walks from each description of an IRI to the next, and compares
// with a map.
func TestDescriptionsAsMap(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	x := newIndex(t)
	for range 40 {
		if len(x.runs) > r.IntN(4) {
			x.flush(t)
		}
		x.runs = append(x.runs, NewRun(x.change(r, 1+r.IntN(400))))
		for hash := range uint64(5) {
			part := Part{List: List{ByDescription, hash << 40}, AnyDescription: true}
			it, err := NewIterator(x.tx, part, x.runs)
			if err != nil {
				t.Fatal(err)
			}
			var last Place
			p, ok, err := it.SeekPlace(part.Place(0, 0))
			for _, want := range x.of(part, Place{}) {
				if want.list() == last.list() && want.Predicate == last.Predicate {
					continue
				}
				last = want.Place
				if !ok || err != nil || p != want {
					t.Fatalf("%v: %v, %t, %v; want %v", part, p, ok, err, want)
				}
				p, ok, err = it.SeekPlace(p.list().At(p.Predicate, math.MaxUint64))
			}
			if ok || err != nil {
				t.Fatalf("%v: %v is left over, %v", part, p, err)
			}
		}
	}
}
