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

// TestTagged has the letters of tags as BCP 47 recommends them, whatever they are written in.
func TestTagged(t *testing.T) {
	for tag, want := range map[string]string{
		"EN": "en", "en-gb": "en-GB", "EN-GB": "en-GB", "zh-hans-cn": "zh-Hans-CN", "SGN-be-fr": "sgn-BE-FR",
		"en-ca-X-CA": "en-CA-x-ca", "x-AB-latn": "x-ab-latn", "de-CH-1996": "de-CH-1996",
	} {
		if l, err := Tagged("a", tag); err != nil || l.Lang() != want {
			t.Errorf("%s: %q, %v, want %q", tag, l.Lang(), err, want)
		}
	}
}
