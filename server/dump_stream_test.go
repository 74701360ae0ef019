package server

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/rdfstore"
)

// endless is a walk that never comes to an end by itself. Each step is asked
// for by step, where it is not nil; ended is closed when the walk is over.
type endless struct {
	step  chan struct{}
	ended chan struct{}
	// fault ends the walk after so many steps, where it is not 0.
	fault int
}

func (w *endless) walk(ctx context.Context, walk iter.Seq2[*rdfstore.Entity, error]) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		defer close(w.ended)
		var first *rdfstore.Entity
		for e := range walk {
			first = e
			break
		}
		for n := 1; ; n++ {
			if n == w.fault {
				yield(nil, fmt.Errorf("page 7 of secret.db: %w", rdfstore.ErrCorrupt))
				return
			}
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(first, nil) {
				return
			}
			if w.step != nil {
				if _, more := <-w.step; !more {
					return
				}
			}
		}
	}
}

// goOn lets the walk take step after step. The function that it returns ends the walk.
func (w *endless) goOn() func() {
	stop := make(chan struct{})
	go func() {
		defer close(w.step)
		for {
			select {
			case w.step <- struct{}{}:
			case <-stop:
				return
			}
		}
	}()
	return sync.OnceFunc(func() { close(stop) })
}

// endlessServer serves a store whose walk is w on a port of its own.
func endlessServer(t *testing.T, w *endless, change func(*Config)) (addr string, log *syncBuffer, stop func() error) {
	t.Helper()
	w.ended, log = make(chan struct{}), &syncBuffer{}
	s, _ := dumpServer(t, func(c *Config) {
		c.Store = &walkStore{testStore: c.Store.(*testStore), graphs: w.walk}
		c.Logger = slog.New(slog.NewTextHandler(log, nil))
		if change != nil {
			change(c)
		}
	})
	addr, stop = start(t, s)
	return addr, log, stop
}

// TestDumpIsCutOff lets the store fail when megabytes are written. The client can
// tell that there is something missing, and the log says why. Packed, nothing was sent
// until then, so that there is an answer of its own.
func TestDumpIsCutOff(t *testing.T) {
	for _, name := range []string{"nq", "nq.gz", "trig.zst", "jsonl"} {
		w := &endless{fault: 5000}
		addr, log, stopServer := endlessServer(t, w, nil)
		r, err := http.Get("http://" + addr + "/-/dump." + name)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, r.Body)
		r.Body.Close()
		cut, packed := err != nil && r.StatusCode == 200, strings.Contains(name, ".")
		if !cut && !(packed && r.StatusCode == 500) {
			t.Errorf("%s: status %d, %d bytes, error %v", name, r.StatusCode, n, err)
		}
		if err := stopServer(); err != nil { // it has answered, and logged why not in full
			t.Error(err)
		}
		if text := log.String(); !strings.Contains(text, "cannot answer") || !strings.Contains(text, "secret.db") {
			t.Errorf("%s: the log says %s", name, text)
		}
	}
}

// TestDumpBeginsAtOnce reads the header while the walk goes on.
func TestDumpBeginsAtOnce(t *testing.T) {
	w := &endless{step: make(chan struct{})}
	addr, _, _ := endlessServer(t, w, nil)
	stop := w.goOn()
	r, err := http.Get("http://" + addr + "/-/dump.nq")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	select {
	case <-w.ended:
		t.Error("the walk has ended before the answer began")
	default:
	}
	stop()
	if r.StatusCode != 200 || r.ContentLength != -1 {
		t.Errorf("status %d, length %d", r.StatusCode, r.ContentLength)
	}
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		t.Error(err)
	}
}

// TestDumpEndsWithItsClient checks that the walk is over when the client goes,
// and when it takes nothing for the time that a write may take.
func TestDumpEndsWithItsClient(t *testing.T) {
	tests := map[string]struct {
		timeout time.Duration
		gone    func(net.Conn)
	}{
		"gone":   {0, func(c net.Conn) { c.Close() }},
		"silent": {50 * time.Millisecond, func(net.Conn) {}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := &endless{}
			addr, log, _ := endlessServer(t, w, func(c *Config) { c.WriteTimeout = test.timeout })
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, "GET /-/dump.nq HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(conn, make([]byte, 1<<17)); err != nil {
				t.Fatal(err)
			}
			test.gone(conn)
			<-w.ended
			if text := log.String(); strings.Contains(text, "level=ERROR") {
				t.Errorf("the log says %s", text)
			}
		})
	}
}

// TestDumpTakesTooLong bounds the time of a dump whose client reads on.
func TestDumpTakesTooLong(t *testing.T) {
	w := &endless{}
	addr, _, _ := endlessServer(t, w, func(c *Config) { c.DumpTimeout = 100 * time.Millisecond })
	r, err := http.Get("http://" + addr + "/-/dump.nq")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if _, err := io.Copy(io.Discard, r.Body); err == nil {
		t.Error("the dump came to an end")
	}
	<-w.ended
}

// TestDumpsAtOnce asks for more dumps than are allowed.
func TestDumpsAtOnce(t *testing.T) {
	w := &endless{step: make(chan struct{})}
	addr, _, _ := endlessServer(t, w, func(c *Config) { c.MaxDumps = 1 })
	stop := w.goOn()
	first, err := http.Get("http://" + addr + "/-/dump.nq")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Body.Close()
	second, err := http.Get("http://" + addr + "/-/dump.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer second.Body.Close()
	if second.StatusCode != 503 || second.Header.Get("Retry-After") != "60" || second.Header.Get("Content-Disposition") != "" {
		t.Errorf("the second: status %d, %v", second.StatusCode, second.Header)
	}
	head, err := http.Head("http://" + addr + "/-/dump.jsonl")
	if err != nil || head.StatusCode != 200 {
		t.Errorf("HEAD: %v, %v", head, err)
	}
	stop()
	if _, err := io.Copy(io.Discard, first.Body); err != nil {
		t.Error(err)
	}
}

// deadlines is a ResponseWriter that notes the deadlines that it is given.
type deadlines struct {
	*httptest.ResponseRecorder
	write, read []time.Time
	writes      int
}

func (d *deadlines) Write(p []byte) (int, error) {
	d.writes++
	return d.ResponseRecorder.Write(p)
}

func (d *deadlines) SetWriteDeadline(t time.Time) error {
	d.write = append(d.write, t)
	return nil
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.read = append(d.read, t)
	return nil
}

// TestDumpDeadlines checks that each piece has its own deadline, so that a
// client that is slow gets the whole, and that reading has none.
func TestDumpDeadlines(t *testing.T) {
	s, store := dumpServer(t, func(c *Config) { c.WriteTimeout = time.Hour })
	for i := range 500 {
		store.put(t, person(t, fmt.Sprintf("%sthing/%d", testBase, i), strings.Repeat("x", 500)))
	}
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	before := time.Now()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/-/dump.nq", nil))
	if w.writes < 3 || len(w.write) <= w.writes {
		t.Errorf("%d deadlines for %d pieces", len(w.write), w.writes)
	}
	for _, deadline := range w.write {
		if deadline.Before(before.Add(time.Hour)) || deadline.Before(w.write[0]) {
			t.Errorf("a deadline at %s, begun at %s", deadline, before)
		}
	}
	if len(w.read) != 1 || !w.read[0].IsZero() {
		t.Errorf("deadlines for reading: %v", w.read)
	}
}
