package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
)

// ailing is a store that says that it accepts no writes.
type ailing struct{ rdfstore.Store }

func (ailing) Health() rdfstore.Health {
	return rdfstore.Health{NotWritable: errors.New("disk full"), NotWritableSince: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
}

func TestAdmin(t *testing.T) {
	numbers := func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, `{"records":3}`)
		return err
	}
	for _, apart := range []bool{false, true} {
		s, _ := newTestServer(t, func(c *Config) {
			c.AdminApart, c.Store = apart, ailing{c.Store}
			c.Harvests = func() []string { return []string{"the harvest of https://a.example/feed failed"} }
		})
		public, admin := http.Handler(s), s.Admin(numbers)
		for _, test := range []struct {
			handler http.Handler
			target  string
			status  int
			text    string
		}{
			{admin, "/", 200, "/-/metrics"},
			{admin, "/-/healthz", 200, "ok"},
			{admin, "/-/readyz", 200, "no writes since 2026-01-02"},
			{admin, "/-/readyz", 200, "the harvest of https://a.example/feed failed"},
			{public, "/-/harvests", 404, ""},
			{admin, "/-/metrics", 200, "vitrine_http_requests_total"},
			{admin, "/-/stats", 200, `{"records":3}`},
			{admin, "/debug/pprof/", 200, "goroutine"},
			{admin, "/debug/pprof/goroutine?debug=1", 200, "goroutine profile"},
			{admin, "/person/1", 404, "not-found"},
			{public, "/-/stats", 404, ""},
			{public, "/debug/pprof/", 404, ""},
			{public, "/-/healthz", 200, "ok"},
			{public, "/-/readyz", 200, "ready"},
			{public, "/-/metrics", map[bool]int{false: 200, true: 404}[apart], ""},
		} {
			w := httptest.NewRecorder()
			test.handler.ServeHTTP(w, httptest.NewRequest("GET", test.target, nil))
			if w.Code != test.status || !strings.Contains(w.Body.String(), test.text) {
				t.Errorf("apart %v: %s: %d %.80q", apart, test.target, w.Code, w.Body)
			}
			if details := strings.Contains(w.Body.String(), "no writes"); test.target == "/-/readyz" && details != (test.handler == admin || !apart) {
				t.Errorf("apart %v: the answer is %q", apart, w.Body)
			}
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept", "text/html")
		public.ServeHTTP(w, r)
		if w.Code != 200 || strings.Contains(w.Body.String(), "/-/metrics") {
			t.Errorf("apart %v: the front page: %d, links to metrics: %v", apart, w.Code, strings.Contains(w.Body.String(), "/-/metrics"))
		}
	}
}
