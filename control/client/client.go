// Package client is a command's end of the control socket: a store that a server has
// open, with the methods that a store of the command's own has.
//
// It connects to Unix domain sockets alone, and to no host.
package client

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
	"strings"
	"syscall"
	"time"

	"vitrine/control/wire"
)

// Errors of Open.
var (
	// ErrNoServer means that nobody answers at the socket.
	ErrNoServer = errors.New("no server has the store")
	// ErrDenied means that the socket is that of another user.
	ErrDenied = errors.New("the server that has the store runs as another user")
	// ErrVersion means that the server speaks another version of the protocol.
	ErrVersion = errors.New("the server that has the store is of another version of vitrine")
)

// Errors of a Store.
var (
	// ErrLost means that the connection ended before the answer did.
	ErrLost = errors.New("the connection to the server was lost")
	// ErrUnknown means that the connection ended after changes had been sent, so that it
	// is not known whether they were made. It comes with ErrLost.
	ErrUnknown = errors.New("whether the last changes were made is not known")
)

// helloTimeout bounds the time for the first answer.
const helloTimeout = 10 * time.Second

// Store is a store that a server has open. Its methods do what those of
// rdfstore.Store do. They may be called by many goroutines at once.
type Store struct {
	// FullSpeed has changes not give way to the requests that the server answers, and Gentle
	// has them do so for longer. They are set before the store is used.
	FullSpeed, Gentle bool

	http  *http.Client
	hello wire.Hello
}

// Open connects to the server at a control socket. The error wraps ErrNoServer,
// ErrDenied or ErrVersion.
func Open(ctx context.Context, path string) (*Store, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}
	s := &Store{http: &http.Client{Transport: &http.Transport{DialContext: dial, DisableCompression: true, MaxIdleConnsPerHost: 4}}}
	ctx, cancel := context.WithTimeout(ctx, helloTimeout)
	defer cancel()
	err := s.json(ctx, wire.HelloPath, &s.hello)
	switch {
	case err == nil && s.hello.Protocol != wire.Version:
		return nil, fmt.Errorf("%w: it is %s; use the same version, or stop it", ErrVersion, s.hello.Program)
	case err == nil:
		return s, nil
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%w: %s", ErrDenied, path)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.ENOTSOCK):
		return nil, ErrNoServer
	}
	return nil, fmt.Errorf("ask the server at %s: %w", path, err)
}

// Process returns the id of the server's process.
func (s *Store) Process() int { return s.hello.Process }

// Close lets go of the connections.
func (s *Store) Close() error {
	s.http.CloseIdleConnections()
	return nil
}

// Count returns the number of entities.
func (s *Store) Count(ctx context.Context) (uint64, error) {
	var n uint64
	err := s.json(ctx, wire.CountPath, &n)
	return n, err
}

// Statistics reads what the server says of its store into a value, from JSON.
func (s *Store) Statistics(ctx context.Context, value any) error {
	return s.json(ctx, wire.StatisticsPath, value)
}

func (s *Store) json(ctx context.Context, path string, value any) error {
	body, err := s.send(ctx, http.MethodGet, path, nil, nil)
	if err != nil {
		return err
	}
	defer body.Close()
	if err := json.NewDecoder(body).Decode(value); err != nil {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	return nil
}

// send sends a request and returns the body of the answer.
func (s *Store) send(ctx context.Context, method, path string, parameters url.Values, body io.Reader) (io.ReadCloser, error) {
	target := url.URL{Scheme: "http", Host: "vitrine", Path: path, RawQuery: parameters.Encode()}
	r, err := http.NewRequestWithContext(ctx, method, target.String(), body)
	if err != nil {
		return nil, err
	}
	answer, err := s.http.Do(r)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		defer answer.Body.Close()
		text, err := io.ReadAll(io.LimitReader(answer.Body, 4096))
		return nil, errors.Join(&wire.RemoteError{Message: strings.TrimSpace(string(text))}, err)
	}
	return answer.Body, nil
}
