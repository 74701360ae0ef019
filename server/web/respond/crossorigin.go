package respond

import (
	"bytes"
	"net"
	"net/http"
)

// The HTTP library answers requests that it cannot read by itself, with 400 or, where
// the header is too large, 431, and those with an expectation that it does not know
// (RFC 9110 section 10.1.1) with 417, all without the fields that let scripts of other
// origins see such an answer. It has no hook for that, so they are added where the
// answer goes out. Behind the library's own TLS the connection cannot be wrapped;
// there the limit on the header, which scripts can meet, is checked before any
// handler is called; scripts can send neither what is not HTTP nor an expectation.

// libraryAnswer is how the library's own answers go on after their status line, but
// for 417, which nothing else is answered with.
var libraryAnswer = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// Listener wraps a listener without TLS.
type Listener struct{ net.Listener }

// Accept returns the next connection, wrapped.
func (l Listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return connection{c}, nil
}

type connection struct{ net.Conn }

// Write adds the fields to an answer of the library's own. All others begin with a
// field that is not in those.
func (c connection) Write(b []byte) (int, error) {
	end := bytes.IndexByte(b, '\r')
	if !isLibraryAnswer(b, end) {
		return c.Conn.Write(b)
	}
	answer := append([]byte{}, b[:end]...)
	answer = append(answer, "\r\nAccess-Control-Allow-Origin: "+anyOrigin[0]+"\r\nAccess-Control-Expose-Headers: "+exposed[0]...)
	if _, err := c.Conn.Write(append(answer, b[end:]...)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// isLibraryAnswer tells whether an answer whose status line ends at a place is one
// of the library's own.
func isLibraryAnswer(b []byte, end int) bool {
	return end >= 0 && bytes.HasPrefix(b, []byte("HTTP/1.1 ")) &&
		(bytes.HasPrefix(b[end:], libraryAnswer) || bytes.HasPrefix(b, []byte("HTTP/1.1 417 ")))
}

// CloseWrite ends what is sent. The library does so before it closes a connection
// from which it has not read everything, so that its answer is not lost.
func (c connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// HeaderSize is about the size of a request's header on the wire, in bytes.
func HeaderSize(r *http.Request) int {
	size := len(r.Method) + len(r.RequestURI) + len(r.Host)
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value) + len(": \r\n")
		}
	}
	return size
}
