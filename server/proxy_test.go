package server

import (
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// TestProxy checks whose word counts about the client.
func TestProxy(t *testing.T) {
	s, _ := newTestServer(t, func(c *Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	})
	tests := []struct {
		peer, forwarded, want string
	}{
		{"192.0.2.7:80", "198.51.100.1", "192.0.2.7:80"},
		{"10.1.1.1:80", "", "10.1.1.1:80"},
		{"10.1.1.1:80", "198.51.100.1", "198.51.100.1"},
		{"[::1]:80", "198.51.100.1", "198.51.100.1"},
		{"[::ffff:10.1.1.1]:80", "198.51.100.1", "198.51.100.1"},
		{"10.1.1.1:80", "203.0.113.9, 198.51.100.1", "198.51.100.1"},
		{"10.1.1.1:80", "198.51.100.1, 10.2.2.2", "198.51.100.1"},
		{"10.1.1.1:80", "nonsense, 10.2.2.2", "10.2.2.2"},
		{"10.1.1.1:80", "nonsense", "10.1.1.1:80"},
	}
	for _, test := range tests {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = test.peer
		if test.forwarded != "" {
			r.Header.Set("X-Forwarded-For", test.forwarded)
		}
		if got := s.proxies.Client(r); got != test.want {
			t.Errorf("%s, for %q: %s, want %s", test.peer, test.forwarded, got, test.want)
		}
	}
}

// TestForwarded checks the other X-Forwarded fields, from a proxy that is
// trusted and from anyone else.
func TestForwarded(t *testing.T) {
	s, store := newTestServer(t, func(c *Config) {
		c.BaseURL = "https://museum.example/data/"
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	})
	store.put(t, person(t, "https://museum.example/data/person/1", "Ada"))
	tests := []struct {
		peer, target string
		status       int
		contains     string
	}{
		{"10.1.1.1:80", "/person/1", 200, "jsonld of https://museum.example/data/person/1"},
		{"10.1.1.1:80", "/", 200, "curl https://museum.example/data/person/1"},
		{"192.0.2.7:80", "/person/1", 404, "not-found"},
		{"192.0.2.7:80", "/", 200, "curl http://example.com/data/person/1"},
	}
	for _, test := range tests {
		r := httptest.NewRequest("GET", test.target, nil)
		r.RemoteAddr = test.peer
		r.Header.Set("X-Forwarded-Prefix", "/data/")
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set("X-Forwarded-Host", "museum.example")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.contains) {
			t.Errorf("%s from %s: status %d, %q in %s", test.target, test.peer, w.Code, test.contains, w.Body)
		}
	}
}
