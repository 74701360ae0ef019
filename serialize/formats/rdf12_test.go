package formats_test

import (
	"errors"
	"strings"
	"testing"

	"vitrine/checks/formattest"
	"vitrine/serialize"
	"vitrine/serialize/terms"
)

// What RDF 1.2 adds is refused in every syntax that has it, with the reason, even
// where the document says that it is of RDF 1.2.
func TestRDF12IsRefused(t *testing.T) {
	const ns = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	lines := []string{
		`<x:s> <x:p> <<( <x:s> <x:p> <x:o> )>> .`,
		`<x:s> <x:p> "a"@ar--rtl .`,
		`<x:s> <x:p> "a"^^<` + ns + `dirLangString> .`,
	}
	turtle := append([]string{
		`<< <x:s> <x:p> <x:o> >> <x:q> 1 .`,
		`<< <x:s> <x:p> <x:o> ~ <x:r> >> <x:q> 1 .`,
		`<x:s> <x:p> ( << <x:s> <x:p> <x:o> >> ) .`,
		`<x:s> <x:p> <x:o> ~ .`,
		`<x:s> <x:p> <x:o> ~ <x:r> .`,
		`<x:s> <x:p> <x:o> {| <x:q> 1 |} .`,
		`<x:s> <x:p> <x:o>, 1 {| <x:q> 1 |} .`,
	}, lines...)
	xml := func(content string) string {
		return `<rdf:RDF rdf:version="1.2" xmlns:rdf="` + ns + `" xmlns:its="http://www.w3.org/2005/11/its" xmlns:x="x:"><x:C rdf:about="x:s">` + content + `</x:C></rdf:RDF>`
	}
	tests := map[string][]string{
		"turtle": turtle, "trig": turtle, "ntriples": lines, "nquads": lines,
		"rdfxml": {
			xml(`<x:p rdf:parseType="Triple"><rdf:Description rdf:about="x:s"><x:p>1</x:p></rdf:Description></x:p>`),
			xml(`<x:p rdf:annotation="x:r">1</x:p>`),
			xml(`<x:p rdf:annotationNodeID="r">1</x:p>`),
			xml(`<x:p xml:lang="ar" its:dir="rtl" its:version="2.0">1</x:p>`),
			xml(`<x:p its:version="2.0">1</x:p>`),
			xml(`<x:p rdf:datatype="` + ns + `dirLangString">1</x:p>`),
		},
	}
	for name, documents := range tests {
		for _, document := range documents {
			if name != "rdfxml" {
				document = "VERSION \"1.2\"\n" + document + "\n"
			}
			graphs, err := formattest.Read(table().ByName(name), []byte(document), serialize.DecodeOptions{Name: formattest.Subject})
			formattest.Message(t, err)
			var syntax *serialize.SyntaxError
			if !errors.Is(err, terms.ErrRDF12) || !errors.As(err, &syntax) || !strings.Contains(err.Error(), "RDF 1.2") {
				t.Errorf("%s: read %v, error %v:\n%s", name, graphs, err, document)
			}
		}
	}
}
