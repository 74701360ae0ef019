package i18n

import (
	"testing"

	"vitrine/rdfstore/graph"
)

const crm = "http://www.cidoc-crm.org/cidoc-crm/"

func TestWords(t *testing.T) {
	words, err := NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Person": crm + "E21_Person", "HumanMadeObject": crm + "E22_Human-Made_Object",
		"https://x.example/Class": "https://x.example/Class", "Nothing": "", "": "",
		"identified_by": "", "crm": "", "crm:E21_Person": crm + "E21_Person",
	} {
		if iri, ok := words.ClassIRI(name); iri != want || ok != (want != "") {
			t.Errorf("%q: %q, %v; want %q", name, iri, ok, want)
		}
	}
	for iri, want := range map[string]string{crm + "E21_Person": "Person", "https://x.example/Class": "https://x.example/Class"} {
		class, err := graph.IRI(iri)
		if err != nil {
			t.Fatal(err)
		}
		if got := words.Class(class); got != want {
			t.Errorf("%s: %q, want %q", iri, got, want)
		}
	}
}
