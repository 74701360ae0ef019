package nquads_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
)

// isRegular reports whether a document is called regular, and fails the test where the
// decoder then finds it is not, or yields a graph in pieces.
func isRegular(t *testing.T, document string, o serialize.DecodeOptions) bool {
	t.Helper()
	f := nquads.NQuads()
	if !f.Regular(t.Context(), strings.NewReader(document), o) {
		return false
	}
	seen := map[string]bool{}
	for g, err := range f.Decode(t.Context(), strings.NewReader(document), o) {
		if err != nil && !errors.Is(err, serialize.ErrRecord) {
			t.Errorf("called regular, and the decoder ends with %v: %q", err, document)
		}
		if err != nil {
			continue
		}
		if seen[g.Name.String()] {
			t.Errorf("called regular, and %s comes twice: %q", g.Name, document)
		}
		seen[g.Name.String()] = true
	}
	return true
}

func TestRegular(t *testing.T) {
	line := func(object string, g int) string {
		return fmt.Sprintf("<https://museum.example/s> <http://museum.example/p#q> %s <https://museum.example/%d> .\n", object, g)
	}
	for _, test := range []struct {
		name, document string
		want           bool
	}{
		{"nothing", "", true},
		{"one line", line(`"a"`, 1), true},
		{"no line end", strings.TrimSuffix(line(`"a"`, 1), "\n"), true},
		{"CR LF", strings.ReplaceAll(line(`"a"`, 1)+line(`"b"`, 1), "\n", "\r\n"), true},
		{"literals", line(`"grün"@de`, 1) + line(`"a"@zh-Hans-CN`, 1) + line(`"1"^^<http://www.w3.org/2001/XMLSchema#int>`, 1) + line(`"a\"\u00e9\n"`, 1), true},
		{"blank nodes", line("_:b0", 1) + "_:b0 <http://museum.example/p> _:a.b <https://museum.example/1> .\n", true},
		{"a blank node of two graphs, which is a record's fault", line("_:b0", 1) + line("_:b0", 2), true},
		{"other IRIs", line("<urn:x:y>", 1) + line("<https://museum.example/gr%C3%BC%20n>", 1) + line("<https://museum.example/größe?a#b>", 1), true},
		{"a graph in two spellings", line(`"a"`, 1) + "<x:s> <x:p> <x:o> <https://museum.example/\\u0031> .\n" + line(`"b"`, 1), true},
		{"white space and comments", "# a\n\n \t\n" + line(`"a"`, 1) + "  <x:s>\t<x:p>  <x:o> <x:g>. # note\n#b", true},
		{"a version", "VERSION \"1.1\"\n" + line(`"a"`, 1), true},
		{"unusual at first", "#\n<x:s> <x:p> <x:o> <x:g> .\n<x:s> <x:p> <x:o2> <x:g> .\n", true},
		{"graphs one after the other", line(`"a"`, 1) + line(`"a"`, 2) + line(`"a"`, 3), true},

		{"a graph in pieces", line(`"a"`, 1) + line(`"a"`, 2) + line(`"b"`, 1), false},
		{"a graph in pieces that are spelled in two ways", line(`"a"`, 1) + line(`"a"`, 2) + "<x:s> <x:p> <x:o> <https://museum.example/\\u0031> .\n", false},
		{"the default graph", "<x:s> <x:p> <x:o> .\n", false},
		{"the default graph as well", line(`"a"`, 1) + "<https://museum.example/s> <http://museum.example/p> \"a\" .\n", false},
		{"a graph that is a blank node", "<x:s> <x:p> <x:o> _:g .\n", false},
		{"a fault", line(`"a"`, 1) + "oops\n", false},
		{"a fault at the end", line(`"a"`, 1) + "<https://museum.example/s> <http://museum.example/p> \"a\" <https://museum.example/1>", false},
		{"a literal that does not end", line(`"a`, 1), false},
		{"no object", "<https://museum.example/s> <http://museum.example/p> <https://museum.example/1> .\n", false},
		{"more after the dot", strings.TrimSuffix(line(`"a"`, 1), "\n") + " <x:s> .\n", false},
		{"two statements on a line", strings.Replace(line(`"a"`, 1)+line(`"a"`, 1), "\n", " ", 1), false},
		{"a triple at first", "<https://museum.example/s> <http://museum.example/p> \"a\" ", false},
		{"no UTF-8", line("\"a\xff\"", 1), false},
		{"CR in the middle", line("\"a\rb\"", 1), false},
		{"a byte order mark", "\ufeff" + line(`"a"`, 1), false},
		{"an IRI with a space", line("<https://museum.example/a b>", 1), false},
		{"an IRI with two fragments", line("<https://museum.example/a#b#c>", 1), false},
		{"a relative IRI", line("<a>", 1), false},
		{"an IRI with a bad escape", line("<https://museum.example/%zz>", 1), false},
		{"an IRI that is too long", line("<https://museum.example/"+strings.Repeat("a", graph.MaxIRI)+">", 1), false},
		{"an IRI without a host", line("<https:///a>", 1), true},
		{"a bad language tag", line(`"a"@e-`, 1), false},
		{"rdf:langString", line(`"a"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>`, 1), false},
		{"a line that is too long", line(`"`+strings.Repeat("a", 300_000)+`"`, 1), false},
		{"a triple term", line("<<( <x:s> <x:p> <x:o> )>>", 1), false},
	} {
		if got := isRegular(t, test.document, serialize.DecodeOptions{}); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
	}
	if isRegular(t, line(`"`+strings.Repeat("a", 200)+`"`, 1), serialize.DecodeOptions{MaxBytes: 100}) {
		t.Error("a line beyond the limit is called regular")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if nquads.NQuads().Regular(ctx, strings.NewReader(line(`"a"`, 1)), serialize.DecodeOptions{}) {
		t.Error("a document is called regular after the end of the context")
	}
}

// TestRegularOfChangedDocuments changes bytes of a document that is regular.
func TestRegularOfChangedDocuments(t *testing.T) {
	var b strings.Builder
	for g := range 4 {
		for s := range 3 {
			fmt.Fprintf(&b, "<https://museum.example/%d> <http://museum.example/p#q> \"a\"@en <https://museum.example/g%d> .\n", s, g)
			fmt.Fprintf(&b, "_:b%d <http://museum.example/p?q> \"2\"^^<http://www.w3.org/2001/XMLSchema#int> <https://museum.example/g%d> .\n", g, g)
			fmt.Fprintf(&b, "<x:s%d> <x:p> \"a\\n\" <https://museum.example/g%d> .\n", s, g)
		}
	}
	document := []byte(b.String())
	if !isRegular(t, b.String(), serialize.DecodeOptions{}) {
		t.Fatal("the document is not regular")
	}
	r := rand.New(rand.NewPCG(1, 1))
	const chars = "<>\"\\_:. @^#%/\r\n\t\x00\xffa0é"
	regular := 0
	for range 4_000 {
		changed := append([]byte(nil), document...)
		for range 1 + r.IntN(2) {
			changed[r.IntN(len(changed))] = chars[r.IntN(len(chars))]
		}
		if isRegular(t, string(changed), serialize.DecodeOptions{}) {
			regular++
		}
	}
	if regular < 200 {
		t.Errorf("only %d are regular: the test tests little", regular)
	}
}

func FuzzRegular(f *testing.F) {
	f.Add("<https://museum.example/s> <http://museum.example/p#q> \"a\" <https://museum.example/1> .\n_:a <x:p> _:b <x:g> . # note\n")
	f.Fuzz(func(t *testing.T, document string) { isRegular(t, document, serialize.DecodeOptions{}) })
}
