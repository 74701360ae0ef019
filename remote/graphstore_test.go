package remote_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/checks/remotetest"
	"vitrine/remote"
)

func made(t *testing.T, o remote.GraphStoreOptions) *remote.GraphStore {
	t.Helper()
	if o.Wait == nil {
		o.Wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	}
	c, err := remote.NewGraphStore(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

const triple = "<https://museum.example/1> <https://museum.example/p> \"é\" .\n"

func TestGraphs(t *testing.T) {
	server := remotetest.New(t)
	server.Fail(remotetest.Faults{Authorization: "Bearer secret"})
	c := made(t, remote.GraphStoreOptions{Endpoint: server.URL, Authorization: "Bearer secret"})
	const name = "https://museum.example/a b?c=d&e#日"
	ctx := t.Context()
	empty := func(want bool) {
		t.Helper()
		if got, err := c.IsEmpty(ctx); got != want || err != nil {
			t.Errorf("empty is %v, %v", got, err)
		}
	}
	empty(true)
	if err := errors.Join(c.Put(ctx, "https://museum.example/1", triple), c.Put(ctx, "https://museum.example/1", triple)); err != nil {
		t.Error(err)
	}
	empty(false)
	if err := c.Add(ctx, strings.ReplaceAll(triple, " .", " <https://museum.example/2> .")); err != nil {
		t.Error(err)
	}
	if server.Graphs() != 2 || len(server.Graph("https://museum.example/2")) != 1 {
		t.Errorf("there are %d graphs", server.Graphs())
	}
	if err := errors.Join(c.Delete(ctx, "https://museum.example/1"), c.Delete(ctx, "https://museum.example/1")); err != nil {
		t.Error(err)
	}
	var status *remote.GraphError
	none := made(t, remote.GraphStoreOptions{Endpoint: server.URL})
	if err := none.Put(ctx, name, triple); !errors.As(err, &status) || status.Status != http.StatusUnauthorized || status.Refuses() {
		t.Errorf("without credentials: %v", err)
	}
}

// TestAddress sends the name of a graph as it is.
func TestAddress(t *testing.T) {
	const name = "https://museum.example/a?b=c&d#e日"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); q.Get("graph") != name || q.Get("x") != "y" || r.URL.Path != "/store" {
			t.Errorf("asked for %s", r.URL)
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	if err := made(t, remote.GraphStoreOptions{Endpoint: server.URL + "/store?x=y"}).Put(t.Context(), name, triple); err != nil {
		t.Error(err)
	}
}

func TestTries(t *testing.T) {
	var asked atomic.Int32
	for _, test := range []struct {
		status int
		header string
		asked  int32
		waited time.Duration
	}{
		{http.StatusNoContent, "", 1, 0},
		{http.StatusBadRequest, "", 1, 0},
		{http.StatusFound, "", 1, 0},
		{http.StatusServiceUnavailable, "", 3, 2 * 250 * time.Millisecond},
		{http.StatusTooManyRequests, "7", 3, 7 * time.Second},
		{remotetest.Cut, "", 3, 2 * 250 * time.Millisecond},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			if test.status == remotetest.Cut {
				panic(http.ErrAbortHandler)
			}
			w.Header().Set("Retry-After", test.header)
			w.Header().Set("Location", "http://127.0.0.1:1/")
			w.WriteHeader(test.status)
		}))
		var waited time.Duration
		c := made(t, remote.GraphStoreOptions{Endpoint: server.URL, GateOptions: remote.GateOptions{Tries: 3, Wait: func(_ context.Context, d time.Duration) error {
			waited += d
			return nil
		}}})
		asked.Store(0)
		err := c.Put(t.Context(), "https://museum.example/1", triple)
		if asked.Load() < test.asked || waited < test.waited || (err == nil) != (test.status == http.StatusNoContent) {
			t.Errorf("%d: asked %d times, waited %s: %v", test.status, asked.Load(), waited, err)
		}
		asked.Store(0)
		if err := c.Add(t.Context(), triple); asked.Load() != 1 || (err == nil) != (test.status == http.StatusNoContent) {
			t.Errorf("%d: adding asked %d times: %v", test.status, asked.Load(), err)
		}
		server.Close()
	}
}

func TestALongWait(t *testing.T) {
	later := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer later.Close()
	var wait *remote.WaitError
	if err := made(t, remote.GraphStoreOptions{Endpoint: later.URL}).Put(t.Context(), "https://museum.example/1", triple); !errors.As(err, &wait) {
		t.Errorf("a long wait: %v", err)
	}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		endpoint, authorization string
		ok                      bool
	}{
		{"https://triples.example/store", "Bearer a", true},
		{"http://triples.example/store", "", true},
		{"http://triples.example/store", "Bearer a", false},
		{"http://[::1]:7878/store", "Bearer a", true},
		{"http://me:secret@127.0.0.1/store", "", false},
		{"ftp://127.0.0.1/store", "", false},
		{"triples.example", "", false},
	} {
		if _, err := remote.NewGraphStore(remote.GraphStoreOptions{Endpoint: test.endpoint, Authorization: test.authorization}); (err == nil) != test.ok {
			t.Errorf("%s with %q: %v", test.endpoint, test.authorization, err)
		}
	}
}
