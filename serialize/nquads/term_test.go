package nquads_test

import (
	"testing"

	"github.com/knakk/rdf"

	"vitrine/serialize/nquads"
)

func TestTerm(t *testing.T) {
	for _, text := range []string{
		"<http://example.org/ä>", "_:b0", `"Vase"`, `"Vaas"@nl`, `""`, `"a \"b\"\n\\"`,
		`"1"^^<http://www.w3.org/2001/XMLSchema#integer>`, `"x"@zh-Hant-TW`,
	} {
		term, err := nquads.Term(text)
		if err != nil || term.Serialize(rdf.NTriples) != text {
			t.Errorf("%s: %v, %v", text, term, err)
		}
	}
	for _, text := range []string{
		"", "x", "<x>", "<http://example.org/", "<http://example.org/a b>", "http://example.org/", `"x`, `"x"@`, `"x"^^y`, `"x"^^<y>`,
		`"x" `, ` "x"`, `"x" .`, "\"a\nb\"", "\"\xff\"", "_:", "<<a>>", `"x"@en--ltr`, `"\q"`, `"x"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>`,
	} {
		if term, err := nquads.Term(text); err == nil {
			t.Errorf("%q is read as %v", text, term)
		}
	}
}

func FuzzTerm(f *testing.F) {
	for _, seed := range []string{"<http://example.org/>", "_:b0", `"x"@en`, `"x"^^<http://example.org/>`, `"\u00e9\U0001F600"`, "<", `"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		term, err := nquads.Term(text)
		if err != nil {
			return
		}
		written := term.Serialize(rdf.NTriples)
		if again, err := nquads.Term(written); err != nil || again != term {
			t.Errorf("%q is read as %v, and as %v, %v when it was written", text, term, again, err)
		}
	})
}
