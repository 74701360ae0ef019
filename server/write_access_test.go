package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/server/web/auth"
)

// TestWritingIsOffUntilATokenExists follows a server from its first token to
// its last.
func TestWritingIsOffUntilATokenExists(t *testing.T) {
	m := newMuseum(t, nil)
	empty := auth.Open(m.tokens.Path() + ".other")
	m.updates.Access.Tokens = empty
	for _, test := range []struct{ method, target, allow string }{
		{"PUT", "/person/ada", "GET, HEAD, OPTIONS"}, {"PATCH", "/person/ada", "GET, HEAD, OPTIONS"},
		{"DELETE", "/person/ada", "GET, HEAD, OPTIONS"}, {"POST", "/person/", "GET, HEAD, OPTIONS"},
		{"POST", "/-/load", "OPTIONS"}, {"PUT", "/entity?id=" + testBase + "person/ada", "GET, HEAD, OPTIONS"},
	} {
		r := m.send(t, test.method, test.target, ada("Countess"))
		a := answerOf(t, r)
		if r.StatusCode != 405 || a.Code != "writing-off" || r.Header.Get("Allow") != test.allow {
			t.Errorf("%s %s: status %d, Allow %q, %+v", test.method, test.target, r.StatusCode, r.Header.Get("Allow"), a)
		}
		if r := m.send(t, "OPTIONS", test.target, ""); r.Header.Get("Allow") != test.allow {
			t.Errorf("OPTIONS %s: Allow %q", test.target, r.Header.Get("Allow"))
		}
	}
	r := m.send(t, "PUT", "/person/ada", ada("Countess"))
	if text := body(t, r); !strings.Contains(text, "vitrine token create") {
		t.Errorf("how to turn writing on is not said: %s", text)
	}
	secret, err := empty.Create("first", auth.Write, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if r := m.send(t, "PUT", "/person/ada", ada("Countess"), "Authorization", "Bearer "+secret); r.StatusCode != 200 {
		t.Errorf("with a token: status %d", r.StatusCode)
	}
	if err := empty.Revoke("first"); err != nil {
		t.Fatal(err)
	}
	if r := m.send(t, "PUT", "/person/ada", ada("Lady"), "Authorization", "Bearer "+secret); r.StatusCode != 405 {
		t.Errorf("without any: status %d", r.StatusCode)
	}
	m.updates.Access.Tokens = nil
	if a := answerOf(t, m.send(t, "PUT", "/person/ada", ada("Lady"))); a.Code != "method-not-allowed" {
		t.Errorf("on a server that cannot be written to: %+v", a)
	}
}

// TestWhoMayWrite checks every method against tokens of every kind.
func TestWhoMayWrite(t *testing.T) {
	m := newMuseum(t, nil)
	short, err := m.tokens.Create("short", auth.Write, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	expireToken(t, m.tokens)
	unknown := `Bearer realm="vitrine", error="invalid_token", error_description="The token is not one of this service's, or was revoked."`
	tests := []struct {
		name, authorization string
		status              int
		challenge           string
	}{
		{"none", "", 401, `Bearer realm="vitrine"`},
		{"another scheme", "Basic " + m.writer, 401, `Bearer realm="vitrine"`},
		{"no secret", "Bearer", 401, unknown},
		{"a wrong secret", "Bearer " + m.writer + "x", 401, unknown},
		{"a name", "Bearer writer", 401, unknown},
		{"expired", "Bearer " + short, 401, `Bearer realm="vitrine", error="invalid_token", error_description="The token has expired."`},
		{"a writer", "Bearer " + m.writer, 0, ""},
		{"a writer, in capitals", "BEARER " + m.writer, 0, ""},
		{"an admin", "Bearer " + m.admin, 0, ""},
	}
	requests := []struct{ method, target string }{
		{"PUT", "/person/ada?dry-run"}, {"PUT", "/person/nobody?dry-run"}, {"PATCH", "/person/ada?dry-run"},
		{"DELETE", "/person/ada?dry-run"}, {"POST", "/person/?dry-run"}, {"POST", "/-/load?dry-run"},
	}
	for _, test := range tests {
		for _, request := range requests {
			m.updates.Access = newAccess(m.config)
			r := httptest.NewRequest(request.method, request.target, nil)
			if test.authorization != "" {
				r.Header.Set("Authorization", test.authorization)
			}
			w := httptest.NewRecorder()
			m.ServeHTTP(w, r)
			isDescribed(t, m.Server, r, w)
			status, challenge := test.status, test.challenge
			if test.status == 0 && strings.Contains(test.name, "writer") && strings.HasPrefix(request.target, "/-/load") {
				status, challenge = 403, `Bearer realm="vitrine", error="insufficient_scope", error_description="This needs a token of the scope admin; the scope of this one is write.", scope="admin"`
			}
			if got := w.Code; status != 0 && got != status || status == 0 && (got == 401 || got == 403) {
				t.Errorf("%s, %s %s: status %d, want %d", test.name, request.method, request.target, got, status)
			}
			if got := w.Header().Get("WWW-Authenticate"); got != challenge {
				t.Errorf("%s, %s %s: challenge %s, want %s", test.name, request.method, request.target, got, challenge)
			}
		}
	}
	for _, secret := range []string{m.writer, m.admin, short} {
		if strings.Contains(m.log.String(), strings.TrimPrefix(secret, "vitrine_")[:20]) {
			t.Errorf("a secret is in the log:\n%s", m.log)
		}
	}
}

// expireToken moves the end of the one token that has one into the past.
func expireToken(t *testing.T, f *auth.File) {
	t.Helper()
	text, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), `"expires": "`)
	if !ok {
		t.Fatal("no token expires")
	}
	end, _, _ := strings.Cut(after, `"`)
	changed := strings.Replace(string(text), end, "2001-01-01T00:00:00Z", 1)
	// A writer replaces the file, so that a reader never sees half of it.
	if err := os.WriteFile(f.Path()+".new", []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(f.Path()+".new", f.Path()); err != nil {
		t.Fatal(err)
	}
}

// TestTwoAuthorizations: which of them counts is not for the server to choose.
func TestTwoAuthorizations(t *testing.T) {
	m := newMuseum(t, nil)
	r := httptest.NewRequest("DELETE", "/person/ada", nil)
	r.Header["Authorization"] = []string{"Bearer " + m.writer, "Bearer " + m.writer}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	if w.Code != 401 {
		t.Errorf("status %d", w.Code)
	}
}

func (s *syncBuffer) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b.Reset()
}

// failingTokens is a file of tokens that cannot be read.
type failingTokens struct{}

func (failingTokens) Authenticate(string) (auth.Token, error) {
	return auth.Token{}, errors.New("secret.tokens is damaged")
}
func (failingTokens) Usable() (bool, error) { return false, errors.New("secret.tokens is damaged") }

func TestTokensThatCannotBeRead(t *testing.T) {
	m := newMuseum(t, nil)
	m.updates.Access.Tokens = failingTokens{}
	r := m.send(t, "PUT", "/person/ada", ada("Countess"))
	if text := body(t, r); r.StatusCode != 503 || strings.Contains(text, "secret.tokens") || !strings.Contains(m.log.String(), "secret.tokens") {
		t.Errorf("status %d, %s, log %s", r.StatusCode, text, m.log)
	}
	if r := m.get(t, "/person/ada"); r.StatusCode != 200 {
		t.Errorf("reading: status %d", r.StatusCode)
	}
	if r := m.send(t, "OPTIONS", "/person/ada", ""); r.StatusCode != 204 || r.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
		t.Errorf("OPTIONS: status %d, %v", r.StatusCode, r.Header)
	}
}

// TestFailedAttemptsAreLimited counts by address, and forgets after a while.
func TestFailedAttemptsAreLimited(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} })
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	m.updates.Access.Now = func() time.Time { return now }
	try := func(client, secret string) *http.Response {
		return m.send(t, "PUT", "/person/ada?dry-run", ada("Countess"), "Authorization", "Bearer "+secret, "X-Forwarded-For", client)
	}
	for i := range auth.MaxFailures {
		if r := try("2001:db8::1", "wrong"); r.StatusCode != 401 {
			t.Fatalf("attempt %d: status %d", i, r.StatusCode)
		}
	}
	now = now.Add(20*time.Second + time.Millisecond)
	for _, client := range []string{"2001:db8::1", "2001:db8::2"} {
		if r := try(client, "wrong"); r.StatusCode != 429 || r.Header.Get("Retry-After") != "40" {
			t.Errorf("a wrong token from %s: status %d, Retry-After %q", client, r.StatusCode, r.Header.Get("Retry-After"))
		}
		if r := try(client, m.writer); r.StatusCode != 200 {
			t.Errorf("a right token from %s: status %d: %s", client, r.StatusCode, body(t, r))
		}
		if r := try(client, "wrong"); r.StatusCode != 429 {
			t.Errorf("a right token lifts the limit on wrong ones: status %d", r.StatusCode)
		}
	}
	if r := try("203.0.113.7", "wrong"); r.StatusCode != 401 {
		t.Errorf("a wrong token from another address: status %d", r.StatusCode)
	}
	if r := m.get(t, "/person/ada", "X-Forwarded-For", "2001:db8::1"); r.StatusCode != 200 {
		t.Errorf("reading: status %d", r.StatusCode)
	}
	now = now.Add(40 * time.Second)
	if r := try("2001:db8::1", "wrong"); r.StatusCode != 401 {
		t.Errorf("a minute later: status %d", r.StatusCode)
	}
}

// TestRightTokensPassInASwarmOfWrongOnes sends both from one address, as a
// proxy does that is not told to be trusted.
func TestRightTokensPassInASwarmOfWrongOnes(t *testing.T) {
	m := newMuseum(t, nil)
	for i := range 5 * auth.MaxFailures {
		m.send(t, "PUT", "/person/ada?dry-run", ada("Countess"), "Authorization", fmt.Sprintf("Bearer wrong-%d", i))
		if r := m.send(t, "PUT", "/person/ada?dry-run", ada("Countess")); r.StatusCode != 200 {
			t.Fatalf("after %d wrong tokens: status %d", i+1, r.StatusCode)
		}
	}
	if r := m.send(t, "POST", "/-/load", ada("Countess"), "Content-Type", "application/jsonl"); r.StatusCode != 403 {
		t.Errorf("a right token of too small a scope: status %d", r.StatusCode)
	}
}

// TestAskingIsNoAttempt: a request without a token only asks how to write.
func TestAskingIsNoAttempt(t *testing.T) {
	m := newMuseum(t, nil)
	for range 2 * auth.MaxFailures {
		r := httptest.NewRequest("DELETE", "/person/ada", nil)
		w := httptest.NewRecorder()
		m.ServeHTTP(w, r)
		if w.Code != 401 {
			t.Fatalf("status %d", w.Code)
		}
	}
}

// TestAudit reads the log of writes.
func TestAudit(t *testing.T) {
	audit := &syncBuffer{}
	m := newMuseum(t, func(c *Config) { c.AuditLog = slog.New(slog.NewTextHandler(audit, nil)) })
	m.send(t, "PUT", "/person/ada", ada("Ada"))
	m.send(t, "PATCH", "/person/ada", `{"_label":"Countess"}`, "Content-Type", "application/merge-patch+json", "X-Request-Id", "mine")
	m.send(t, "POST", "/-/load", personRecord(testBase+"person/eve", "Eve"), "Content-Type", "application/jsonl", "Authorization", "Bearer "+m.admin)
	m.send(t, "DELETE", "/person/ada", "")
	m.send(t, "PUT", "/person/ada", "{}")
	m.send(t, "PUT", "/person/ada", ada("Ada"), "Authorization", "Bearer wrong")
	m.send(t, "POST", "/-/load", "")
	lines := strings.Split(strings.TrimSpace(audit.String()), "\n")
	want := []string{
		`level=INFO msg=write request=* client=192.0.2.1:1234 token=writer method=PUT entity=https://data.museum.example/person/ada result=created version=1`,
		`level=INFO msg=write request=* client=192.0.2.1:1234 token=writer method=PUT entity=https://data.museum.example/person/ada result=unchanged version=1`,
		`level=INFO msg=write request=mine client=192.0.2.1:1234 token=writer method=PATCH entity=https://data.museum.example/person/ada result=updated version=2`,
		`level=INFO msg=write request=* client=192.0.2.1:1234 token=admin method=POST entity=https://data.museum.example/person/eve result=created version=3`,
		`level=INFO msg=write request=* client=192.0.2.1:1234 token=writer method=DELETE entity=https://data.museum.example/person/ada result=deleted version=4`,
		`level=WARN msg="write refused" request=* client=192.0.2.1:1234 token="" method=PUT reason="no such token"`,
		`level=WARN msg="write refused" request=* client=192.0.2.1:1234 token=writer method=POST reason="the scope is write, not admin"`,
	}
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), audit)
	}
	for i, line := range lines {
		_, line, _ = strings.Cut(line, " ")
		before, after, _ := strings.Cut(want[i], "*")
		if !strings.HasPrefix(line, before) || !strings.HasSuffix(line, after) {
			t.Errorf("line %d is\n%s, want\n%s", i, line, want[i])
		}
	}
}

// TestCORSForWriting asks, as a browser does, what a script of an origin may.
func TestCORSForWriting(t *testing.T) {
	m := newMuseum(t, func(c *Config) { c.WriteOrigins = []string{"https://edit.museum.example"} })
	for _, test := range []struct{ target, origin, methods, allow string }{
		{"/person/ada", "https://edit.museum.example", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"},
		{"/person/ada", "https://elsewhere.example", "GET, HEAD, OPTIONS", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"},
		{"/person/ada", "https://edit.museum.example.evil.example", "GET, HEAD, OPTIONS", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"},
		{"/person/ada", "", "GET, HEAD, OPTIONS", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"},
		{"/person/", "https://edit.museum.example", "GET, HEAD, POST, OPTIONS", "GET, HEAD, POST, OPTIONS"},
		{"/person/", "null", "GET, HEAD, OPTIONS", "GET, HEAD, POST, OPTIONS"},
		{"/-/load", "https://edit.museum.example", "POST, OPTIONS", "POST, OPTIONS"},
		{"/-/load", "https://elsewhere.example", "OPTIONS", "POST, OPTIONS"},
		{"/-/healthz", "https://edit.museum.example", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS"},
	} {
		fields := []string{"Access-Control-Request-Method", "PUT", "Access-Control-Request-Headers", "authorization,content-type"}
		if test.origin != "" {
			fields = append(fields, "Origin", test.origin)
		}
		r := do(t, m, "OPTIONS", test.target, fields...)
		may := strings.Contains(r.Header.Get("Access-Control-Allow-Headers"), "Authorization")
		if r.StatusCode != 204 || r.Header.Get("Access-Control-Allow-Methods") != test.methods || may != (test.origin == "https://edit.museum.example" && test.target != "/-/healthz") {
			t.Errorf("%s from %s: status %d, header %v", test.target, test.origin, r.StatusCode, r.Header)
		}
		if r.Header.Get("Allow") != test.allow {
			t.Errorf("%s from %s: Allow %q, want %q", test.target, test.origin, r.Header.Get("Allow"), test.allow)
		}
		if test.target != "/-/healthz" && r.Header.Get("Vary") != "Origin" {
			t.Errorf("%s from %s: Vary %q", test.target, test.origin, r.Header.Get("Vary"))
		}
	}
	r := do(t, m, "OPTIONS", "/person/ada")
	if got := r.Header.Get("Accept-Patch"); got != "application/merge-patch+json, application/json-patch+json" {
		t.Errorf("Accept-Patch %q", got)
	}
	r = do(t, m, "OPTIONS", "/person/")
	if got := r.Header.Get("Accept-Post"); !strings.Contains(got, "text/turtle") || strings.Contains(got, "jsonl") {
		t.Errorf("Accept-Post %q", got)
	}
}

// TestWarnsOfPlainTokens looks at listeners of all kinds.
func TestWarnsOfPlainTokens(t *testing.T) {
	addr := func(ip string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(ip)) }
	for _, test := range []struct {
		name   string
		addr   net.Addr
		change func(*Config)
		warns  bool
	}{
		{"loopback", addr("127.0.0.1:80"), nil, false},
		{"loopback, IPv6", addr("[::1]:80"), nil, false},
		{"a socket", &net.UnixAddr{Name: "/run/x", Net: "unix"}, nil, false},
		{"all addresses", addr("[::]:80"), nil, true},
		{"a public one", addr("192.0.2.1:80"), nil, true},
		{"TLS", addr("192.0.2.1:443"), func(c *Config) {
			c.Certificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, nil }
		}, false},
		{"writing is off", addr("192.0.2.1:80"), func(c *Config) { c.Tokens = nil }, false},
	} {
		m := newMuseum(t, nil)
		m.log.reset()
		if test.change != nil {
			test.change(&m.config)
		}
		m.updates.Access = newAccess(m.config)
		m.updates.Access.WarnListener(test.addr)
		m.updates.Access.WarnListener(test.addr)
		if got := strings.Count(m.log.String(), "without TLS"); got != map[bool]int{true: 1}[test.warns] {
			t.Errorf("%s: %d warnings:\n%s", test.name, got, m.log)
		}
	}
}

// TestWarnsWhenATokenTravelsPlain: the first token may be made long after the
// start.
func TestWarnsWhenATokenTravelsPlain(t *testing.T) {
	for ip, want := range map[string]int{"127.0.0.1:80": 0, "192.0.2.1:80": 1} {
		m := newMuseum(t, nil)
		m.log.reset()
		for range 2 {
			r := httptest.NewRequest("DELETE", "/person/ada?dry-run", nil)
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(ip))))
			r.Header.Set("Authorization", "Bearer "+m.writer)
			w := httptest.NewRecorder()
			m.ServeHTTP(w, r)
			if w.Code != 200 {
				t.Fatalf("status %d", w.Code)
			}
		}
		if got := strings.Count(m.log.String(), "without TLS"); got != want {
			t.Errorf("%s: %d warnings: %s", ip, got, m.log)
		}
	}
}

// TestScopesByPrefix writes with a token that is for people alone.
func TestScopesByPrefix(t *testing.T) {
	m := newMuseum(t, nil)
	secret := m.token(t, "people", "write:person/")
	mine := []string{"Authorization", "Bearer " + secret}
	for _, test := range []struct {
		method, target, body string
		status               int
	}{
		{"PUT", "/person/ada", ada("Ada Lovelace"), 200},
		{"PUT", "/person/new", personRecord(testBase+"person/new", "New"), 201},
		{"DELETE", "/person/new", "", 204},
		{"PUT", "/object/1", personRecord(testBase+"object/1", "Not mine"), 403},
		{"DELETE", "/object/1", "", 403},
		{"PATCH", "/object/1", "{}", 403},
		{"POST", "/object/", "{}", 403},
		{"PUT", "/entity?id=https://other.example/person/1", personRecord("https://other.example/person/1", "Not mine"), 403},
		{"POST", "/-/load", "", 403},
	} {
		r := m.send(t, test.method, test.target, test.body, mine...)
		text := body(t, r)
		if r.StatusCode != test.status || test.status == 403 && !strings.Contains(text, `"code":"forbidden"`) {
			t.Errorf("%s %s: %d, want %d: %s", test.method, test.target, r.StatusCode, test.status, text)
		}
	}
	if !strings.Contains(m.log.String(), "write refused") {
		t.Error("the log says nothing of what was refused")
	}
}
