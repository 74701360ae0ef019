package server

import (
	"context"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"vitrine/server/data/listing"
)

// pipeListener takes connections that nothing is buffered on: what the server
// writes waits until the client reads.
type pipeListener struct {
	connections chan net.Conn
	closed      chan struct{}
	once        sync.Once
}

func newPipeListener() *pipeListener {
	return &pipeListener{connections: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.connections:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

// writeSignal is the server's end of a connection. began is closed when the
// first byte of an answer is about to be written.
type writeSignal struct {
	net.Conn
	began chan struct{}
	once  sync.Once
}

func (c *writeSignal) Write(b []byte) (int, error) {
	c.once.Do(func() { close(c.began) })
	return c.Conn.Write(b)
}

// request sends a GET and returns when the server begins to answer, which the
// client does not read.
func (l *pipeListener) request(t *testing.T, target string, fields string) net.Conn {
	t.Helper()
	client, server := net.Pipe()
	t.Cleanup(func() { client.Close() })
	signal := &writeSignal{Conn: server, began: make(chan struct{})}
	l.connections <- signal
	if _, err := fmt.Fprintf(client, "GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n", target, fields); err != nil {
		t.Fatal(err)
	}
	<-signal.began
	return client
}

// serveOn serves the listener until the test ends.
func serveOn(t *testing.T, s *Server, l net.Listener) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
}

// TestSlowClientsHoldNoSlot lets clients ask for everything there is and read
// nothing. Others are answered, and may write, although there is one slot only.
func TestSlowClientsHoldNoSlot(t *testing.T) {
	m := newMuseum(t, func(c *Config) {
		c.MaxRenders, c.RenderTimeout, c.ShutdownTimeout = 1, time.Second, time.Millisecond
	})
	for i := range 2 * listing.PageSize {
		put(t, m, person(t, fmt.Sprintf("%sset/%03d", testBase, i), "A set with a name that makes a list of some size"))
	}
	l := newPipeListener()
	serveOn(t, m.Server, l)
	for _, target := range []string{
		"/-/fragments", "/set/?page=1", "/set/", "/", "/-/activity/page/0", "/-/activity", "/-/dataset", "/-/errors/", "/set/001", "/-/dump.nq",
	} {
		for _, accept := range []string{"*/*", "text/html"} {
			l.request(t, target, "Accept: "+accept+"\r\n")
			if held := m.renders.Held(); held != 0 {
				t.Errorf("%s as %s: %d slots are held while the answer is sent", target, accept, held)
			}
		}
	}
	if r := do(t, m, "GET", "/person/ada", "Accept", "text/turtle"); r.StatusCode != 200 {
		t.Errorf("reading: status %d", r.StatusCode)
	}
	if r := m.send(t, "PUT", "/person/ada", ada("Ada Lovelace")); r.StatusCode != 200 {
		t.Errorf("writing: status %d", r.StatusCode)
	}
}

// TestDocumentsAreBounded holds the only slot: what has to be made waits for it,
// and what tells of the server's health does not.
func TestDocumentsAreBounded(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.MaxRenders = 1 })
	m.config.RenderTimeout = time.Nanosecond
	release, err := m.renders.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for _, target := range []string{"/-/fragments", "/person/?page=1", "/", "/-/activity/page/0", "/-/activity", "/-/dataset", "/-/errors/", "/-/contexts/", "/person/ada.ttl"} {
		if r := do(t, m, "GET", target); r.StatusCode != 503 || r.Header.Get("Retry-After") == "" {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
	for _, target := range []string{"/-/healthz", "/-/readyz", "/-/metrics"} {
		if r := do(t, m, "GET", target); r.StatusCode != 200 {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
}
