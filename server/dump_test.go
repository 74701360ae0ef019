package server

import (
	"bytes"
	"context"
	"io"
	"iter"
	"mime"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// dumpServer returns a server with all real formats; change may alter its
// configuration.
func dumpServer(t testing.TB, change func(*Config)) (*Server, *testStore) {
	t.Helper()
	contexts := ldcontext.New(nil)
	return newTestServer(t, func(c *Config) {
		c.Formats, c.Contexts = formats.All(jsonld.New(contexts)), contexts
		if change != nil {
			change(c)
		}
	})
}

// dumped returns what a dump of the store has to be.
func dumped(t testing.TB, store rdfstore.Store, f *serialize.Format) string {
	t.Helper()
	var b bytes.Buffer
	err := dataset.Write(&b, rdfstore.Graphs(store.Graphs(t.Context(), "")), f)
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unpack returns what is in a packed file.
func unpack(t testing.TB, name, text string) string {
	t.Helper()
	var r io.Reader = strings.NewReader(text)
	var err error
	switch {
	case strings.HasSuffix(name, ".gz"):
		r, err = gzip.NewReader(r)
	case strings.HasSuffix(name, ".zst"):
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func TestDumps(t *testing.T) {
	s, store := dumpServer(t, nil)
	for _, test := range []struct{ name, format, contentType string }{
		{"nq", "nquads", "application/n-quads"},
		{"nq.gz", "nquads", "application/gzip"},
		{"nq.zst", "nquads", "application/zstd"},
		{"trig", "trig", "application/trig"},
		{"trig.gz", "trig", "application/gzip"},
		{"trig.zst", "trig", "application/zstd"},
		{"jsonl", "jsonl", "application/jsonl"},
		{"jsonl.gz", "jsonl", "application/gzip"},
		{"jsonl.zst", "jsonl", "application/zstd"},
	} {
		t.Run(test.name, func(t *testing.T) {
			target := "/-/dump." + test.name
			r := do(t, s, "GET", target, "Accept-Encoding", "gzip, br, zstd")
			if got, want := unpack(t, test.name, body(t, r)), dumped(t, store, s.config.Formats.ByName(test.format)); got != want || r.StatusCode != 200 {
				t.Errorf("status %d, got\n%s\nwant\n%s", r.StatusCode, got, want)
			}
			_, params, err := mime.ParseMediaType(r.Header.Get("Content-Disposition"))
			if err != nil || params["filename"] != "data.museum.example."+test.name {
				t.Errorf("Content-Disposition %q", r.Header.Get("Content-Disposition"))
			}
			for name, want := range map[string]string{"Content-Type": test.contentType, "Content-Encoding": "", "Cache-Control": "no-cache"} {
				if got := r.Header.Get(name); got != want {
					t.Errorf("%s %q, want %q", name, got, want)
				}
			}
			head := do(t, s, "HEAD", target)
			for _, name := range []string{"Content-Type", "Content-Disposition", "Etag", "Cache-Control"} {
				if head.Header.Get(name) != r.Header.Get(name) || r.Header.Get(name) == "" {
					t.Errorf("%s %q of HEAD, %q of GET", name, head.Header.Get(name), r.Header.Get(name))
				}
			}
			if text := body(t, head); text != "" || head.StatusCode != 200 || head.Header.Get("Last-Modified") == "" {
				t.Errorf("HEAD: status %d, %q, %v", head.StatusCode, text, head.Header)
			}
		})
	}
}

func TestEmptyDump(t *testing.T) {
	s, err := New(Config{Store: newTestStore(t), Formats: formats.All(jsonld.New(ldcontext.New(nil))), BaseURL: testBase})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	r := do(t, s, "GET", "/-/dump.nq.gz")
	if got := unpack(t, "nq.gz", body(t, r)); got != "" || r.StatusCode != 200 || r.Header.Get("Last-Modified") != "" {
		t.Errorf("status %d, %q, %v", r.StatusCode, got, r.Header)
	}
}

func TestNoSuchDump(t *testing.T) {
	s, _ := dumpServer(t, nil)
	for _, target := range []string{"/-/dump.ttl", "/-/dump.nq.xz", "/-/dump.", "/-/dump", "/-/dump.nq/", "/-/dump.NQ", "/-/dump.json"} {
		if r := do(t, s, "GET", target); r.StatusCode != 404 || r.Header.Get("Content-Disposition") != "" {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
}

// TestDumpPreconditions asks for a dump again, and again after a change. The
// entity tag is weak, so If-Match never holds but for *.
func TestDumpPreconditions(t *testing.T) {
	s, store := dumpServer(t, nil)
	const target = "/-/dump.trig"
	first := do(t, s, "GET", target).Header
	etag := first.Get("Etag")
	tests := []struct {
		name, value string
		before      int
		after       int
	}{
		{"If-None-Match", etag, 304, 200},
		{"If-None-Match", strings.TrimPrefix(etag, "W/"), 304, 200},
		{"If-None-Match", "*", 304, 304},
		{"If-None-Match", do(t, s, "HEAD", "/-/dump.nq").Header.Get("Etag"), 200, 200},
		{"If-Match", etag, 412, 412},
		{"If-Match", strings.TrimPrefix(etag, "W/"), 412, 412},
		{"If-Match", "*", 200, 200},
	}
	for _, test := range tests {
		for _, method := range []string{"GET", "HEAD"} {
			if r := do(t, s, method, target, test.name, test.value); r.StatusCode != test.before {
				t.Errorf("%s with %s %s: status %d, want %d", method, test.name, test.value, r.StatusCode, test.before)
			}
		}
	}
	if !strings.HasPrefix(etag, `W/"`) {
		t.Errorf("the entity tag is %s", etag)
	}
	store.put(t, person(t, testBase+"person/3", "Bea"))
	for _, test := range tests {
		if r := do(t, s, "GET", target, test.name, test.value); r.StatusCode != test.after {
			t.Errorf("after a change, %s %s: status %d, want %d", test.name, test.value, r.StatusCode, test.after)
		}
	}
}

// walkStore is a store in whose walks a test steps in.
type walkStore struct {
	*testStore
	// before is called before a snapshot is taken; it may be nil.
	before func()
	// graphs stands for the walk of a snapshot where it is not nil.
	graphs func(ctx context.Context, walk iter.Seq2[*rdfstore.Entity, error]) iter.Seq2[*rdfstore.Entity, error]
}

// Snapshot returns one in whose walk the test steps in.
func (s walkStore) Snapshot(ctx context.Context) (rdfstore.Snapshot, error) {
	if s.before != nil {
		s.before()
	}
	snapshot, err := s.testStore.Snapshot(ctx)
	return walkSnapshot{snapshot, s}, err
}

type walkSnapshot struct {
	rdfstore.Snapshot
	store walkStore
}

// Graphs returns what the test makes of the walk.
func (s walkSnapshot) Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error] {
	walk := s.Snapshot.Graphs(ctx, after)
	if s.store.graphs == nil {
		return walk
	}
	return s.store.graphs(ctx, walk)
}

// TestDumpIsASnapshot changes the store while a dump of it begins and goes on.
func TestDumpIsASnapshot(t *testing.T) {
	t.Run("a change before the snapshot", func(t *testing.T) {
		var store walkStore
		s, inner := dumpServer(t, func(c *Config) {
			store.testStore = c.Store.(*testStore)
			c.Store = &store
		})
		once := true
		store.before = func() {
			if once {
				once = false
				inner.put(t, person(t, testBase+"person/0", "Zoe"))
			}
		}
		r := do(t, s, "GET", "/-/dump.nq")
		text, etag := body(t, r), r.Header.Get("Etag")
		if !strings.Contains(text, "Zoe") || do(t, s, "HEAD", "/-/dump.nq").Header.Get("Etag") != etag {
			t.Errorf("the entity tag is not that of the dump: %s\n%s", etag, text)
		}
	})
	t.Run("changes all the time", func(t *testing.T) {
		var store walkStore
		s, inner := dumpServer(t, func(c *Config) {
			store.testStore = c.Store.(*testStore)
			c.Store = &store
		})
		changes := 0
		store.before = func() {
			changes++
			inner.put(t, person(t, testBase+"person/0", strings.Repeat("Z", changes)))
		}
		for range 3 {
			if r := do(t, s, "GET", "/-/dump.nq"); r.StatusCode != 200 || !strings.Contains(body(t, r), strings.Repeat("Z", changes)) {
				t.Errorf("status %d after %d changes", r.StatusCode, changes)
			}
		}
	})
	t.Run("changes after the walk began", func(t *testing.T) {
		var store walkStore
		s, inner := dumpServer(t, func(c *Config) {
			store.testStore = c.Store.(*testStore)
			c.Store = &store
		})
		want := dumped(t, inner, s.config.Formats.ByName("nquads"))
		store.graphs = func(_ context.Context, walk iter.Seq2[*rdfstore.Entity, error]) iter.Seq2[*rdfstore.Entity, error] {
			return func(yield func(*rdfstore.Entity, error) bool) {
				n := 0
				for e, err := range walk {
					if !yield(e, err) {
						return
					}
					if n++; n == 1 {
						inner.put(t, person(t, testBase+"person/2", "another"))
						inner.remove(t, testBase+"place/1")
					}
				}
			}
		}
		if got := body(t, do(t, s, "GET", "/-/dump.nq")); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// TestStoreFailsBeforeADump checks that a fault before the first byte is an
// answer like any other.
func TestStoreFailsBeforeADump(t *testing.T) {
	s, _ := dumpServer(t, func(c *Config) {
		c.Store = &walkStore{testStore: c.Store.(*testStore), graphs: func(context.Context, iter.Seq2[*rdfstore.Entity, error]) iter.Seq2[*rdfstore.Entity, error] {
			return func(yield func(*rdfstore.Entity, error) bool) { yield(nil, rdfstore.ErrCorrupt) }
		}}
	})
	r := do(t, s, "GET", "/-/dump.nq")
	if text := body(t, r); r.StatusCode != http.StatusInternalServerError || !strings.Contains(text, `"code":"internal"`) || r.Header.Get("Content-Disposition") != "" || r.Header.Get("Etag") != "" {
		t.Errorf("status %d, %v, %s", r.StatusCode, r.Header, text)
	}
}
