package server

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	ldcontext "vitrine/context"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

// BenchmarkWarm compares GET of a record of about 2 kB that is in the cache
// with a bare handler that writes the same header and body, over keep-alive
// connections.
func BenchmarkWarm(b *testing.B) {
	for _, c := range []struct{ name, accept, coding string }{
		{"default", "*/*", "identity"},
		{"profile", askedLinkedArt, "identity"},
		{"browser", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "gzip, deflate, br, zstd"},
	} {
		s, store := newTestServer(b, nil)
		store.put(b, person(b, testBase+"person/warm", strings.Repeat("Vermeer ", 120)))
		request := benchRequest("/person/warm", c.accept, c.coding)
		bare, size := bareHandler(b, s, "/person/warm", c.accept, c.coding)
		b.Run(c.name, func(b *testing.B) { benchBeside(b, s, bare, request, size) })
	}
}

// BenchmarkWarmLinks is BenchmarkWarm for a record with links.
func BenchmarkWarmLinks(b *testing.B) {
	m, _ := newLinkedMuseum(b)
	m.mustSend(b, "PUT", "/place/delft", placeRecord(testBase+"place/delft", "Delft"))
	m.mustSend(b, "PUT", "/person/vermeer", bornIn(testBase+"person/vermeer", "Vermeer", testBase+"place/delft"))
	request := benchRequest("/place/delft", "*/*", "identity")
	bare, size := bareHandler(b, m, "/place/delft", "*/*", "identity")
	benchBeside(b, m, bare, request, size)
}

func benchRequest(target, accept, coding string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: data.museum.example\r\nAccept: " + accept +
		"\r\nAccept-Encoding: " + coding + "\r\nUser-Agent: bench/1.0\r\n\r\n"
}

// bareHandler writes the header and the body that the server answers with, and
// does nothing else.
func bareHandler(b *testing.B, s http.Handler, target, accept, coding string) (h http.Handler, size int) {
	model := do(b, s, "GET", target, "Accept", accept, "Accept-Encoding", coding)
	text := []byte(body(b, model))
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		for name, values := range model.Header {
			header[name] = values
		}
		_, _ = w.Write(text)
	}), len(text)
}

// BenchmarkLatency reports the 99th percentile of a warm GET with 64 clients
// that never pause, beside a bare handler's.
func BenchmarkLatency(b *testing.B) {
	s, store := newTestServer(b, nil)
	store.put(b, person(b, testBase+"person/warm", strings.Repeat("Vermeer ", 120)))
	bare, size := bareHandler(b, s, "/person/warm", "*/*", "identity")
	request := benchRequest("/person/warm", "*/*", "identity")
	for _, c := range []struct {
		name string
		h    http.Handler
	}{{"bare", bare}, {"vitrine", s}} {
		b.Run(c.name, func(b *testing.B) {
			addr := benchServer(b, c.h)
			const clients = 64
			var all sync.WaitGroup
			took := make([][]time.Duration, clients)
			b.ResetTimer()
			for i := range clients {
				all.Go(func() {
					conn, r, err := connect(addr)
					if err != nil {
						b.Error(err)
						return
					}
					defer conn.Close()
					for range b.N/clients + 1 {
						started := time.Now()
						if err := roundTrip(conn, r, request, size); err != nil {
							b.Error(err)
							return
						}
						took[i] = append(took[i], time.Since(started))
					}
				})
			}
			all.Wait()
			b.StopTimer()
			sorted := slices.Concat(took...)
			slices.Sort(sorted)
			b.ReportMetric(float64(sorted[len(sorted)*99/100].Nanoseconds()), "p99-ns")
			b.ReportMetric(float64(sorted[len(sorted)/2].Nanoseconds()), "p50-ns")
		})
	}
}

// BenchmarkIdle reports the memory that an idle connection takes on both its
// ends, after one request.
func BenchmarkIdle(b *testing.B) {
	s, _ := newTestServer(b, nil)
	request := benchRequest("/person/1", "*/*", "identity")
	_, size := bareHandler(b, s, "/person/1", "*/*", "identity")
	addr := benchServer(b, s)
	const connections = 9_000 // both ends are here, and each takes a descriptor
	for b.Loop() {
		before := memory()
		var open []net.Conn
		for range connections {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				b.Skipf("%d connections can be opened here: %v", len(open), err)
			}
			open = append(open, conn)
			if err := roundTrip(conn, bufio.NewReaderSize(conn, 4<<10), request, size); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(memory()-before)/connections, "B/connection")
		for _, conn := range open {
			conn.Close()
		}
	}
}

// memory returns the bytes that Go holds in heap and stacks.
func memory() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// BenchmarkCold measures a GET without the cache, in each format, and with the
// compression of the largest.
func BenchmarkCold(b *testing.B) {
	contexts := ldcontext.New(nil)
	all := formats.All(jsonld.New(contexts))
	s, store := newTestServer(b, func(c *Config) { c.Formats, c.CacheBytes = all, 1 })
	store.put(b, decodeOne(b, all.ByName("jsonld"), record))
	d, err := resourceOf(b, s, testBase+"person/vermeer")
	if err != nil {
		b.Fatal(err)
	}
	run := func(name, target, coding string) {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest("GET", target, nil)
			r.Header = http.Header{"Accept": {"*/*"}, "Accept-Encoding": {coding}}
			w := &nullWriter{header: http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				s.ServeHTTP(w, r)
			}
		})
	}
	for _, o := range s.offers.List {
		if d.Refs[o.Index] != "" {
			run(o.Name, d.Refs[o.Index], "identity")
		}
	}
	run("html, gzip", "/person/vermeer.html", "gzip")
	run("html, zstd", "/person/vermeer.html", "zstd")
}

// benchHandler sends the same request again and again over 4 connections for
// each processor.
func benchHandler(b *testing.B, h http.Handler, request string, size int) {
	addr := benchServer(b, h)
	b.SetParallelism(4)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		conn, r, err := connect(addr)
		if err != nil {
			b.Error(err)
			return
		}
		defer conn.Close()
		for pb.Next() {
			if err := roundTrip(conn, r, request, size); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

// benchBeside sends the same request to a handler and to a bare one in turns of
// 2,000, over 4 connections for each processor, so that what else the machine does
// and how fast it is at the moment meets both alike. It reports the median time for a
// request of both.
func benchBeside(b *testing.B, h, bare http.Handler, request string, size int) {
	const turn = 2000
	ours, theirs := newClients(b, h), newClients(b, bare)
	ours.send(b, request, size, turn)
	theirs.send(b, request, size, turn)
	var times, yardsticks []float64
	b.ResetTimer()
	for i := 0; i*turn < b.N; i++ {
		of, to := ours, theirs
		if i%2 == 1 {
			of, to = theirs, ours
		}
		first, second := of.send(b, request, size, turn), to.send(b, request, size, turn)
		if i%2 == 1 {
			first, second = second, first
		}
		times = append(times, float64(first)/turn)
		yardsticks = append(yardsticks, float64(second)/turn)
	}
	b.StopTimer()
	b.ReportMetric(median(times), "vitrine-ns")
	b.ReportMetric(median(yardsticks), "bare-ns")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// clients are the connections to a handler.
type clients []client

type client struct {
	conn net.Conn
	r    *bufio.Reader
}

func newClients(b *testing.B, h http.Handler) clients {
	addr := benchServer(b, h)
	all := make(clients, 4*runtime.GOMAXPROCS(0))
	for i := range all {
		conn, r, err := connect(addr)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
		all[i] = client{conn, r}
	}
	return all
}

// send sends n requests over all connections, and returns the time that took.
func (all clients) send(b *testing.B, request string, size, n int) time.Duration {
	var done sync.WaitGroup
	started := time.Now()
	for _, c := range all {
		done.Go(func() {
			for range n / len(all) {
				if err := roundTrip(c.conn, c.r, request, size); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	done.Wait()
	return time.Since(started)
}

// benchServer serves h until the benchmark ends.
func benchServer(b *testing.B, h http.Handler) (addr string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	hs := &http.Server{Handler: h}
	done := make(chan error, 1)
	go func() { done <- hs.Serve(l) }()
	b.Cleanup(func() {
		_ = hs.Close()
		<-done
	})
	return l.Addr().String()
}

func connect(addr string) (net.Conn, *bufio.Reader, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, nil, err
	}
	return conn, bufio.NewReaderSize(conn, 64<<10), nil
}

// roundTrip sends a request and reads an answer of status 200 with a body of
// the size.
func roundTrip(w io.Writer, r *bufio.Reader, request string, size int) error {
	if _, err := io.WriteString(w, request); err != nil {
		return err
	}
	for first := true; ; first = false {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return err
		}
		if first && !bytes.Contains(line, []byte(" 200 ")) {
			return fmt.Errorf("answer %q", line)
		}
		if len(line) == 2 {
			break
		}
	}
	_, err := r.Discard(size)
	return err
}

// nullWriter takes an answer and forgets it.
type nullWriter struct{ header http.Header }

func (w *nullWriter) Header() http.Header         { return w.header }
func (w *nullWriter) WriteHeader(int)             {}
func (w *nullWriter) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkHandler measures the handler of a warm GET alone, without the
// network.
func BenchmarkHandler(b *testing.B) {
	s, _ := newTestServer(b, nil)
	for _, accept := range []string{"*/*", askedLinkedArt} {
		b.Run(accept, func(b *testing.B) {
			r, err := http.NewRequest("GET", testBase+"person/2", nil)
			if err != nil {
				b.Fatal(err)
			}
			r.RequestURI = "/person/2"
			r.RemoteAddr = "127.0.0.1:4711"
			r.Header = http.Header{"Accept": {accept}, "Accept-Encoding": {"gzip"}}
			w := &nullWriter{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				s.ServeHTTP(w, r)
			}
		})
	}
}
