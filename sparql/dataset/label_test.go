package dataset_test

import (
	"testing"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/dataset"
)

func TestLabels(t *testing.T) {
	l := dataset.Labels{Base: base}
	for _, test := range []struct{ label, graph, want string }{
		{"b0", base + "object/1", "bobject-2f1.b0"},
		{"x.y-z", base + "é", "b-c3-a9.x.y-z"},
		{"b0", "urn:x_y", "iurn-3ax-5fy.b0"},
		{"b0", base, "ihttps-3a-2f-2fmuseum-2eexample-2f.b0"},
	} {
		b, name := blank(t, test.label), iri(t, test.graph)
		scoped := l.Scoped(b, name)
		if scoped.String() != test.want {
			t.Errorf("%s in %s: %s, want %s", test.label, test.graph, scoped, test.want)
		}
		if local, of, ok := l.Local(scoped); !ok || local != b || of != name {
			t.Errorf("%s is %s in %s, %v", scoped, local, of, ok)
		}
	}
	for _, label := range []string{
		"b0", "b0.", ".b0", "b.b0", "i.b0", "x.b0", "bobject-2F1.b0", "bobject-2.b0", "bobject-zz1.b0", "bobject/1.b0",
		"iobject.b0", "b-61.b0", "i" + "https-3a-2f-2fmuseum-2eexample-2fobject-2f1.b0", "b-ff.b0",
	} {
		if local, name, ok := l.Local(blank(t, label)); ok {
			t.Errorf("%s is taken for %s in %s", label, local, name)
		}
	}
	none := dataset.Labels{}
	if got := none.Scoped(blank(t, "b"), iri(t, "x:g")).String(); got != "ix-3ag.b" {
		t.Errorf("without a base: %s", got)
	}
}

func FuzzLabels(f *testing.F) {
	for _, seed := range []string{"bobject-2f1.b0", "iurn-3ax-5fy.b0", "b..b", "b-c3-a9.é"} {
		f.Add(seed)
	}
	l := dataset.Labels{Base: base}
	f.Fuzz(func(t *testing.T, label string) {
		scoped, err := graph.Blank(label)
		if err != nil {
			return
		}
		local, name, ok := l.Local(scoped)
		if ok && l.Scoped(local, name) != scoped {
			t.Errorf("%q is %s in %s, which has another label", label, local, name)
		}
	})
}
