package terms_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/terms"
)

func iri(t *testing.T, s string) rdf.IRI {
	t.Helper()
	made, err := graph.IRI(s)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func scanner(text string) *terms.Scanner {
	return terms.NewScanner(context.Background(), iotest.OneByteReader(strings.NewReader(text)), "test", "http://a/b", 1<<20)
}

// What is written is read again, whatever characters it has, in both ways of
// writing.
func TestQuotedStrings(t *testing.T) {
	var all strings.Builder
	for r := range rune(0x3000) {
		all.WriteRune(r)
	}
	for _, text := range []string{"", all.String(), "\U0010ffff\ufffd\ufeff", strings.Repeat(`\"`, 100)} {
		canonical := terms.AppendLiteral(nil, graph.String(text))
		visible := terms.AppendQuoted(nil, text, terms.Visible)
		for _, quoted := range [][]byte{canonical, visible} {
			s := scanner(string(quoted))
			if _, err := s.Next(); err != nil {
				t.Fatal(err)
			}
			if got, err := s.String(); err != nil || got != text {
				t.Errorf("%q is read as %q, error %v", quoted, got, err)
			}
		}
		if strings.ContainsAny(string(visible), "\x00\t\n\r\x7f\u0085\u2028\ufeff") {
			t.Errorf("%q has characters that people cannot see", visible)
		}
	}
	const escapes = `"\t\b\n\r\f\"\'\\"`
	s := scanner(escapes)
	if _, err := s.Next(); err != nil {
		t.Fatal(err)
	}
	if got, err := s.String(); err != nil || got != "\t\b\n\r\f\"'\\" {
		t.Errorf("%s is read as %q, error %v", escapes, got, err)
	}
}

func TestAppend(t *testing.T) {
	b, err := graph.Blank("b")
	if err != nil {
		t.Fatal(err)
	}
	tagged, err := graph.Tagged("a\n", "en")
	if err != nil {
		t.Fatal(err)
	}
	q := rdf.Quad{Triple: rdf.Triple{Subj: b, Pred: iri(t, "x:p"), Obj: tagged}, Ctx: iri(t, "x:g")}
	if got, want := string(terms.AppendQuad(nil, q)), "_:b <x:p> \"a\\n\"@en <x:g> .\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	q.Ctx, q.Obj = nil, graph.Typed("1", graph.XSDInteger)
	for _, got := range [][]byte{terms.AppendQuad(nil, q), terms.AppendTriple(nil, q.Triple)} {
		if want := "_:b <x:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"; string(got) != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// The place of a fault is right after any kind of line end, however the document
// comes in pieces.
func TestPlaces(t *testing.T) {
	for _, before := range []string{"", "\n", "\r", "\r\n", "# a\r\n# b\r#c\n\t ", "\ufeff\n"} {
		s := scanner(before + "  !")
		c, err := s.Next()
		if c != '!' || err != nil {
			t.Fatalf("%q: %q, %v", before, c, err)
		}
		var fault *serialize.SyntaxError
		if !errors.As(s.Expected("nothing"), &fault) {
			t.Fatal("no syntax error")
		}
		lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\ufeff", "").Replace(before), "\n")
		if fault.Line != len(lines) || fault.Column != len(lines[len(lines)-1])+3 || fault.Reason != `"!" stands where nothing is expected` {
			t.Errorf("%q: %v", before, fault)
		}
	}
}

// A token beyond the limit is refused, without reading on.
func TestTokenLimit(t *testing.T) {
	endless := bytes.NewReader(append([]byte{'"'}, bytes.Repeat([]byte("a"), 1<<22)...))
	s := terms.NewScanner(context.Background(), endless, "test", "", 1<<18)
	if _, err := s.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.String(); !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("the error is %v, want ErrTooLarge", err)
	}
	if endless.Len() < 1<<21 {
		t.Errorf("%d bytes of 4 MiB are left", endless.Len())
	}
}

// The base and the prefixes may change, and what was known is forgotten.
func TestMakerForgets(t *testing.T) {
	m := terms.NewMaker("http://a/")
	for i := range 10_000 {
		for _, base := range []string{"http://a/", "http://b/"} {
			m.SetBase(base)
			if made, err := m.IRI(fmt.Append(nil, i%5000)); err != nil || made.String() != fmt.Sprint(base, i%5000) {
				t.Fatalf("%v, %v", made, err)
			}
		}
		if b := m.Blank(fmt.Append(nil, "n", i)); b.String() != fmt.Sprint("n", i) {
			t.Fatal(b)
		}
	}
	if a, b := m.Fresh(), m.Fresh(); a == b || !terms.Unlabelled(a.(rdf.Blank)) || terms.Unlabelled(m.Blank([]byte("n")).(rdf.Blank)) {
		t.Errorf("fresh nodes are %v and %v", a, b)
	}
}
