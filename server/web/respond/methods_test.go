package respond

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestMethods(t *testing.T) {
	h := Methods{http.MethodGet: func(x *Exchange, _ *http.Request) error { x.WriteHeader(http.StatusTeapot); return nil }}.Resource()
	for method, want := range map[string]int{"GET": http.StatusTeapot, "HEAD": http.StatusTeapot, "OPTIONS": http.StatusNoContent, "PUT": 0, "get": 0} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "/", nil)
		x := Begin(w, r, "test", NewIDs())
		err := h(x, r)
		var fault *Error
		switch {
		case want == 0 && (!errors.As(err, &fault) || fault.Type != Method || fault.Header.Get("Allow") == ""):
			t.Errorf("%s: %v, want a refusal that says what is allowed", method, err)
		case want != 0 && (err != nil || x.Status != want):
			t.Errorf("%s: status %d, %v; want %d", method, x.Status, err, want)
		case method == "OPTIONS" && w.Header().Get("Allow") == "":
			t.Errorf("OPTIONS: header %v", w.Header())
		}
	}
}

// TestClient checks that only proxies that are trusted are believed, from the right.
func TestClient(t *testing.T) {
	proxies := Proxies{netip.MustParsePrefix("10.0.0.0/8")}
	for _, test := range []struct{ peer, forwarded, want string }{
		{"192.0.2.1:9", "198.51.100.7", "192.0.2.1:9"},
		{"10.0.0.1:9", "198.51.100.7", "198.51.100.7"},
		{"10.0.0.1:9", "203.0.113.5, 198.51.100.7, 10.0.0.2", "198.51.100.7"},
		{"10.0.0.1:9", "203.0.113.5, nonsense", "10.0.0.1:9"},
		{"[::ffff:10.0.0.1]:9", "198.51.100.7", "198.51.100.7"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = test.peer
		r.Header.Set("X-Forwarded-For", test.forwarded)
		if got := proxies.Client(r); got != test.want {
			t.Errorf("%s for %s: %s, want %s", test.peer, test.forwarded, got, test.want)
		}
	}
}
