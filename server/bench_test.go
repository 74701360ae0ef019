package server

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
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
		request := "GET /person/warm HTTP/1.1\r\nHost: data.museum.example\r\nAccept: " + c.accept + "\r\nAccept-Encoding: " + c.coding + "\r\nUser-Agent: bench/1.0\r\n\r\n"
		model := do(b, s, "GET", "/person/warm", "Accept", c.accept, "Accept-Encoding", c.coding)
		text := []byte(body(b, model))
		header := model.Header
		bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			h := w.Header()
			for name, values := range header {
				h[name] = values
			}
			_, _ = w.Write(text)
		})
		b.Run(c.name+"/bare", func(b *testing.B) { benchHandler(b, bare, request, len(text)) })
		b.Run(c.name+"/vitrine", func(b *testing.B) { benchHandler(b, s, request, len(text)) })
	}
}

// benchHandler sends the same request again and again over 8 connections.
func benchHandler(b *testing.B, h http.Handler, request string, size int) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	hs := &http.Server{Handler: h}
	done := make(chan error, 1)
	go func() { done <- hs.Serve(l) }()
	defer func() {
		_ = hs.Shutdown(context.Background())
		<-done
	}()
	b.SetParallelism(4)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			b.Error(err)
			return
		}
		defer conn.Close()
		r := bufio.NewReaderSize(conn, 64<<10)
		for pb.Next() {
			if err := roundTrip(conn, r, request, size); err != nil {
				b.Error(err)
				return
			}
		}
	})
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
