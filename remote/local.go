package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// Errors of NewLocal.
var (
	// ErrNoServer means that no server answers at the socket.
	ErrNoServer = errors.New("no server has the store")
	// ErrDenied means that the socket is that of another user.
	ErrDenied = errors.New("the server that has the store runs as another user")
)

// firstAnswer bounds the time for the first answer at a socket.
const firstAnswer = 10 * time.Second

// NewLocal returns a client for the server at a control socket of this machine, which takes
// it for the operator. The error wraps ErrNoServer or ErrDenied.
func NewLocal(ctx context.Context, socket string) (*Client, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}
	transport := &http.Transport{DialContext: dial, DisableCompression: true, ResponseHeaderTimeout: answerTimeout}
	c := &Client{service: &url.URL{Scheme: "http", Host: "localhost", Path: "/"}, http: &http.Client{Transport: transport, CheckRedirect: noRedirect}, local: true}
	ctx, cancel := context.WithTimeout(ctx, firstAnswer)
	defer cancel()
	err := c.copy(ctx, io.Discard, "-/healthz", http.Header{})
	switch {
	case err == nil:
		return c, nil
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%w: %s", ErrDenied, socket)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.ENOTSOCK):
		return nil, ErrNoServer
	}
	return nil, fmt.Errorf("ask the server at %s: %w", socket, err)
}

// IsLocal tells whether the client is one of NewLocal.
func (c *Client) IsLocal() bool { return c.local }

// Backup writes a copy of the store, which is a store itself, and returns its length in
// bytes. What is written is complete only if there is no error. The client is one of
// NewLocal.
func (c *Client) Backup(ctx context.Context, w io.Writer) (int64, error) {
	answer, err := c.send(ctx, http.MethodGet, "-/backup", http.Header{}, nil)
	if err != nil {
		return 0, err
	}
	return c.copyAnswer(w, answer)
}

// Statistics reads what the server says of its store into a value, from JSON. The client is
// one of NewLocal.
func (c *Client) Statistics(ctx context.Context, value any) error {
	answer, err := c.send(ctx, http.MethodGet, "-/statistics", http.Header{}, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return c.statusError(answer)
	}
	return json.NewDecoder(answer.Body).Decode(value)
}
