package jsonld

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

const prologue = `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"https://data.museum.example/object/1","type":"HumanMadeObject",`

func TestDepth(t *testing.T) {
	p := testProcessor()
	nested := func(levels int) string {
		return prologue + `"part_of":` + strings.Repeat(`{"type":"HumanMadeObject","part_of":`, levels) + `{}` + strings.Repeat("}", levels) + "}"
	}
	for _, test := range []struct {
		levels int
		ok     bool
	}{{MaxDepth - 2, true}, {MaxDepth - 1, false}, {10_000, false}, {200_000, false}} {
		g, err := p.Read(context.Background(), []byte(nested(test.levels)), serialize.DecodeOptions{})
		if ok := err == nil; ok != test.ok {
			t.Errorf("%d levels: %v", test.levels, err)
			continue
		}
		if test.ok {
			mustAppend(t, p, g)
			bare := &graph.Graph{Name: g.Name, Triples: g.Triples}
			framed := mustAppend(t, p, bare)
			sameGraph(t, "framed", mustRead(t, p, framed).Triples, g.Triples, nil)
		}
	}
	arrays := prologue + `"part_of":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + "}"
	if _, err := p.Read(context.Background(), []byte(arrays), serialize.DecodeOptions{}); err == nil {
		t.Error("10,000 nested arrays were read")
	}
}

func TestSize(t *testing.T) {
	p := testProcessor()
	text := []byte(prologue + `"_label":"` + strings.Repeat("x", 2000) + `"}`)
	if _, err := p.Read(context.Background(), text, serialize.DecodeOptions{MaxBytes: 1000}); !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("a record over the limit: %v", err)
	}
	for _, err := range p.LinkedArt().Decode(context.Background(), strings.NewReader(string(text)), serialize.DecodeOptions{MaxBytes: 1000}) {
		if !errors.Is(err, graph.ErrTooLarge) {
			t.Errorf("decoding a record over the limit: %v", err)
		}
	}
	id := prologue + `"part_of":{"id":"https://data.museum.example/` + strings.Repeat("x", graph.MaxIRI) + `"}}`
	if _, err := p.Read(context.Background(), []byte(id), serialize.DecodeOptions{}); !errors.Is(err, graph.ErrTooLarge) {
		t.Errorf("an id over the limit: %v", err)
	}
}

func TestLenient(t *testing.T) {
	p := testProcessor()
	text := []byte(prologue + `"weight_kg":4,"a/b~c":{"x":[1]},"part_of":[{"type":"Person","part":[]},{"type":"Encounter","part":[{"type":"Name"}]}]}`)
	if _, err := p.Read(context.Background(), text, serialize.DecodeOptions{}); err == nil {
		t.Fatal("a record with an unknown key was read")
	}
	var losses []string
	g, err := p.Read(context.Background(), text, serialize.DecodeOptions{Lenient: true, Dropped: func(l serialize.Loss) {
		losses = append(losses, l.Name.String()+" "+l.Pointer)
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"/weight_kg", "/a~1b~0c", "/part_of/0/part", "/part_of/1/part"}
	if fmt.Sprint(losses) != fmt.Sprint(prefixAll("https://data.museum.example/object/1 ", want)) {
		t.Errorf("reported %q, want %q", losses, want)
	}
	written := string(mustAppend(t, p, g))
	if want := prologue + `"part_of":[{"type":"Person"},{"type":"Encounter"}]}`; written != want {
		t.Errorf("got %s\nwant %s", written, want)
	}
}

func prefixAll(prefix string, names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = prefix + name
	}
	return out
}

func TestLines(t *testing.T) {
	p := testProcessor()
	one := prologue + `"_label":"One"}`
	two := strings.Replace(one, "object/1", "object/2", 1)
	text := one + "\n\n" + strings.Replace(one, `"_label"`, `"label"`, 1) + "\r\n" + "nonsense\n" + two
	var got []string
	for g, err := range p.Lines().Decode(context.Background(), strings.NewReader(text), serialize.DecodeOptions{}) {
		var record *serialize.RecordError
		switch {
		case err == nil:
			got = append(got, g.Name.String())
		case errors.As(err, &record) && errors.Is(err, serialize.ErrRecord):
			got = append(got, fmt.Sprint("line ", record.Line))
		default:
			t.Fatal(err)
		}
	}
	want := "[https://data.museum.example/object/1 line 3 line 4 https://data.museum.example/object/2]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}

	var b strings.Builder
	e := p.Lines().NewEncoder(&b)
	for _, text := range []string{one, two} {
		if err := e.Encode(mustRead(t, p, []byte(text))); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if b.String() != one+"\n"+two+"\n" {
		t.Errorf("wrote %s", b.String())
	}

	single := p.LinkedArt().NewEncoder(&b)
	g := mustRead(t, p, []byte(one))
	if err := single.Encode(g); err != nil {
		t.Fatal(err)
	}
	if err := single.Encode(g); !errors.Is(err, serialize.ErrOneGraph) {
		t.Errorf("a second graph: %v", err)
	}
}

func TestLineOverTheLimit(t *testing.T) {
	p := testProcessor()
	text := prologue + `"_label":"` + strings.Repeat("x", 200_000) + `"}`
	for _, err := range p.Lines().Decode(context.Background(), strings.NewReader(text), serialize.DecodeOptions{MaxBytes: 100_000}) {
		if !errors.Is(err, graph.ErrTooLarge) {
			t.Errorf("got %v", err)
		}
	}
}

func TestDecodeHonoursContext(t *testing.T) {
	p := testProcessor()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, format := range []*serialize.Format{p.LinkedArt(), p.Lines()} {
		for _, err := range format.Decode(ctx, strings.NewReader(prologue+`"_label":"x"}`), serialize.DecodeOptions{}) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", format.Name, err)
			}
		}
	}
}

// TestTheSameTwice: the same text makes the same graph, triple for triple and
// label for label, also where json-gold reads it.
func TestTheSameTwice(t *testing.T) {
	p := fixtureProcessor(t)
	eachFixture(t, "roundtrip/jsonld-*.json", 20, func(t *testing.T, file string, text []byte) {
		first := mustRead(t, p, text)
		for range 10 {
			if again := mustRead(t, p, text); !again.Equal(first) {
				t.Fatalf("got\n%s\nthen\n%s", listed(first.Triples), listed(again.Triples))
			}
		}
	})
}

// TestUnknownClass: both readers refuse a class that nothing defines. In lenient
// mode they do what the standard does, and say so.
func TestUnknownClass(t *testing.T) {
	p := New(ruleContexts(t))
	for _, text := range []string{
		`{"@id":"https://ex.example/r","@type":"Vase"}`,
		`{"@id":"https://ex.example/r","@type":["https://ex.example/C","Vase"]}`,
		`{"@id":"https://ex.example/r","@type":"Vase","https://ex.example/p":{"@set":["x"]}}`,
		`{"@context":{"p":{"@id":"https://ex.example/p","@container":"@type"}},"@id":"https://ex.example/r","p":{"Vase":{"@id":"https://ex.example/s"}}}`,
	} {
		for name, read := range map[string]func(*Processor, []byte, serialize.DecodeOptions) (*graph.Graph, error){
			"any": func(p *Processor, text []byte, o serialize.DecodeOptions) (*graph.Graph, error) {
				return p.Read(context.Background(), text, o)
			},
			"full": readFully,
		} {
			o := serialize.DecodeOptions{Base: testBase}
			if _, err := read(p, []byte(text), o); err == nil || !strings.Contains(err.Error(), `the class "Vase" is unknown`) {
				t.Errorf("%s, strict: the error is %v in %s", name, err, text)
			}
			var losses []string
			o.Lenient, o.Dropped = true, func(l serialize.Loss) { losses = append(losses, l.Reason) }
			g, err := read(p, []byte(text), o)
			if err != nil || len(losses) != 1 || !strings.Contains(losses[0], `the class "Vase" is unknown`) {
				t.Errorf("%s, lenient: the error is %v, the losses are %q in %s", name, err, losses, text)
				continue
			}
			// Section 5.1.2 step 13.8.3.4: the name in a map of types is not
			// relative to the document.
			relative := !strings.Contains(text, `"@container"`)
			if strings.Contains(listed(g.Triples), "<"+testBase+"Vase>") != relative {
				t.Errorf("%s, lenient: read\n%sfor %s", name, listed(g.Triples), text)
			}
		}
	}
}

// TestIllFormedIRIs: both readers ask of an IRI what RFC 3987 asks.
func TestIllFormedIRIs(t *testing.T) {
	p := testProcessor()
	for _, text := range []string{
		`{"@id":"https://ex.example/r#a#b","https://ex.example/p":1}`,
		`{"@id":"https://ex.example/r","https://ex.example/p#a#b":1}`,
		`{"@id":"https://ex.example/r","@type":"https://ex.example/C#a#b"}`,
		`{"@id":"https://ex.example/r","https://ex.example/p":{"@id":"http://a:port/"}}`,
		`{"@id":"https://ex.example/r","https://ex.example/p":{"@value":"x","@type":"http://[bad"}}`,
		`{"@context":{"@vocab":"https://ex.example/v#"},"@id":"https://ex.example/r","#p":1}`,
	} {
		if g, err := p.Read(context.Background(), []byte(text), serialize.DecodeOptions{}); err == nil {
			t.Errorf("%s was read as\n%s", text, listed(g.Triples))
		}
		if g, err := readFully(p, []byte(text), serialize.DecodeOptions{}); err == nil {
			t.Errorf("%s was read by the full algorithms as\n%s", text, listed(g.Triples))
		}
	}
}
