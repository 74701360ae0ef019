package client

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/remote"
)

// waits notes what was waited for, without waiting.
type waits []time.Duration

func (w *waits) wait(ctx context.Context, d time.Duration) error {
	*w = append(*w, d)
	return ctx.Err()
}

func serve(t *testing.T, handler http.HandlerFunc) (*httptest.Server, string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return server, u.Host
}

func made(t *testing.T, o Options) *Client {
	t.Helper()
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestGet(t *testing.T) {
	server, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		fmt.Fprintf(z, "%s %s %s %s", r.URL.Path, r.Header.Get("User-Agent"), r.Header.Get("Accept"), r.Header.Get("Accept-Encoding"))
		z.Close()
	})
	c := made(t, Options{UserAgent: "me/1 (+x)", Hosts: []string{host}})
	answer, err := c.Get(t.Context(), Request{URL: server.URL + "/a#b", Accept: "text/turtle", MaxBytes: 100})
	if err != nil || string(answer.Body) != "/a me/1 (+x) text/turtle gzip" {
		t.Fatalf("it got %+v, %v", answer, err)
	}
	if _, ok := answer.Date(); !ok {
		t.Error("the answer has no date")
	}
	raw, err := c.Get(t.Context(), Request{URL: server.URL, Raw: true, MaxBytes: 1000})
	if err != nil || raw.Header.Get("Content-Encoding") != "gzip" || !strings.HasPrefix(string(raw.Body), "\x1f\x8b") {
		t.Errorf("raw, it got %+v, %v", raw, err)
	}
	var large *remote.TooLargeError
	if _, err := c.Get(t.Context(), Request{URL: server.URL, MaxBytes: 10}); !errors.As(err, &large) {
		t.Errorf("the error is %v", err)
	}
}

func TestTries(t *testing.T) {
	var mu sync.Mutex // an answer that is cut off may outlive its request
	asked := 0
	var answer func(w http.ResponseWriter)
	server, host := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		asked++
		write := answer
		mu.Unlock()
		write(w)
	})
	next := func(write func(http.ResponseWriter)) {
		mu.Lock()
		defer mu.Unlock()
		asked, answer = 0, write
	}
	times := func() int {
		mu.Lock()
		defer mu.Unlock()
		return asked
	}
	header := func(name, value string, status int) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) { w.Header().Set(name, value); w.WriteHeader(status) }
	}
	for name, test := range map[string]struct {
		answer func(http.ResponseWriter)
		asked  int
		least  time.Duration
	}{
		"found":      {header("A", "b", 200), 1, 0},
		"not found":  {header("A", "b", 404), 1, 0},
		"501":        {header("A", "b", 501), 1, 0},
		"503":        {header("A", "b", 503), 3, remote.FirstPause/2 + remote.FirstPause},
		"429":        {header("Retry-After", "7", 429), 3, 7 * time.Second},
		"at a time":  {header("Retry-After", time.Now().Add(time.Minute).UTC().Format(http.TimeFormat), 503), 3, 50 * time.Second},
		"in no time": {header("Retry-After", "soon", 503), 3, remote.FirstPause},
	} {
		var w waits
		c := made(t, Options{Hosts: []string{host}, GateOptions: remote.GateOptions{Tries: 3, Wait: w.wait}})
		next(test.answer)
		if _, err := c.Get(t.Context(), Request{URL: server.URL, MaxBytes: 10}); err != nil || times() != test.asked {
			t.Errorf("%s: asked %d times, want %d; %v", name, times(), test.asked, err)
		}
		var sum time.Duration
		for _, d := range w {
			sum += d
		}
		if sum < test.least {
			t.Errorf("%s: waited %v, want at least %v", name, w, test.least)
		}
	}
	next(header("Retry-After", "3600", 503))
	var wait *remote.WaitError
	if _, err := made(t, Options{Hosts: []string{host}}).Get(t.Context(), Request{URL: server.URL, MaxBytes: 10}); !errors.As(err, &wait) || wait.Asked != time.Hour {
		t.Errorf("the error is %v", err)
	}
	next(func(http.ResponseWriter) { panic(http.ErrAbortHandler) })
	var w waits
	var unreachable *remote.UnreachableError
	if _, err := made(t, Options{Hosts: []string{host}, GateOptions: remote.GateOptions{Wait: w.wait}}).Get(t.Context(), Request{URL: server.URL, MaxBytes: 10}); !errors.As(err, &unreachable) || times() < remote.DefaultTries {
		t.Errorf("asked %d times, the error is %v", times(), err)
	}
}

func TestATryThatTakesTooLong(t *testing.T) {
	free := make(chan struct{})
	server, host := serve(t, func(http.ResponseWriter, *http.Request) { <-free })
	defer close(free)
	var w waits
	c := made(t, Options{Hosts: []string{host}, Timeout: time.Millisecond, GateOptions: remote.GateOptions{Tries: 2, Wait: w.wait}})
	if _, err := c.Get(t.Context(), Request{URL: server.URL, MaxBytes: 10}); !errors.Is(err, context.DeadlineExceeded) || len(w) != 1 {
		t.Errorf("the error is %v after the pauses %v", err, w)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Get(ctx, Request{URL: server.URL, MaxBytes: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestRateAndPauses(t *testing.T) {
	server, host := serve(t, func(http.ResponseWriter, *http.Request) {})
	var w waits
	c := made(t, Options{Hosts: []string{host}, GateOptions: remote.GateOptions{Rate: 0.01, Wait: w.wait}})
	for range 3 {
		if _, err := c.Get(t.Context(), Request{URL: server.URL, MaxBytes: 10}); err != nil {
			t.Fatal(err)
		}
	}
	if len(w) != 2 || w[0] < 90*time.Second || w[1] < 190*time.Second {
		t.Errorf("at a request in 100 s, it waited %v", w)
	}
	for try := 1; try < 70; try++ {
		if d := remote.Backoff(try); d < remote.FirstPause/2 || d > remote.LongestPause || try > 10 && d < remote.LongestPause/2 {
			t.Errorf("after try %d it waits %v", try, d)
		}
	}
}

func TestHosts(t *testing.T) {
	hosts := NewHosts([]string{"Museum.example", "127.0.0.1:8080", "[::1]"})
	for address, want := range map[string]bool{
		"https://museum.example/a":            true,
		"http://MUSEUM.example:80/":           true,
		"http://museum.example:8080/":         true,
		"http://127.0.0.1:8080/":              true,
		"http://127.0.0.1:8081/":              false,
		"http://127.0.0.1/":                   false,
		"http://[::1]/":                       true,
		"http://museum.example.org/":          false,
		"http://museum.example@evil.example/": false,
		"https://me:secret@museum.example/":   false,
		"ftp://museum.example/":               false,
		"file:///museum.example":              false,
		"https:museum.example":                false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if err := hosts.check(u); (err == nil) != want {
			t.Errorf("%s: the error is %v", address, err)
		}
	}
}

func TestResolve(t *testing.T) {
	server, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		fmt.Fprintf(w, "%s%s", r.Host, r.URL.Path)
	})
	c := made(t, Options{Hosts: []string{"data.museum.example"}, Resolve: map[string]string{"https://data.museum.example": server.URL}})
	answer, err := c.Get(t.Context(), Request{URL: "https://data.museum.example/old", MaxBytes: 100})
	if err != nil || string(answer.Body) != "data.museum.example/new" || answer.URL != "https://data.museum.example/new" {
		t.Errorf("it got %+v, %v", answer, err)
	}
	for _, origin := range []string{"museum.example", "https://museum.example/a", "ftp://museum.example", "https://me@museum.example", "https://museum.example?a", "%"} {
		for _, pair := range []map[string]string{{origin: "http://a"}, {"http://a": origin}} {
			if _, err := New(Options{Resolve: pair}); err == nil {
				t.Errorf("%v is taken", pair)
			}
		}
	}
}

// TestResolveHoldsForBothSchemes asks for one host over http and over https,
// where only one of them is said to be elsewhere. A port is one of its own.
func TestResolveHoldsForBothSchemes(t *testing.T) {
	server, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Host+r.URL.Path) })
	c := made(t, Options{Hosts: []string{"data.museum.example"}, Resolve: map[string]string{"https://data.museum.example": server.URL}, GateOptions: remote.GateOptions{Tries: 1}, Timeout: time.Second})
	for _, origin := range []string{"https://data.museum.example", "http://data.museum.example"} {
		answer, err := c.Get(t.Context(), Request{URL: origin + "/a", MaxBytes: 100})
		if err != nil || string(answer.Body) != "data.museum.example/a" {
			t.Errorf("%s: it got %+v, %v", origin, answer, err)
		}
	}
	u, _ := url.Parse("http://data.museum.example:8080/a")
	resolver, err := newResolver(map[string]string{"https://data.museum.example": server.URL})
	if err != nil {
		t.Fatal(err)
	}
	if place, ok := resolver.place(u); ok {
		t.Errorf("%s is looked for at %s", u, place)
	}
}
