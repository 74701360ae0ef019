package jsonld

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

func TestFlattenedLists(t *testing.T) {
	p := testProcessor()
	const first, rest = `<rdf:first>`, `<rdf:rest>`
	for _, test := range []struct{ name, triples, want string }{
		{"a list", `<ex:r> <ex:p> _:a . _:a ` + first + ` "x" . _:a ` + rest + ` _:b . _:b ` + first + ` <ex:o> . _:b ` + rest + ` <rdf:nil> .`,
			`[{"@id":"<ex:r>","<ex:p>":[{"@list":[{"@value":"x"},{"@id":"<ex:o>"}]}]}]`},
		{"an empty list", `<ex:r> <ex:p> <rdf:nil> .`,
			`[{"@id":"<ex:r>","<ex:p>":[{"@list":[]}]}]`},
		{"a list of lists, one of them empty", `<ex:r> <ex:p> _:a . _:a ` + first + ` _:c . _:a ` + rest + ` _:b . _:b ` + first + ` <rdf:nil> . _:b ` + rest + ` <rdf:nil> . _:c ` + first + ` "x" . _:c ` + rest + ` <rdf:nil> .`,
			`[{"@id":"<ex:r>","<ex:p>":[{"@list":[{"@list":[{"@value":"x"}]},{"@list":[]}]}]}]`},
		{"a node in a list is an object of its own", `<ex:r> <ex:p> _:a . _:a ` + first + ` _:n . _:a ` + rest + ` <rdf:nil> . _:n <ex:q> "y" .`,
			`[{"@id":"<ex:r>","<ex:p>":[{"@list":[{"@id":"_:n"}]}]},{"@id":"_:n","<ex:q>":[{"@value":"y"}]}]`},
		{"a list that is used twice has labels", `<ex:r> <ex:p> _:a . <ex:r> <ex:q> _:a . _:a ` + first + ` "x" . _:a ` + rest + ` <rdf:nil> .`,
			`[{"@id":"<ex:r>","<ex:p>":[{"@id":"_:a"}],"<ex:q>":[{"@id":"_:a"}]},{"@id":"_:a","<rdf:first>":[{"@value":"x"}],"<rdf:rest>":[{"@list":[]}]}]`},
		{"so has the part of a list about which more is said", `<ex:r> <ex:p> _:a . _:a ` + first + ` "x" . _:a <ex:q> "y" . _:a ` + rest + ` _:b . _:b ` + first + ` "z" . _:b ` + rest + ` <rdf:nil> .`,
			`[{"@id":"<ex:r>","<ex:p>":[{"@id":"_:a"}]},{"@id":"_:a","<rdf:first>":[{"@value":"x"}],"<ex:q>":[{"@value":"y"}],"<rdf:rest>":[{"@list":[{"@value":"z"}]}]}]`},
		{"a list without an end", `<ex:r> <ex:p> "x" . _:a ` + first + ` "x" . _:a ` + rest + ` _:b . _:b ` + first + ` "y" . _:b ` + rest + ` _:a .`,
			`[{"@id":"<ex:r>","<ex:p>":[{"@value":"x"}]},{"@id":"_:a","<rdf:first>":[{"@value":"x"}],"<rdf:rest>":[{"@id":"_:b"}]},{"@id":"_:b","<rdf:first>":[{"@value":"y"}],"<rdf:rest>":[{"@id":"_:a"}]}]`},
		{"a list that nothing points to", `<ex:r> <ex:p> "x" . _:a ` + first + ` "x" . _:a ` + rest + ` <rdf:nil> .`,
			`[{"@id":"<ex:r>","<ex:p>":[{"@value":"x"}]},{"@id":"_:a","<rdf:first>":[{"@value":"x"}],"<rdf:rest>":[{"@list":[]}]}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := &graph.Graph{Name: triples(t, `<ex:r> <ex:p> "" .`)[0].Subj.(rdf.IRI), Triples: triples(t, test.triples)}
			got, err := p.AppendFlattened(nil, g)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.NewReplacer(`"<ex:`, `"https://ex.example/`, `"<rdf:`, `"http://www.w3.org/1999/02/22-rdf-syntax-ns#`, `>"`, `"`).Replace(test.want)
			if string(got) != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			again, err := p.Read(context.Background(), got, serialize.DecodeOptions{Name: g.Name})
			if err != nil {
				t.Fatal(err)
			}
			sameGraph(t, "read again", again.Triples, g.Triples, got)
			sameAsOracle(t, p, "for json-gold", g.Triples, got)
		})
	}
}

// TestDeepLists: lists of lists may be deeper than a document.
func TestDeepLists(t *testing.T) {
	const depth = 3000
	triple := triples(t, `<ex:r> <ex:p> "x" .`)[0]
	g := &graph.Graph{Name: triple.Subj.(rdf.IRI)}
	for i := range depth {
		cell, err := graph.Blank("n" + strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		g.Triples = append(g.Triples, rdf.Triple{Subj: triple.Subj, Pred: triple.Pred, Obj: cell}, rdf.Triple{Subj: cell, Pred: graph.Rest, Obj: graph.Nil})
		triple.Subj, triple.Pred = cell, graph.First
	}
	g.Triples = append(g.Triples, triple)
	p := testProcessor()
	flat, err := p.AppendFlattened(nil, g)
	if err != nil || strings.Count(string(flat), "@list") != depth {
		t.Errorf("flattened: %d lists, %v", strings.Count(string(flat), "@list"), err)
	}
	framed := mustAppend(t, p, g)
	if again := mustRead(t, p, framed); len(again.Triples) != len(g.Triples) {
		t.Errorf("framed and read again: %d triples, want %d", len(again.Triples), len(g.Triples))
	}
}
