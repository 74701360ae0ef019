package address

import (
	"strings"
	"testing"
)

// FuzzSpelling checks that rewriting the spelling of an IRI undoes itself.
func FuzzSpelling(f *testing.F) {
	for _, s := range []string{"/a/%C3%A4", "/ä", "/%", "/%2", "/%ZZ", "/%ff%fe", "/a/../b", "/./", "/%E2%80%AE", "/a?b=%C3%A4", "//", "/..", "/%2e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		iri := "https://data.museum.example" + path
		uri := URI(iri)
		if URI(uri) != uri {
			t.Errorf("URI(%q) = %q is no URI yet", iri, uri)
		}
		if again := URI(IRI(uri)); !strings.EqualFold(again, uri) {
			t.Errorf("%q as an IRI and back is %q", uri, again)
		}
		normal := Normal(iri)
		if Normal(normal) != normal {
			t.Errorf("Normal(%q) = %q is not normal", iri, normal)
		}
		if n := len(Candidates(iri)); n > 20 {
			t.Errorf("%d candidates for %q", n, iri)
		}
	})
}
