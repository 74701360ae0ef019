package graph

import (
	"errors"
	"strings"
	"testing"

	"github.com/knakk/rdf"
)

func TestCheckRefusesWhatRDFDoesNotAllow(t *testing.T) {
	subject, _ := IRI("https://museum.example/1")
	relative, _ := rdf.NewIRI("object/1")
	broken, _ := rdf.NewIRI("x:\xff")
	tagged, _ := Tagged("Vase", "en")
	untagged := tagged
	untagged.DataType = XSDString
	long, _ := rdf.NewIRI("x:" + strings.Repeat("a", MaxIRI))
	tests := []struct {
		name string
		obj  rdf.Object
		want error
	}{
		{"string", String("Vase"), nil},
		{"tagged", tagged, nil},
		{"blank node", rdf.Object(mustBlank(t, "b0")), nil},
		{"no term", nil, ErrTerm},
		{"zero blank node", rdf.Blank{}, ErrTerm},
		{"zero IRI", rdf.IRI{}, ErrTerm},
		{"relative IRI", relative, ErrTerm},
		{"IRI that is not UTF-8", broken, ErrTerm},
		{"long IRI", long, ErrTooLarge},
		{"zero literal", rdf.Literal{}, ErrTerm},
		{"literal that is not UTF-8", String("a\xffb"), ErrTerm},
		{"relative datatype", Typed("1", relative), ErrTerm},
		{"long datatype", Typed("1", long), ErrTooLarge},
		{"rdf:langString without tag", Typed("1", LangString), ErrTerm},
		{"tag without rdf:langString", untagged, ErrTerm},
		{"long literal", String(strings.Repeat("a", MaxLiteral+1)), ErrTooLarge},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := &Graph{Name: subject, Triples: []rdf.Triple{{Subj: subject, Pred: Label, Obj: test.obj}}}
			if err := g.Check(); !errors.Is(err, test.want) {
				t.Errorf("Check() = %v, want %v", err, test.want)
			}
		})
	}
}

func mustBlank(t *testing.T, label string) rdf.Blank {
	t.Helper()
	b, err := Blank(label)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
