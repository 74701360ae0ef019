package jsonld

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/checks/formattest"
	"vitrine/checks/thorough"
	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

const fixtures = "../../testdata/records/"

// fixtureProcessor knows the extension contexts of the fixtures, too.
func fixtureProcessor(t testing.TB) *Processor {
	t.Helper()
	dir, err := ldcontext.OpenDir("../../testdata/contexts")
	if err != nil {
		t.Fatal(err)
	}
	return New(ldcontext.New(dir))
}

// eachFixture runs a subtest for each file that matches the pattern, and fails
// when there are fewer than least.
func eachFixture(t *testing.T, pattern string, least int, run func(t *testing.T, file string, text []byte)) {
	t.Helper()
	files, err := filepath.Glob(fixtures + pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < least {
		t.Fatalf("%s: %d fixtures, expected %d and more", pattern, len(files), least)
	}
	for _, file := range files {
		t.Run(name(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			run(t, file, text)
		})
	}
}

func name(file string) string { return strings.TrimSuffix(filepath.Base(file), ".json") }

// comesBackFramed are the fixtures whose graph comes back, but not their tree,
// since they use JSON-LD beyond the fast reader; docs/jsonld.md lists it.
var comesBackFramed = map[string]bool{
	"jsonld-array-root":       true,
	"jsonld-arrays-in-arrays": true,
	"jsonld-base":             true,
	"jsonld-expanded":         true,
	"jsonld-graph-named":      true,
	"jsonld-graph-two":        true,
	"jsonld-graph":            true,
	"jsonld-id-map":           true,
	"jsonld-index-property":   true,
	"jsonld-json-scalar":      true,
	"jsonld-json":             true,
	"jsonld-list-of-lists":    true,
	"jsonld-nest":             true,
	"jsonld-reverse-term":     true,
	"jsonld-reverse":          true,
	"jsonld-set-in-array":     true,
	"jsonld-set-object":       true,
	"jsonld-type-map":         true,
}

func TestFixturesComeBack(t *testing.T) {
	p, asked := fixtureProcessor(t), 0
	eachFixture(t, "roundtrip/*.json", 150, func(t *testing.T, file string, text []byte) {
		g := mustRead(t, p, text)
		sameAsOracle(t, p, "reading", g.Triples, text)
		if asked++; asked%thorough.Rounds(4, 1) == 0 {
			checkForms(t, p, g)
		}
		written := mustAppend(t, p, g)
		exact := string(written) == compacted(t, text)
		if exact == comesBackFramed[name(file)] {
			t.Errorf("exact: %t, got\n%s\nwant\n%s", exact, written, compacted(t, text))
		}
		if !exact {
			sameAsOracle(t, p, "written", g.Triples, written)
			sameGraph(t, "written, read again", mustRead(t, p, written).Triples, g.Triples, written)
		}
	})
}

// checkForms fails unless every form of the graph stands for the graph, and
// framing without the layout does, too.
func checkForms(t *testing.T, p *Processor, g *graph.Graph) {
	t.Helper()
	bare := &graph.Graph{Name: g.Name, Triples: g.Triples}
	for _, form := range []struct {
		name   string
		append func([]byte, *graph.Graph) ([]byte, error)
		graph  *graph.Graph
	}{
		{"expanded", p.AppendExpanded, g}, {"flattened", p.AppendFlattened, g},
		{"framed", p.Append, bare}, {"framed and expanded", p.AppendExpanded, bare},
	} {
		text, err := form.append(nil, form.graph)
		if err != nil {
			t.Fatalf("%s: %v", form.name, err)
		}
		sameAsOracle(t, p, form.name, g.Triples, text)
		again, err := p.Read(context.Background(), text, serialize.DecodeOptions{Base: testBase, Name: g.Name})
		if err != nil {
			t.Fatalf("%s, read again: %v\n%s", form.name, err, text)
		}
		sameGraph(t, form.name+", read again", again.Triples, g.Triples, text)
		if again.Name != g.Name {
			t.Errorf("%s, read again: the name is %s, want %s", form.name, again.Name, g.Name)
		}
	}
}

func TestFixturesAreNormalised(t *testing.T) {
	p := fixtureProcessor(t)
	eachFixture(t, "normalised/*.in.json", 5, func(t *testing.T, file string, text []byte) {
		g := mustRead(t, p, text)
		out, err := os.ReadFile(strings.TrimSuffix(file, ".in.json") + ".out.json")
		if err != nil {
			t.Fatal(err)
		}
		written := mustAppend(t, p, g)
		if want := compacted(t, out); string(written) != want {
			t.Errorf("got\n%s\nwant\n%s", written, want)
		}
		sameAsOracle(t, p, "written", g.Triples, written)
	})
}

func TestFixturesAreRefused(t *testing.T) {
	p := fixtureProcessor(t)
	eachFixture(t, "refused/*.json", 20, func(t *testing.T, file string, text []byte) {
		expected, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		pointer, reason, _ := strings.Cut(strings.TrimSpace(string(expected)), " ")
		g, err := p.Read(context.Background(), text, serialize.DecodeOptions{Base: testBase})
		if err == nil {
			t.Fatalf("read as\n%s", listed(g.Triples))
		}
		var syntax *serialize.SyntaxError
		if !errors.As(err, &syntax) {
			t.Fatalf("%T: %v", err, err)
		}
		formattest.Message(t, err)
		if pointer != "-" && syntax.Pointer != pointer || !strings.Contains(syntax.Reason, reason) {
			t.Errorf("got  %s %s\nwant %s … %s …", syntax.Pointer, syntax.Reason, pointer, reason)
		}
	})
}
