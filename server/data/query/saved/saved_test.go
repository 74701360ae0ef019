package saved

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"vitrine/sparql"
)

const works = `#+ title: Works
#+ description: Those of a place.
#+ parameters:
#+   - {name: place, title: Place, type: iri, default: "https://data.museum.example/place/leiden"}
#+   - {name: word, type: string, default: x}
#+   - {name: most, type: integer, default: "10"}
#+   - {name: order, type: string, default: up, choices: [up, down]}
SELECT ?work { ?work <x:place> $place ; <x:word> $word ; <x:order> $order . FILTER(?work != $most) }
`

func folder(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func one(t *testing.T, text string) *Query {
	t.Helper()
	f, err := Read(folder(map[string]string{"works.rq": text, "works.frame": " {} ", "other.frame": "{}", "readme.txt": "x"}))
	if err != nil || len(f.Queries) != 1 || len(f.Frames) != 2 || f.Frames["works"] != "{}" {
		t.Fatalf("%+v, %v", f, err)
	}
	return f.Queries[0]
}

func TestRead(t *testing.T) {
	q := one(t, works)
	if q.Name != "works" || q.Title != "Works" || q.Description != "Those of a place." {
		t.Errorf("it is %+v", q)
	}
	if len(q.Parameters) != 4 || q.Parameters[0].Title != "Place" || q.Parameters[1].Title != "word" || q.Parameters[2].Type != Integer {
		t.Errorf("the parameters are %+v", q.Parameters)
	}
	if strings.Contains(q.Text(), "#+") || !strings.HasPrefix(q.Text(), "SELECT") {
		t.Errorf("the text is %q", q.Text())
	}
}

// TestWrongFiles: a folder with a file that is wrong is refused, by the name of the file.
func TestWrongFiles(t *testing.T) {
	header := "#+ title: T\n"
	for name, text := range map[string]string{
		"no title":            "SELECT * {}",
		"unknown member":      "#+ title: T\n#+ titel: U\nSELECT * {}",
		"no parameter":        header + "SELECT * { ?s ?p $o }",
		"unused parameter":    header + "#+ parameters: [{name: o, type: string}]\nSELECT * { ?s ?p ?o }",
		"wrong default":       header + "#+ parameters: [{name: o, type: iri, default: x y}]\nSELECT * { ?s ?p $o }",
		"unknown type":        header + "#+ parameters: [{name: o, type: date}]\nSELECT * { ?s ?p $o }",
		"twice":               header + "#+ parameters: [{name: o, type: string}, {name: o, type: string}]\nSELECT * { ?s ?p $o }",
		"reserved":            header + "#+ parameters: [{name: lang, type: string}]\nSELECT * { ?s ?p $lang }",
		"default not allowed": header + "#+ parameters: [{name: o, type: string, choices: [a]}]\nSELECT * { ?s ?p $o }",
		"not closed":          header + "SELECT * { ?s ?p 'x }",
		"too long":            header + "SELECT * {}" + strings.Repeat(" ", maxFile),
	} {
		if _, err := Read(folder(map[string]string{"q.rq": text})); err == nil || !strings.HasPrefix(err.Error(), "q.rq: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(folder(map[string]string{"Not a name.rq": header + "ASK {}"})); err == nil {
		t.Error("a name that no address has is taken")
	}
}

func TestFill(t *testing.T) {
	q := one(t, works)
	text, err := q.Fill(url.Values{"most": {"-7"}, "word": {""}, "order": {"down"}})
	want := `SELECT ?work { ?work <x:place> <https://data.museum.example/place/leiden> ; <x:word> "x" ; <x:order> "down" . FILTER(?work != -7) }`
	if err != nil || text != want {
		t.Errorf("it is %s, %v", text, err)
	}
	for _, values := range []url.Values{
		{"place": {"no iri"}}, {"place": {"<x:y>"}}, {"most": {"1.5"}}, {"most": {"1 } #"}}, {"order": {"left"}},
		{"word": {"a", "b"}}, {"other": {"x"}}, {"word": {"\xff"}}, {"word": {strings.Repeat("x", maxValue+1)}},
	} {
		if _, err := q.Fill(values); !errors.As(err, new(*ValueError)) {
			t.Errorf("%v: %v", values, err)
		}
	}
}

// FuzzFill: whatever a value is, it is one term, so that the query has the variables that it had.
func FuzzFill(f *testing.F) {
	for _, seed := range []string{"x", `" } #`, `\`, `\u0022 . ?a ?b ?c`, `\\u0022`, "'''", "\n\r", "x:y> ?a <z", "-1", "1 ?x"} {
		f.Add(seed)
	}
	works, err := Read(folder(map[string]string{"works.rq": strings.Replace(works, "SELECT ?work", "SELECT *", 1)}))
	if err != nil {
		f.Fatal(err)
	}
	q := works.Queries[0]
	q.Parameters = slices.Clone(q.Parameters)
	q.Parameters[3].Choices = nil
	f.Fuzz(func(t *testing.T, value string) {
		for _, p := range q.Parameters {
			text, err := q.Fill(url.Values{p.Name: {value}})
			if err != nil {
				continue
			}
			prepared, err := sparql.Prepare(text, sparql.Options{})
			if err != nil || !slices.Equal(prepared.Variables(), []string{"work"}) {
				t.Errorf("%s=%q makes %s: %v", p.Name, value, text, err)
			}
		}
	})
}
