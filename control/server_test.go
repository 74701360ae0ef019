package control

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// serve serves a store for a test and returns a client of its socket.
func serve(t *testing.T, s *Server) *http.Client {
	t.Helper()
	s.Logger = slog.New(slog.DiscardHandler)
	path := filepath.Join(shortDir(t), "a.sock")
	l, err := Listen(path, s.Logger)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return &http.Client{Transport: transport}
}

// ask sends a request and returns the body of the answer.
func ask(t *testing.T, client *http.Client, method, path string) (string, error) {
	t.Helper()
	r, err := http.NewRequest(method, "http://localhost"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}

// TestLoadsGiveWay loads, and asks for something else.
func TestLoadsGiveWay(t *testing.T) {
	paused := false
	client := serve(t, &Server{
		Service: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.Path) }),
		GiveWay: func(context.Context, time.Duration) { paused = true },
	})
	for _, test := range []struct {
		method, path string
		paused       bool
	}{
		{"POST", "/-/load", true},
		{"POST", "/-/sparql", false},
		{"GET", "/person/ada", false},
		{"GET", "//person/../ada", false},
	} {
		paused = false
		text, err := ask(t, client, test.method, test.path)
		if err != nil || text != test.path || paused != test.paused {
			t.Errorf("%v: %q, %v, paused %t", test, text, err, paused)
		}
	}
}

// TestACopyIsCompleteOrCutOff fails in the middle of a copy.
func TestACopyIsCompleteOrCutOff(t *testing.T) {
	long := strings.Repeat("a page of the store", 10_000)
	var fault error
	client := serve(t, &Server{
		Backup: func(_ context.Context, w io.Writer) (int64, error) {
			n, err := io.WriteString(w, long)
			return int64(n), errors.Join(err, fault)
		},
		Statistics: func(context.Context) (any, error) { return []int{1}, fault },
	})
	if text, err := ask(t, client, "GET", "/-/backup"); err != nil || text != long {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if text, err := ask(t, client, "GET", "/-/statistics"); err != nil || text != "[1]\n" {
		t.Errorf("%q, %v", text, err)
	}
	fault = errors.New("the disk is gone")
	if _, err := ask(t, client, "GET", "/-/backup"); err == nil {
		t.Error("a copy that was cut off looks complete")
	}
	if text, _ := ask(t, client, "GET", "/-/statistics"); !strings.Contains(text, "the disk is gone") {
		t.Errorf("%q", text)
	}
}
