package jsonld

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/checks/formattest"
	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// stepContexts has a context for each name, so that documents can name it as
// https://ex.example/NAME.
func stepContexts(t testing.TB) *ldcontext.Set {
	t.Helper()
	documents := map[string]string{
		"import.json":    `{"p":"https://ex.example/p"}`,
		"self.json":      `{"p":"https://ex.example/p","q":{"@id":"https://ex.example/q","@context":"https://ex.example/self.json"}}`,
		"array.json":     `[{"p":"https://ex.example/p"}]`,
		"importing.json": `{"@import":"https://ex.example/import.json"}`,
		"based.json":     `{"@base":"https://other.example/","p":"https://ex.example/p"}`,
	}
	for i := range 40 {
		documents[fmt.Sprintf("chain%d.json", i)] = fmt.Sprintf(`["https://ex.example/chain%d.json"]`, i+1)
	}
	dir, err := ldcontext.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range documents {
		if _, err := dir.Add("https://ex.example/"+name, strings.NewReader(`{"@context":`+text+`}`)); err != nil {
			t.Fatal(err)
		}
	}
	return ldcontext.New(dir)
}

// TestSteps reads each document of steps in lenient mode, as the standard does,
// in one pass and by the full algorithms, and lets json-gold read it.
func TestSteps(t *testing.T) {
	p := New(stepContexts(t))
	ways := map[string]func([]byte, serialize.DecodeOptions) (*graph.Graph, error){
		"any": func(text []byte, o serialize.DecodeOptions) (*graph.Graph, error) {
			return p.Read(context.Background(), text, o)
		},
		"full": func(text []byte, o serialize.DecodeOptions) (*graph.Graph, error) { return readFully(p, text, o) },
	}
	for _, step := range steps {
		t.Run(step.section+" "+step.numbers, func(t *testing.T) {
			text := []byte(strings.ReplaceAll(step.text, `"ex:`, `"https://ex.example/`))
			for way, read := range ways {
				g, err := read(text, serialize.DecodeOptions{Base: testBase, Lenient: true})
				checkStep(t, way, step.want, g, err)
			}
			agrees := agreesWithGold(t, p, step.want, text)
			if agrees && step.gold != "" {
				t.Errorf("json-gold agrees, though %s", step.gold)
			}
			if !agrees && step.gold == "" {
				nquads, err := gold(p, string(text))
				t.Errorf("json-gold has %v\n%s", err, nquads)
			}
		})
	}
}

// checkStep compares an outcome with the want of a row.
func checkStep(t *testing.T, way, want string, g *graph.Graph, err error) {
	t.Helper()
	code, isError := strings.CutPrefix(want, "error ")
	reason, isRefused := strings.CutPrefix(want, "refused ")
	if !isError && !isRefused {
		if err != nil {
			t.Errorf("%s: %v", way, err)
			return
		}
		sameGraph(t, way, g.Triples, triples(t, want), nil)
		return
	}
	formattest.Message(t, err)
	var syntax *serialize.SyntaxError
	switch {
	case !errors.As(err, &syntax):
		t.Errorf("%s: the error is %v, want %s", way, err, want)
	case isError && syntax.Code != code:
		t.Errorf("%s: the code is %q (%v), want %q", way, syntax.Code, err, code)
	case isRefused && (syntax.Code != "" || !strings.Contains(err.Error(), reason)):
		t.Errorf("%s: the error is %v, want %q without a code", way, err, reason)
	}
}

// agreesWithGold reports whether json-gold has the same outcome: the graph, or some
// error. Of what only Vitrine refuses nothing is asked.
func agreesWithGold(t *testing.T, p *Processor, want string, text []byte) bool {
	t.Helper()
	if strings.HasPrefix(want, "refused ") {
		return true
	}
	nquads, err := gold(p, string(text))
	if strings.HasPrefix(want, "error ") || err != nil {
		return strings.HasPrefix(want, "error ") == (err != nil)
	}
	got, err := decoded(nquads)
	return err == nil && graph.Isomorphic(got, triples(t, want))
}
