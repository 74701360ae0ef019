package pgstore_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// proxy is a network between a store and its server that can fail.
type proxy struct {
	listener net.Listener
	server   string

	mu sync.Mutex
	// down closes every connection at once, and opens none.
	down bool
	// refuse opens no more connections; seen may set it.
	refuse bool
	conns  map[net.Conn]bool
	// seen is called with what a client sends, and says what becomes of it. It may be nil.
	seen func(sent []byte) verdict
}

// verdict is what becomes of what a client sends.
type verdict int

const (
	pass verdict = iota
	// cutAfter passes it on, waits for the answer, and breaks the connection in its place.
	cutAfter
	// conflict answers in the place of the server that transactions have met.
	conflict
	// noRoom answers in the place of the server that a disk is full.
	noRoom
)

// newProxy returns a proxy before the server of an address, and the address through it.
// Statements are sent as texts, so that they can be told apart.
func newProxy(t *testing.T, address string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, server: u.Host, conns: map[net.Conn]bool{}}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { p.serve(client) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		p.set(true)
		running.Wait()
	})
	u.Host = listener.Addr().String()
	q := u.Query()
	q.Set("default_query_exec_mode", "exec")
	q.Set("sslmode", "disable")
	u.RawQuery = q.Encode()
	return p, u.String()
}

// set takes the network down, or up again.
func (p *proxy) set(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down = down; !down {
		p.refuse = false
		return
	}
	for c := range p.conns {
		_ = c.Close()
	}
}

// watch sets what is called with what clients send.
func (p *proxy) watch(seen func(sent []byte) verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen = seen
}

// judge asks what becomes of what a client sends.
func (p *proxy) judge(sent []byte) verdict {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil {
		return pass
	}
	return p.seen(sent)
}

// keep notes a connection, unless the network is down.
func (p *proxy) keep(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		p.conns[c] = true
	}
	return !p.down && !p.refuse
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		return
	}
	defer server.Close()
	if !p.keep(client, server) {
		return
	}
	var muted sync.Mutex
	cut := false
	var back sync.WaitGroup
	back.Go(func() {
		defer client.Close()
		b := make([]byte, 1<<16)
		for {
			n, err := server.Read(b)
			muted.Lock()
			stop := cut
			muted.Unlock()
			if err != nil || stop {
				return
			}
			if _, err := client.Write(b[:n]); err != nil {
				return
			}
		}
	})
	defer back.Wait()
	defer server.Close()
	b := make([]byte, 1<<16)
	for {
		n, err := client.Read(b)
		if err != nil {
			return
		}
		switch p.judge(b[:n]) {
		case conflict:
			_, err = client.Write(errorAnswer("40001", "transactions have met"))
		case noRoom:
			_, err = client.Write(errorAnswer("53100", "could not extend file"))
		case cutAfter:
			muted.Lock()
			cut = true
			muted.Unlock()
			_, err = server.Write(b[:n])
			// The answer ends the connection.
			if err == nil {
				_, _ = io.Copy(io.Discard, client)
			}
			return
		default:
			_, err = server.Write(b[:n])
		}
		if err != nil {
			return
		}
	}
}

// errorAnswer is an ErrorResponse of a SQLSTATE, and ReadyForQuery (manual of version 15,
// section 55.7).
func errorAnswer(code, message string) []byte {
	fields := []byte("SERROR\x00VERROR\x00C" + code + "\x00M" + message + "\x00\x00")
	b := binary.BigEndian.AppendUint32([]byte{'E'}, uint32(4+len(fields)))
	b = append(b, fields...)
	return append(b, 'Z', 0, 0, 0, 5, 'I')
}

// once returns a verdict about the first message that has the text, and passes the others.
func once(text string, what verdict) (seen func([]byte) verdict, times func() int) {
	n := 0
	var mu sync.Mutex
	return func(sent []byte) verdict {
			mu.Lock()
			defer mu.Unlock()
			if n > 0 || !bytes.Contains(sent, []byte(text)) {
				return pass
			}
			n++
			return what
		}, func() int {
			mu.Lock()
			defer mu.Unlock()
			return n
		}
}
