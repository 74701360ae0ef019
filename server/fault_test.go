package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/data/holdings"
	"vitrine/server/web/respond"
)

// funcEncoder is an encoder of which a test says what it does.
type funcEncoder struct {
	encode func(io.Writer, *graph.Graph) error
	w      io.Writer
}

func (e funcEncoder) Encode(g *graph.Graph) error { return e.encode(e.w, g) }
func (e funcEncoder) Close() error                { return nil }

func funcFormat(name string, encode func(io.Writer, *graph.Graph) error) *serialize.Format {
	return &serialize.Format{Name: name, Title: name, MediaType: "text/x-" + name,
		NewEncoder: func(w io.Writer) serialize.Encoder { return funcEncoder{encode, w} }}
}

// syncBuffer is a log that several goroutines write.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestFaults checks that faults on the inside become answers that say nothing
// of the inside, and log lines that say all.
func TestFaults(t *testing.T) {
	secret := errors.New("open /var/lib/vitrine/secret.db: input/output error")
	tests := []struct {
		name   string
		change func(*Config)
		store  func(*testStore)
		target string
		status int
		code   string
		logged string
	}{
		{"the store fails", nil, func(s *testStore) { s.set(func(string) error { return secret }, nil) }, "/person/1", 500, "internal", "secret.db"},
		{"the store is damaged", nil, func(s *testStore) {
			s.set(func(string) error { return fmt.Errorf("%w: page 7 of secret.db", rdfstore.ErrCorrupt) }, nil)
		}, "/person/1", 500, "internal", "secret.db"},
		{"the store is closed", nil, func(s *testStore) { s.set(nil, rdfstore.ErrClosed) }, "/person/1", 503, "unavailable", "closed"},
		{"the store is closed, readiness", nil, func(s *testStore) { s.set(nil, rdfstore.ErrClosed) }, "/-/readyz", 503, "unavailable", "closed"},
		{"the encoder fails", func(c *Config) {
			c.Formats = append(c.Formats, funcFormat("bad", func(io.Writer, *graph.Graph) error { return secret }))
		}, nil, "/person/1?format=bad", 500, "internal", "secret.db"},
		{"the encoder fails after some bytes", func(c *Config) {
			c.Formats = append(c.Formats, funcFormat("bad", func(w io.Writer, _ *graph.Graph) error {
				_, _ = io.WriteString(w, "half an answer")
				return secret
			}))
		}, nil, "/person/1?format=bad", 500, "internal", "secret.db"},
		{"the encoder panics", func(c *Config) {
			c.Formats = append(c.Formats, funcFormat("bad", func(io.Writer, *graph.Graph) error { panic(secret) }))
		}, nil, "/person/1?format=bad", 500, "internal", "secret.db"},
		{"the representation is too large", func(c *Config) { c.MaxRepresentation = 100 }, nil, "/person/2", 500, "too-large-to-serve", "larger than the limit"},
		{"the page is too large", func(c *Config) { c.MaxRepresentation = 100 }, nil, "/person/1.html", 500, "too-large-to-serve", "larger than the limit"},
		{"rendering takes too long", func(c *Config) {
			c.RenderTimeout = time.Millisecond
			c.Formats = append(c.Formats, funcFormat("slow", func(w io.Writer, _ *graph.Graph) error {
				for {
					if _, err := io.WriteString(w, ""); err != nil {
						return errors.New("an error that hides the cause")
					}
				}
			}))
		}, nil, "/person/1?format=slow", 503, "busy", "deadline"},
	}
	for _, cacheBytes := range []int64{0, 1} {
		for _, test := range tests {
			t.Run(fmt.Sprintf("%s, cache %d", test.name, cacheBytes), func(t *testing.T) {
				log := &syncBuffer{}
				s, store := newTestServer(t, func(c *Config) {
					c.CacheBytes = cacheBytes
					c.Logger = slog.New(slog.NewTextHandler(log, nil))
					if test.change != nil {
						test.change(c)
					}
				})
				if test.store != nil {
					test.store(store)
				}
				for range 2 {
					r := do(t, s, "GET", test.target)
					text := body(t, r)
					if r.StatusCode != test.status || !strings.Contains(text, `"code":"`+test.code+`"`) {
						t.Fatalf("status %d, %s; want %d %s", r.StatusCode, text, test.status, test.code)
					}
					for _, inside := range []string{"secret", "/var", "goroutine", ".go:", "half", "panic"} {
						if strings.Contains(text, inside) {
							t.Errorf("the answer says %q: %s", inside, text)
						}
					}
					if !strings.Contains(log.String(), test.logged) || !strings.Contains(log.String(), r.Header.Get("X-Request-Id")) {
						t.Errorf("the log lacks %q or the request's id: %s", test.logged, log)
					}
				}
				store.set(nil, nil)
				if r := do(t, s, "GET", "/-/healthz"); r.StatusCode != 200 {
					t.Errorf("afterwards: status %d", r.StatusCode)
				}
			})
		}
	}
}

// TestPanicAfterStart checks that a panic after the first byte cuts the answer
// off.
func TestPanicAfterStart(t *testing.T) {
	log := &syncBuffer{}
	s, _ := newTestServer(t, func(c *Config) { c.Logger = slog.New(slog.NewTextHandler(log, nil)) })
	h := s.handle("test", func(x *respond.Exchange, _ *http.Request) error {
		x.WriteHeader(200)
		panic("too late")
	})
	defer func() {
		if cause := recover(); cause != http.ErrAbortHandler {
			t.Errorf("recovered %v", cause)
		}
		if !strings.Contains(log.String(), "too late") {
			t.Errorf("the log lacks the panic: %s", log)
		}
		if text := body(t, do(t, s, "GET", "/-/metrics")); !strings.Contains(text, `code="200",format="",route="test"} 1`) {
			t.Error("the request was not counted")
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}

// TestOneRender checks that many requests for one representation make it once,
// and that no more are made at once than may be.
func TestOneRender(t *testing.T) {
	var running, most, made atomic.Int64
	release := make(chan struct{})
	s, _ := newTestServer(t, func(c *Config) {
		c.MaxRenders = 2
		c.Formats = append(c.Formats, funcFormat("slow", func(w io.Writer, g *graph.Graph) error {
			made.Add(1)
			most.Store(max(most.Load(), running.Add(1)))
			<-release
			running.Add(-1)
			_, err := io.WriteString(w, g.Name.String())
			return err
		}))
	})
	var all sync.WaitGroup
	for i := range 30 {
		target := []string{"/person/1", "/person/2", "/place/1"}[i%3]
		all.Go(func() {
			r := do(t, s, "GET", target+"?format=slow")
			if text := body(t, r); r.StatusCode != 200 || text != strings.TrimSuffix(testBase, "/")+target {
				t.Errorf("%s: status %d, %q", target, r.StatusCode, text)
			}
		})
	}
	for range 3 {
		release <- struct{}{}
	}
	close(release)
	all.Wait()
	if made.Load() != 3 || most.Load() > 2 {
		t.Errorf("%d renders, at most %d at once; want 3 and 2", made.Load(), most.Load())
	}
}

// TestBusy checks that requests are refused rather than queued without end.
func TestBusy(t *testing.T) {
	s, _ := newTestServer(t, func(c *Config) { c.MaxRenders = 1 })
	release, err := s.renders.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for range maxWaiting {
		waiting.Go(func() { _, _ = s.renders.Acquire(ctx) })
	}
	for s.renders.Waiting() < maxWaiting {
		runtime.Gosched()
	}
	r := do(t, s, "GET", "/person/1")
	if r.StatusCode != 503 || r.Header.Get("Retry-After") == "" {
		t.Errorf("status %d, header %v", r.StatusCode, r.Header)
	}
	leave()
	waiting.Wait()
	release()
	if r := do(t, s, "GET", "/person/1"); r.StatusCode != 200 {
		t.Errorf("afterwards: status %d", r.StatusCode)
	}
}

// TestChange checks that every answer is of the state that the store is in,
// with the cache and without.
func TestChange(t *testing.T) {
	for _, cacheBytes := range []int64{0, 1} {
		s, store := newTestServer(t, func(c *Config) { c.CacheBytes = cacheBytes })
		see := func(target string, status int, want string) {
			t.Helper()
			r := do(t, s, "GET", target)
			if text := body(t, r); r.StatusCode != status || !strings.Contains(text, want) {
				t.Fatalf("cache %d: %s: status %d, %q; want %d, %q", cacheBytes, target, r.StatusCode, text, status, want)
			}
		}
		see("/person/1", 200, "Ada")
		store.put(t, person(t, testBase+"person/1", "Ada Lovelace"))
		see("/person/1", 200, "Ada Lovelace")
		store.remove(t, testBase+"person/1")
		see("/person/1", 410, "gone")
		see("/person/1.ttl", 410, "gone")
		store.put(t, person(t, testBase+"person/1", "Ada King"))
		see("/person/1", 200, "Ada King")
		see("/person/7", 404, "not-found")
		store.put(t, person(t, testBase+"person/7", "Seven"))
		see("/person/7", 200, "Seven")

		// An entity takes the address of another's representation, and leaves it.
		location := func() string {
			return do(t, s, "GET", "/person/7", "Accept", "text/turtle").Header.Get("Content-Location")
		}
		if got := location(); got != "/person/7.ttl" {
			t.Errorf("Content-Location %q", got)
		}
		store.put(t, person(t, testBase+"person/7.ttl", "Other"))
		see("/person/7.ttl", 200, "jsonld of "+testBase+"person/7.ttl")
		if got := location(); got != "/person/7?format=turtle" {
			t.Errorf("Content-Location %q", got)
		}
		store.remove(t, testBase+"person/7.ttl")
		see("/person/7.ttl", 200, "turtle of "+testBase+"person/7\n")
		if got := location(); got != "/person/7.ttl" {
			t.Errorf("Content-Location %q", got)
		}
	}
}

// TestChangeMeanwhile changes an entity between the look at its state, which
// the cache still has, and the rendering.
func TestChangeMeanwhile(t *testing.T) {
	s, store := newTestServer(t, nil)
	if r := do(t, s, "GET", "/person/1", "Accept", "text/turtle"); r.StatusCode != 200 {
		t.Fatalf("status %d", r.StatusCode)
	}
	store.set(func(name string) error {
		store.set(nil, nil)
		store.put(t, person(t, name, "Changed"))
		return nil
	}, nil)
	r := do(t, s, "GET", "/person/1")
	text := body(t, r)
	if r.StatusCode != 200 || !strings.Contains(text, "Changed") {
		t.Errorf("status %d, %q", r.StatusCode, text)
	}
	again := do(t, s, "GET", "/person/1", "If-None-Match", r.Header.Get("ETag"))
	if again.StatusCode != 304 {
		t.Errorf("status %d: the tag was of another state", again.StatusCode)
	}
}

// TestManyChanges makes more changes than the cache follows one by one.
func TestManyChanges(t *testing.T) {
	s, store := newTestServer(t, nil)
	if r := do(t, s, "GET", "/person/1"); r.StatusCode != 200 {
		t.Fatalf("status %d", r.StatusCode)
	}
	changes := make([]rdfstore.Change, holdings.MaxCatchUp+1)
	for i := range changes {
		changes[i] = rdfstore.Change{Put: person(t, testBase+"person/1", fmt.Sprint("Version ", i))}
	}
	if _, err := store.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprint("Version ", holdings.MaxCatchUp)
	if text := body(t, do(t, s, "GET", "/person/1")); !strings.Contains(text, want) {
		t.Errorf("%q, want %q in it", text, want)
	}
}

// TestRace reads while entities change: each answer is of one state, body and
// entity tag alike, and never older than what was seen before.
func TestRace(t *testing.T) {
	s, store := newTestServer(t, nil)
	versions := func(i int) string { return fmt.Sprintf("Version %06d.", i) }
	store.put(t, person(t, testBase+"person/1", versions(0)))
	var readers sync.WaitGroup
	var done atomic.Bool
	for range 4 {
		readers.Go(func() {
			last := ""
			tags := map[string]string{}
			for !done.Load() {
				r := do(t, s, "GET", "/person/1.nt")
				text := body(t, r)
				i := strings.Index(text, "Version ")
				if r.StatusCode != 200 || i < 0 {
					t.Errorf("status %d, %q", r.StatusCode, text)
					return
				}
				version, tag := text[i:i+15], r.Header.Get("ETag")
				if version < last {
					t.Errorf("%s after %s", version, last)
					return
				}
				if other, ok := tags[tag]; ok && other != text {
					t.Errorf("the tag %s stands for two bodies", tag)
					return
				}
				last, tags[tag] = version, text
			}
		})
	}
	for i := range 300 {
		store.put(t, person(t, testBase+"person/1", versions(i+1)))
	}
	done.Store(true)
	readers.Wait()
}

// TestAccessLog checks what is logged of a request.
func TestAccessLog(t *testing.T) {
	log := &syncBuffer{}
	s, _ := newTestServer(t, func(c *Config) { c.AccessLog = slog.New(slog.NewTextHandler(log, nil)) })
	r := do(t, s, "GET", "/person/1?format=turtle", "User-Agent", "test\r\nforged=line", "Authorization", "Bearer hunter2")
	line := log.String()
	for _, want := range []string{"request=" + r.Header.Get("X-Request-Id"), "method=GET", `target="/person/1?format=turtle"`, "status=200", "format=turtle", "client=192.0.2.1", "took="} {
		if !strings.Contains(line, want) {
			t.Errorf("%q is not in %s", want, line)
		}
	}
	if strings.Count(line, "\n") != 1 || strings.Contains(line, "hunter2") {
		t.Errorf("the log is %q", line)
	}
}

// TestMetrics checks that requests are counted.
func TestMetrics(t *testing.T) {
	s, _ := newTestServer(t, nil)
	do(t, s, "GET", "/person/1.ttl")
	do(t, s, "GET", "/person/1.ttl")
	do(t, s, "GET", "/person/9")
	text := body(t, do(t, s, "GET", "/-/metrics"))
	for _, want := range []string{
		`vitrine_http_requests_total{code="200",format="turtle",route="entity"} 2`,
		`vitrine_http_requests_total{code="404",format="",route="entity"} 1`,
		`vitrine_http_request_seconds_count{route="entity"} 3`,
		`vitrine_render_seconds_count{format="turtle"} 1`,
		`vitrine_cache_hits_total 1`, `vitrine_cache_misses_total 1`, `vitrine_cache_bytes `, `vitrine_renders_waiting 0`,
		`vitrine_store_seconds_count{operation="get"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in the metrics", want)
		}
	}
}
