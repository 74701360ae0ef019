package load_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	ldcontext "vitrine/context"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

const base = "https://data.museum.example/"

func table() serialize.Table { return formats.All(jsonld.New(ldcontext.New(nil))) }

// person returns a record as JSON-LD on one line.
func person(id, label string) string {
	return fmt.Sprintf(`{"@context":%q,"id":%q,"type":"Person","_label":%q,"identified_by":[{"type":"Name","content":%q}]}`,
		ldcontext.LinkedArt, id, label, label)
}

// folder writes files, named by their path, and returns where they are.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// outcome is what a test load came to.
type outcome struct {
	load.Report
	load.Counts
	store    *memstore.Store
	refusals []load.Refusal
	losses   []string
	ignored  []string
}

// run loads the files of a folder into an empty store.
func run(t *testing.T, dir string, o load.Options) outcome {
	t.Helper()
	out := outcome{store: memstore.New()}
	t.Cleanup(func() { out.store.Close() })
	o.Base = base
	o.Refused = func(r load.Refusal) {
		r.At.Source = strings.TrimPrefix(r.At.Source, dir+string(filepath.Separator))
		out.refusals = append(out.refusals, r)
	}
	o.Dropped = func(_ load.Place, loss serialize.Loss) { out.losses = append(out.losses, loss.Pointer) }
	w := load.Walker{Formats: table(), Ignored: func(p string) {
		out.ignored = append(out.ignored, strings.TrimPrefix(p, dir+string(filepath.Separator)))
	}}
	loader := load.New(o)
	var err error
	out.Counts, err = load.Put(t.Context(), out.store, loader.Graphs(t.Context(), w.Sources([]string{dir})), nil, load.Together)
	if err != nil {
		t.Fatal(err)
	}
	out.Report = loader.Report()
	return out
}

// names returns what the store holds.
func (o outcome) names(t *testing.T) []string {
	t.Helper()
	var names []string
	for name, err := range o.store.Entities(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, strings.TrimPrefix(name.String(), base))
	}
	return names
}

func (o outcome) refused() []string {
	var lines []string
	for _, r := range o.refusals {
		lines = append(lines, r.At.String()+": "+r.Err.Error())
	}
	return lines
}

func TestLoadsEveryFormatPackedOrNot(t *testing.T) {
	ctx := t.Context()
	var want *graph.Graph
	for g, err := range table().ByName("jsonld").Decode(ctx, strings.NewReader(person(base+"person/1", "Ada")), serialize.DecodeOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		want = g
	}
	for _, f := range table() {
		if f.Decode == nil || f.NewEncoder == nil || len(f.Extensions) == 0 {
			continue
		}
		var text bytes.Buffer
		e := f.NewEncoder(&text)
		if err := errors.Join(e.Encode(want), e.Close()); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		for _, ext := range f.Extensions {
			for suffix, pack := range packers {
				name := "record." + ext + suffix
				t.Run(name, func(t *testing.T) {
					out := run(t, folder(t, map[string]string{name: pack(t, text.String())}), load.Options{})
					if len(out.refusals) > 0 || out.Records != 1 || out.Created != 1 || out.Quads != len(want.Triples) {
						t.Fatalf("report %+v, refusals %v", out.Report, out.refused())
					}
					e, err := out.store.Get(ctx, want.Name)
					if err != nil {
						t.Fatal(err)
					}
					if !graph.Isomorphic(e.Graph.Triples, want.Triples) {
						t.Errorf("the stored graph differs: %v", e.Graph.Triples)
					}
				})
			}
		}
	}
}

var packers = map[string]func(t *testing.T, text string) string{
	"":    func(_ *testing.T, text string) string { return text },
	".gz": gzipped,
	".zst": func(t *testing.T, text string) string {
		var b bytes.Buffer
		w, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	},
}

func gzipped(t *testing.T, text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestBadRecordsDoNotStopTheOthers(t *testing.T) {
	quad := func(id string) string { return quad("s", "<x:o>", "person/"+id) }
	out := run(t, folder(t, map[string]string{
		"1.json":       person("person/1", "Ada"),
		"2.json":       "{\n  \"@context\": \"" + ldcontext.LinkedArt + "\",\n  \"id\": \"person/2\",\n  \"type\": \"Person\",\n  \"favourite\": \"blue\"\n}\n",
		"3.jsonl":      person("person/3", "Bea") + "\n\nnot json\n" + person("person/4", "Cleo") + "\n",
		"4.nq":         quad("5") + quad("6") + strings.Replace(quad("6"), "<x:o>", "oops", 1) + quad("6") + quad("7"),
		"5.json":       "",
		"6.jsonl.gz":   "not gzip",
		"sub/a.json":   person("person/8", "Dora"),
		"sub/note.txt": "a note",
		".git/x.json":  person("person/9", "Eve"),
	}), load.Options{})
	wantNames := []string{"person/1", "person/3", "person/4", "person/5", "person/7", "person/8"}
	if got := out.names(t); !slices.Equal(got, wantNames) {
		t.Errorf("stored %v, want %v", got, wantNames)
	}
	wantPlaces := []string{"2.json:5: ", "3.jsonl:3: ", "4.nq:3: ", "5.json:1: ", "6.jsonl.gz: unpack gzip: "}
	got := out.refused()
	if len(got) != len(wantPlaces) || out.Refused != len(wantPlaces) {
		t.Fatalf("%d refusals, want %d:\n%s", len(got), len(wantPlaces), strings.Join(got, "\n"))
	}
	for i, want := range wantPlaces {
		if !strings.HasPrefix(got[i], want) {
			t.Errorf("refusal %q, want it to begin with %q", got[i], want)
		}
	}
	if want := []string{".git", filepath.Join("sub", "note.txt")}; !slices.Equal(out.ignored, want) {
		t.Errorf("ignored %v, want %v", out.ignored, want)
	}
}

func TestRefusesTheSecondRecordWithAnID(t *testing.T) {
	out := run(t, folder(t, map[string]string{
		"a.jsonl": "\n" + person("person/1", "Ada") + "\n" + person("person/2", "Bea") + "\n" + person("person/1", "Ida") + "\n",
		"b.json":  person(base+"person/2", "Bea"),
		"c.nq":    "<x:s> <x:p> <x:o> <" + base + "person/3> .\n<x:s> <x:p> <x:o> <" + base + "person/1> .\n",
	}), load.Options{})
	var firsts []string
	for _, r := range out.refusals {
		var d *load.DuplicateError
		if !errors.As(r.Err, &d) {
			t.Fatalf("refused for %v", r.Err)
		}
		firsts = append(firsts, fmt.Sprintf("%s of %s:%d", r.At, filepath.Base(d.First.Source), d.First.Line))
	}
	want := []string{"a.jsonl:4 of a.jsonl:2", "b.json of a.jsonl:3", "c.nq: record 2 of a.jsonl:2"}
	if !slices.Equal(firsts, want) {
		t.Errorf("refused %q, want %q", firsts, want)
	}
	name, _ := graph.IRI(base + "person/1")
	e, err := out.store.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if label := e.Graph.Triples[1].Obj; label != rdf.Object(graph.String("Ada")) {
		t.Errorf("the kept record is labelled %v", label)
	}
}

// TestCheckHasTheTextThatWasRead loads JSON, which is judged as it was sent, and RDF.
func TestCheckHasTheTextThatWasRead(t *testing.T) {
	ada, bea := person("person/1", "Ada"), person("person/2", "Bea")
	files := map[string]string{
		"a.json": "[" + ada + "," + bea + "]", "b.jsonl": ada + "\n" + bea + "\n",
		"c.nt": "<https://data.museum.example/person/3> <http://www.w3.org/2000/01/rdf-schema#label> \"Cleo\" .\n",
	}
	for name, want := range map[string][]string{"a.json": {ada, bea}, "b.jsonl": {ada, bea}, "c.nt": {""}} {
		for _, lenient := range []bool{false, true} {
			var got []string
			run(t, folder(t, map[string]string{name: files[name]}), load.Options{Workers: 1, Lenient: lenient, Check: func(_ *graph.Graph, text []byte) (v load.Verdict) {
				got = append(got, string(text))
				return v
			}})
			if lenient {
				want = make([]string, len(want))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, lenient %t: %q, want %q", name, lenient, got, want)
			}
		}
	}
}

func TestARefusedRecordDoesNotTakeTheID(t *testing.T) {
	out := run(t, folder(t, map[string]string{
		"a.jsonl": person("person/1", "bad") + "\n" + person("person/1", "good") + "\n",
	}), load.Options{Check: func(g *graph.Graph, _ []byte) (v load.Verdict) {
		if g.Triples[1].Obj == rdf.Object(graph.String("bad")) {
			v.Err = errors.New("a bad one")
		}
		return v
	}})
	if want := []string{"a.jsonl:1: a bad one"}; !slices.Equal(out.refused(), want) {
		t.Errorf("refused %v, want %v", out.refused(), want)
	}
	if out.Records != 1 {
		t.Errorf("%d records", out.Records)
	}
}

// TestRefusedRecordsOfAnArrayHaveNumbers: the first record as well, and the only record
// of a document has none.
func TestRefusedRecordsOfAnArrayHaveNumbers(t *testing.T) {
	ada, bea := person("person/1", "Ada"), person("person/2", "Bea")
	for text, want := range map[string][]string{
		"[" + ada + "," + bea + "]": {"a.json: record 1: no", "a.json: record 2: no"},
		"[" + ada + "]":             {"a.json: no"},
		ada:                         {"a.json: no"},
	} {
		out := run(t, folder(t, map[string]string{"a.json": text}), load.Options{
			Check: func(*graph.Graph, []byte) load.Verdict { return load.Verdict{Err: errors.New("no")} },
		})
		if !slices.Equal(out.refused(), want) {
			t.Errorf("%s: refused %v, want %v", text, out.refused(), want)
		}
	}
}

func TestLenientReportsWhatItDropped(t *testing.T) {
	text := strings.Replace(person("person/1", "Ada"), `"type":"Person"`, `"type":"Person","favourite":"blue"`, 1)
	files := map[string]string{"a.json": text}
	if out := run(t, folder(t, files), load.Options{}); out.Records != 0 || out.Refused != 1 {
		t.Errorf("strict: %+v", out.Report)
	}
	out := run(t, folder(t, files), load.Options{Lenient: true})
	if out.Records != 1 || out.Dropped != 1 || !slices.Equal(out.losses, []string{"/favourite"}) {
		t.Errorf("lenient: %+v, dropped %v", out.Report, out.losses)
	}
}

// quad is a line of N-Quads.
func quad(subject, object, name string) string {
	return "<x:" + subject + "> <x:p> " + object + " <" + base + name + "> .\n"
}

func TestScatteredQuadsAreGathered(t *testing.T) {
	out := run(t, folder(t, map[string]string{
		"a.nq": "# a comment\n" + quad("1", `"1 . <`+base+`b> ."`, "a") + "\n" + quad("1", "_:n", "b") + quad("2", `"2"`, "a") +
			quad("1", `"1"@en`, "c") + strings.TrimSpace(quad("2", "_:n", "b")),
	}), load.Options{})
	if len(out.refusals) > 0 {
		t.Fatal(out.refused())
	}
	if got := out.names(t); !slices.Equal(got, []string{"a", "b", "c"}) || out.Quads != 5 {
		t.Errorf("stored %v, %d quads", got, out.Quads)
	}
	name, _ := graph.IRI(base + "b")
	e, err := out.store.Get(t.Context(), name)
	if err != nil || len(e.Graph.Triples) != 2 || e.Graph.Triples[0].Obj != e.Graph.Triples[1].Obj {
		t.Errorf("the graph b: %v, %v", e, err)
	}
}

// TestScatteredQuadsComeOutAsTheyWere sorts and shuffles a document.
func TestScatteredQuadsComeOutAsTheyWere(t *testing.T) {
	var lines []string
	for g := range 40 {
		for s := range 5 {
			lines = append(lines, quad(fmt.Sprint(s), fmt.Sprintf("_:g%d", g), fmt.Sprint("g", g)))
		}
	}
	want := run(t, folder(t, map[string]string{"a.nq": strings.Join(lines, "")}), load.Options{})
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	got := run(t, folder(t, map[string]string{"a.nq.zst": packers[".zst"](t, strings.Join(lines, ""))}), load.Options{})
	for e, err := range want.store.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		o, err := got.store.Get(t.Context(), e.Graph.Name)
		if err != nil || !graph.Isomorphic(e.Graph.Triples, o.Graph.Triples) {
			t.Errorf("%s: %v", e.Graph.Name, err)
		}
	}
}

// A graph whose pieces lie far apart is gathered in a second reading, which
// stores nothing of a document that has a fault anywhere.
func TestNothingOfAScatteredDocumentWithAFaultIsStored(t *testing.T) {
	trig := func(name string) string { return "<" + base + name + "> { <x:s> <x:p> <x:" + name + "> }\n" }
	long := `"` + strings.Repeat("a", 9<<20) + `"`
	far := quad("1", long, "f") + quad("1", "<x:o>", "g")
	for name, test := range map[string]struct{ text, place string }{
		"fault.nq":   {quad("1", "<x:o>", "a") + quad("1", "<x:o>", "b") + quad("1", "oops", "b") + far + quad("2", "<x:o>", "a"), "fault.nq:3"},
		"no-end.nq":  {quad("1", "<x:o>", "a") + far + quad("2", "<x:o>", "a") + "<x:s> <x:p>\n", "no-end.nq:4"},
		"shared.nq":  {quad("1", "_:n", "a") + quad("1", "_:n", "b") + far + quad("2", "<x:o>", "a"), "shared.nq:2"},
		"again.trig": {trig("a") + "<x:f> { <x:s> <x:p> " + long + " }\n" + trig("b") + trig("a"), "again.trig:4"},
	} {
		out := run(t, folder(t, map[string]string{name: test.text, "good.json": person("person/1", "Ada")}), load.Options{})
		if got := out.names(t); !slices.Equal(got, []string{"person/1"}) {
			t.Errorf("%s: stored %v", name, got)
		}
		if len(out.refusals) != 1 || out.refusals[0].At.String() != test.place || !out.refusals[0].Whole {
			t.Errorf("%s: refused %v, want it at %s", name, out.refused(), test.place)
		}
	}
}

// TestCutShort cuts a packed document at every length: no graph may come out
// of it, since what is missing could be of any of them.
func TestCutShort(t *testing.T) {
	var text strings.Builder
	for g := range 3 {
		for s := range 3 {
			fmt.Fprintf(&text, "<x:%d> <x:p> <x:o> <%s%d> .\n", s, base, g)
		}
	}
	packed := gzipped(t, text.String())
	for n := range len(packed) {
		store := memstore.New()
		source := load.Source{
			Name: "cut.nq.gz", Format: table().ByName("nquads"), Compression: load.Gzip,
			Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(packed[:n])), nil },
		}
		loader := load.New(load.Options{})
		if _, err := load.Put(t.Context(), store, loader.Graphs(t.Context(), one(source)), nil, load.Together); err != nil {
			t.Fatal(err)
		}
		if loader.Report().Refused != 1 {
			t.Errorf("at %d of %d bytes: %+v", n, len(packed), loader.Report())
		}
		for e, err := range store.Graphs(t.Context(), "") {
			t.Errorf("at %d bytes: %v, %v was stored", n, e, err)
		}
	}
}

func one(s load.Source) iter.Seq2[load.Source, error] {
	return func(yield func(load.Source, error) bool) { yield(s, nil) }
}

// read takes the documents apart and stores nothing.
func read(t *testing.T, sources iter.Seq2[load.Source, error], o load.Options) load.Report {
	t.Helper()
	loader := load.New(o)
	for _, err := range loader.Graphs(t.Context(), sources) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return loader.Report()
}

func TestWhatCannotBeReadIsTold(t *testing.T) {
	dir := folder(t, map[string]string{"record.doc": "x", "good.json": person("person/1", "Ada")})
	var got []string
	w := load.Walker{Formats: table()}
	report := read(t, w.Sources([]string{
		filepath.Join(dir, "missing.json"), filepath.Join(dir, "record.doc"), filepath.Join(dir, "good.json"),
	}), load.Options{Base: base, Refused: func(r load.Refusal) { got = append(got, filepath.Base(r.At.Source)) }})
	if report.Records != 1 || !slices.Equal(got, []string{"missing.json", "record.doc"}) {
		t.Errorf("report %+v, refused %v", report, got)
	}
}

func TestAStoreThatFailsEndsTheLoad(t *testing.T) {
	dir := folder(t, map[string]string{"a.json": person("person/1", "Ada")})
	store := memstore.New()
	store.Close()
	w := load.Walker{Formats: table()}
	graphs := load.New(load.Options{Base: base}).Graphs(t.Context(), w.Sources([]string{dir}))
	if _, err := load.Put(t.Context(), store, graphs, nil, load.Together); !errors.Is(err, rdfstore.ErrClosed) {
		t.Errorf("error %v, want %v", err, rdfstore.ErrClosed)
	}
}

// people returns a folder with n records in one file.
func people(t *testing.T, n int) string {
	var lines strings.Builder
	for i := range n {
		lines.WriteString(person(fmt.Sprint("person/", i), "Ada") + "\n")
	}
	return folder(t, map[string]string{"a.jsonl": lines.String()})
}

func TestALoadThatEndsEarlyStoresNothing(t *testing.T) {
	dir := people(t, 3000)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	store := memstore.New()
	w := load.Walker{Formats: table()}
	loader := load.New(load.Options{Base: base, Progress: func(r load.Report) {
		if r.Records == 1500 {
			cancel()
		}
	}})
	_, err := load.Put(t.Context(), store, loader.Graphs(ctx, w.Sources([]string{dir})), nil, load.Together)
	if !errors.Is(err, context.Canceled) || loader.Report().Records != 1500 {
		t.Errorf("%d records, error %v", loader.Report().Records, err)
	}
	if last, err := store.LastChange(t.Context()); err != nil || last.Seq != 0 {
		t.Errorf("the log has %v, %v", last, err)
	}
}

func TestManyRecordsGoToBulk(t *testing.T) {
	dir := people(t, 5001)
	w := load.Walker{Formats: table()}
	graphs := func() iter.Seq2[*graph.Graph, error] {
		return load.New(load.Options{Base: base}).Graphs(t.Context(), w.Sources([]string{dir}))
	}
	store := memstore.New()
	counts, err := load.Put(t.Context(), store, graphs(), func(_ context.Context, graphs iter.Seq2[*graph.Graph, error]) (load.Counts, error) {
		var counts load.Counts
		for g, err := range graphs {
			if want := fmt.Sprint(base, "person/", counts.Created); err != nil || g.Name.String() != want {
				t.Fatalf("%v, %v: want %s", g.Name, err, want)
			}
			counts.Created++
		}
		return counts, nil
	}, load.Together)
	if err != nil || counts.Created != 5001 {
		t.Errorf("bulk: %+v, %v", counts, err)
	}
	if last, _ := store.LastChange(t.Context()); last.Seq != 0 {
		t.Errorf("the store was written to past bulk: %v", last)
	}
	counts, err = load.Put(t.Context(), store, graphs(), nil, load.Together)
	if err != nil || counts.Created != 5001 {
		t.Errorf("without bulk: %+v, %v", counts, err)
	}
}

func TestSpool(t *testing.T) {
	source, remove, err := load.Spool("standard input", table().ByName("jsonld"), strings.NewReader(person("person/1", "Ada")))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if report := read(t, one(source), load.Options{Base: base}); report.Records != 1 {
			t.Errorf("report %+v", report)
		}
	}
	if err := remove(); err != nil {
		t.Error(err)
	}
	if _, err := source.Open(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
}
