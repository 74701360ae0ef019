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
	// late is closed for the server to get what was held back.
	late chan struct{}
	// ended is closed at the end of the test.
	ended <-chan struct{}
}

// verdict is what becomes of what a client sends.
type verdict int

const (
	pass verdict = iota
	// cutAfter passes it on, waits for the answer, and breaks the connection in its place.
	cutAfter
	// cutBefore breaks the connection of the client, and passes it on when late is closed.
	cutBefore
	// conflict answers in the place of the server that transactions have met.
	conflict
	// poolerLost passes it on, and answers in the place of the server as PgBouncer does when it
	// has lost the server.
	poolerLost
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
	p := &proxy{listener: listener, server: u.Host, conns: map[net.Conn]bool{}, late: make(chan struct{}), ended: t.Context().Done()}
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
	var instead []byte
	// mute has the next answer of the server end the connection, and another come in its place.
	mute := func(other []byte) {
		muted.Lock()
		defer muted.Unlock()
		cut, instead = true, other
	}
	var back sync.WaitGroup
	back.Go(func() {
		defer client.Close()
		b := make([]byte, 1<<16)
		for {
			n, err := server.Read(b)
			muted.Lock()
			stop := cut
			muted.Unlock()
			if stop && err == nil {
				_, _ = client.Write(instead)
			}
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
		switch what := p.judge(b[:n]); what {
		case conflict:
			_, err = client.Write(errorAnswer("SERROR\x00VERROR\x00", "40001", "transactions have met"))
		case noRoom:
			_, err = client.Write(errorAnswer("SERROR\x00VERROR\x00", "53100", "could not extend file"))
		case cutAfter, poolerLost:
			var answer []byte
			if what == poolerLost {
				answer = errorAnswer("SFATAL\x00", "08P01", "server conn crashed?")
			}
			mute(answer)
			_, err = server.Write(b[:n])
			// The answer ends the connection.
			if err == nil {
				_, _ = io.Copy(io.Discard, client)
			}
			return
		case cutBefore:
			mute(nil)
			_ = client.Close()
			select {
			case <-p.late:
			case <-p.ended:
			}
			if _, err = server.Write(b[:n]); err == nil {
				back.Wait() // for the answer of the server
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

// errorAnswer is an ErrorResponse of a severity, as its fields, and a SQLSTATE, and
// ReadyForQuery (manual of version 15, section 55.7).
func errorAnswer(severity, code, message string) []byte {
	fields := []byte(severity + "C" + code + "\x00M" + message + "\x00\x00")
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
