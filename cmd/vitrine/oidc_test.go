package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// login is an issuer of tokens that runs in the test. It signs with one key at a time, by
// means of the standard library, so that what reads tokens is not tried with its own hands.
type login struct {
	*httptest.Server
	// asked has a value for each time that the keys were asked for.
	asked chan struct{}
	// mu is held while the keys are told, or nothing is to be told.
	mu  sync.Mutex
	id  string
	key *ecdsa.PrivateKey
}

// loginAudience is what the tokens for the server of the test have as audience.
const loginAudience = "https://data.museum.example/"

func startLogin(t *testing.T) *login {
	t.Helper()
	l := &login{asked: make(chan struct{}, 1000)}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, r *http.Request) {
		issuer := "http://" + r.Host
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": issuer, "jwks_uri": issuer + "/keys"})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		defer l.mu.Unlock()
		point, err := l.key.PublicKey.Bytes()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"keys": []map[string]string{{
			"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": l.id, "x": encoded(point[1:33]), "y": encoded(point[33:]),
		}}})
		l.asked <- struct{}{}
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rotate(t, "first")
	l.Server = httptest.NewServer(mux)
	t.Cleanup(l.Close)
	return l
}

// rotate puts a new key in place of the one before. The caller holds mu.
func (l *login) rotate(t *testing.T, id string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	l.id, l.key = id, key
}

func encoded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// token signs an access token that ends after so long (RFC 9068; RFC 7515 section 7.1; RFC
// 7518 section 3.4).
func (l *login) token(t *testing.T, audience, scope string, after time.Duration) string {
	t.Helper()
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return encoded(text)
	}
	now := time.Now()
	signed := part(map[string]string{"alg": "ES256", "typ": "at+jwt", "kid": l.id}) + "." + part(map[string]any{
		"iss": l.URL, "sub": "ada", "aud": audience, "client_id": "catalogue", "jti": "1",
		"iat": now.Add(-time.Hour).Unix(), "exp": now.Add(after).Unix(), "scope": scope,
	})
	sum := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, l.key, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	var signature [64]byte
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return signed + "." + encoded(signature[:])
}

// TestTokensOfAnIssuer writes to a server with tokens of an issuer, and reads a private
// record.
func TestTokensOfAnIssuer(t *testing.T) {
	l := startLogin(t)
	p := served(t, "--create", "--db", "museum.db", "--base-url", "https://data.museum.example/", "--oidc-issuer", l.URL+"="+loginAudience, "--private", "draft/")
	plan := strings.Replace(adaRecord("Plan"), adaID, "https://data.museum.example/draft/plan", 1)
	c := func(audience, scope string, after time.Duration) client {
		return client{t, l.token(t, audience, scope, after), p}
	}
	person := c(loginAudience, "openid write:person/", time.Hour)
	person.want(201, "PUT", "person/ada", adaRecord("Ada"))
	c(loginAudience, "write", time.Hour).want(201, "PUT", "draft/plan", plan)

	for about, test := range map[string]struct {
		client
		status                        int
		method, path, body, challenge string
	}{
		"of another audience":         {c("https://shop.example/", "write", time.Hour), 401, "PUT", "person/ada", adaRecord("Eve"), `error="invalid_token", error_description="The token is not accepted: it has another audience."`},
		"of another audience, to GET": {c("https://shop.example/", "read", time.Hour), 401, "GET", "draft/plan", "", `error="invalid_token"`},
		"that has ended":              {c(loginAudience, "write", -time.Minute), 401, "PUT", "person/ada", adaRecord("Eve"), `error="invalid_token", error_description="The token has expired."`},
		"of another prefix":           {person, 403, "PUT", "draft/plan", plan, `error="insufficient_scope"`},
		"for reading":                 {c(loginAudience, "read", time.Hour), 403, "PUT", "person/ada", adaRecord("Eve"), `error="insufficient_scope"`},
		"without a scope of ours":     {c(loginAudience, "openid", time.Hour), 403, "PUT", "person/ada", adaRecord("Eve"), `error_description="This needs a token of the scope write; this one has no scope of this service."`},
		"for reading, to GET":         {c(loginAudience, "openid read", time.Hour), 200, "GET", "draft/plan", "", ""},
		"of a prefix, to GET":         {person, 404, "GET", "draft/plan", "", ""},
	} {
		r, text := test.want(test.status, test.method, test.path, test.body)
		if got := r.Header.Get("WWW-Authenticate"); !strings.Contains(got, test.challenge) || test.challenge == "" && got != "" {
			t.Errorf("a token %s: WWW-Authenticate is %s", about, got)
		}
		if about == "for reading, to GET" && !strings.Contains(text, "Plan") {
			t.Errorf("the private record: %s", text)
		}
	}
	if r, text := p.get(t, "draft/plan", "application/ld+json"); r.StatusCode != 404 {
		t.Errorf("the private record without a token: %d %s", r.StatusCode, text)
	}
	if _, text := person.want(200, "GET", "person/ada", ""); !strings.Contains(text, `"Ada"`) {
		t.Errorf("a token that was refused has changed the record: %s", text)
	}
}

// TestAnIssuerChangesItsKey has an issuer sign with a new key: the server learns it when the
// operator asks for it, and not because of a token.
func TestAnIssuerChangesItsKey(t *testing.T) {
	l := startLogin(t)
	p := served(t, "--create", "--db", "museum.db", "--base-url", "https://data.museum.example/", "--oidc-issuer", l.URL+"="+loginAudience)
	first := client{t, l.token(t, loginAudience, "write", time.Hour), p}
	first.want(201, "PUT", "person/ada", adaRecord("Ada"))

	l.mu.Lock() // the server cannot fetch
	l.rotate(t, "second")
	second := client{t, l.token(t, loginAudience, "write", time.Hour), p}
	if r, _ := second.want(401, "PUT", "person/ada", adaRecord("Countess")); !strings.Contains(r.Header.Get("WWW-Authenticate"), "not signed with a key of the issuer that is known here") {
		t.Errorf("WWW-Authenticate is %s", r.Header.Get("WWW-Authenticate"))
	}
	first.want(200, "PUT", "person/ada", adaRecord("Ada King"))
	l.mu.Unlock()

	for status := 0; status != http.StatusOK; {
		if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		select {
		case <-l.asked:
		case <-time.After(time.Minute):
			t.Fatal("the server does not ask for keys")
		}
		r, text := second.do("PUT", "person/ada", adaRecord("Countess"))
		if status = r.StatusCode; status >= 500 {
			t.Fatalf("%d %s", status, text)
		}
	}
	first.want(401, "PUT", "person/ada", adaRecord("Ada"))
}
