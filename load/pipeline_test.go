package load_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/load"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// text returns a document that is in memory.
func text(name, format, text string) load.Source {
	return load.Source{Name: name, Format: table().ByName(format), Size: int64(len(text)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// several yields the sources in order.
func several(sources ...load.Source) iter.Seq2[load.Source, error] {
	return func(yield func(load.Source, error) bool) {
		for _, s := range sources {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// mixture returns documents of all kinds, each of several parts, with faults.
func mixture() iter.Seq2[load.Source, error] {
	var lines, quads strings.Builder
	for i := range 250 {
		switch {
		case i%97 == 5:
			lines.WriteString("no record\n")
		case i%89 == 6:
			lines.WriteString(person("person/0", "again") + "\n")
		default:
			lines.WriteString(person(fmt.Sprint("person/", i), "Ada") + "\n")
		}
		if i%50 == 7 {
			quads.WriteString("<x:s> <x:p> oops <" + base + fmt.Sprint("q/", i) + "> .\n")
		}
		for s := range 10 {
			quads.WriteString(quad(fmt.Sprint(s), "_:n"+fmt.Sprint(i), fmt.Sprint("q/", i)))
		}
	}
	sources := []load.Source{text("a.jsonl", "jsonl", lines.String())}
	for i := range 60 {
		body := person(fmt.Sprint("one/", i), "Bea")
		if i%7 == 3 {
			body = body[:len(body)/2]
		}
		sources = append(sources, text(fmt.Sprint(i, ".json"), "jsonld", body))
	}
	sources = append(sources, text("b.nq", "nquads", quads.String()), text("small.nq", "nquads", quad("s", "<x:o>", "small")),
		text("gone.json", "jsonld", ""), text("c.jsonl", "jsonl", person("person/c", "Cleo")))
	sources[len(sources)-2].Open = func() (io.ReadCloser, error) { return nil, errors.New("it is gone") }
	return several(sources...)
}

// told loads documents and returns all that a load tells, in order.
func told(t *testing.T, sources iter.Seq2[load.Source, error], workers int) []string {
	t.Helper()
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	o := load.Options{
		Base: base, Workers: workers,
		Refused:  func(r load.Refusal) { say("refused %s: %v, %t %t", r.At, r.Err, r.Rest, r.Whole) },
		Progress: func(r load.Report) { say("%d %d %d", r.Records, r.Quads, r.Refused) },
		Check: func(g *graph.Graph, _ []byte) (v load.Verdict) {
			name := g.Name.String()
			v.Tell = func(at load.Place) { say("judged %s at %s", name, at) }
			if strings.HasSuffix(name, "3") {
				v.Err = errors.New("ends in 3")
			}
			return v
		},
	}
	for g, err := range load.New(o).Graphs(t.Context(), sources) {
		if err != nil {
			t.Fatal(err)
		}
		say("%s %d", g.Name, len(g.Triples))
	}
	return lines
}

func TestTheOrderIsThatOfTheDocuments(t *testing.T) {
	want := told(t, mixture(), 1)
	if len(want) < 1_200 {
		t.Fatalf("only %d lines", len(want))
	}
	for i, at := range []string{"a.jsonl:6", "a.jsonl:103"} {
		refused := slices.DeleteFunc(slices.Clone(want), func(line string) bool {
			return !strings.HasPrefix(line, "refused a.jsonl") || !strings.Contains(line, "JSON")
		})
		if !strings.HasPrefix(refused[i], "refused "+at+": ") {
			t.Errorf("%q, want the fault at %s", refused[i], at)
		}
	}
	for _, workers := range []int{2, 8} {
		got := told(t, mixture(), workers)
		if !slices.Equal(got, want) {
			i := 0
			for i < len(got) && i < len(want) && got[i] == want[i] {
				i++
			}
			t.Errorf("with %d workers the lines differ from %d of %d on", workers, i, len(want))
		}
	}
}

// TestLinesCutShort cuts a packed document of lines at every length: its end is
// missing, and the load says so.
func TestLinesCutShort(t *testing.T) {
	packed := gzipped(t, person("person/1", "Ada")+"\n"+person("person/2", "Bea")+"\n")
	for n := range len(packed) {
		source := text("cut.jsonl.gz", "jsonl", packed[:n])
		source.Compression = load.Gzip
		rest := 0
		read(t, one(source), load.Options{Refused: func(r load.Refusal) {
			if r.Rest {
				rest++
			}
		}})
		if rest != 1 {
			t.Errorf("at %d of %d bytes: it is said %d times that the document was not read to its end", n, len(packed), rest)
		}
	}
}

func TestALineBeyondTheLimit(t *testing.T) {
	long := person("person/long", strings.Repeat("a", 300_000))
	for name, end := range map[string]string{"in the middle": "\n" + person("person/2", "Bea") + "\n", "at the end": "", "at the end, with its newline": "\n"} {
		for _, before := range []int{0, 1, 400} {
			var lines strings.Builder
			for i := range before {
				lines.WriteString(person(fmt.Sprint("before/", i), "Ada") + "\n")
			}
			var refused []load.Refusal
			report := read(t, one(text("a.jsonl", "jsonl", lines.String()+long+end)), load.Options{
				Base: base, MaxBytes: 100_000, Refused: func(r load.Refusal) { refused = append(refused, r) },
			})
			if report.Records != before || len(refused) != 1 || !refused[0].Rest || !errors.Is(refused[0].Err, graph.ErrTooLarge) {
				t.Errorf("%s, after %d lines: %d records, refused %v", name, before, report.Records, refused)
			}
		}
	}
}

func TestAPanicIsTheCallers(t *testing.T) {
	for _, name := range []string{"a.jsonl", "a.json", "a.nq"} {
		w := map[string]load.Source{
			"a.jsonl": text(name, "jsonl", person("person/1", "Ada")),
			"a.json":  text(name, "jsonld", person("person/1", "Ada")),
			"a.nq":    text(name, "nquads", quad("s", "<x:o>", "a")),
		}
		loader := load.New(load.Options{Base: base, Check: func(*graph.Graph, []byte) load.Verdict { panic("a bug") }})
		func() {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "a bug") || !strings.Contains(fmt.Sprint(v), "pipeline_test.go") {
					t.Errorf("%s: recovered %v, want the panic and where it was", name, v)
				}
			}()
			for range loader.Graphs(t.Context(), one(w[name])) {
				t.Errorf("%s: a record came", name)
			}
		}()
	}
	func() {
		defer func() {
			if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "no sources") {
				t.Errorf("recovered %v", v)
			}
		}()
		sources := func(func(load.Source, error) bool) { panic("no sources") }
		for range load.New(load.Options{}).Graphs(t.Context(), sources) {
			t.Error("a record came")
		}
	}()
}

// blocked is a document that goes on until its context ends.
func blocked(ctx context.Context) load.Source {
	f := &serialize.Format{Name: "endless", Decode: func(inner context.Context, _ io.Reader, _ serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
		return func(yield func(*graph.Graph, error) bool) {
			<-inner.Done()
			yield(nil, inner.Err())
		}
	}}
	return load.Source{Name: "endless", Format: f, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("")), nil }}
}

// TestNoGoroutineIsLeft ends loads in the middle in every way.
func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for n := range 12 {
		taken := 0
		for _, err := range load.New(load.Options{Base: base, Workers: 1 + n%4}).Graphs(t.Context(), mixture()) {
			if err != nil {
				t.Fatal(err)
			}
			if taken++; taken > n*31 {
				break
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := errors.New("not ended")
	loader := load.New(load.Options{Base: base, Progress: func(load.Report) { cancel() }})
	for _, err := range loader.Graphs(ctx, several(text("a.jsonl", "jsonl", person("person/1", "Ada")), blocked(ctx))) {
		ended = err
	}
	if !errors.Is(ended, context.Canceled) {
		t.Errorf("the last error is %v", ended)
	}
	// The goroutines have returned from their last function; the runtime may
	// still count them for a moment.
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		runtime.Gosched()
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, there were %d", after, before)
	}
}
