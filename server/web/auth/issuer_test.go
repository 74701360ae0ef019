package auth_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"vitrine/remote"
	"vitrine/server/web/auth"
)

const audience = "https://data.museum.example/"

// program is an issuer that runs in the test: it signs tokens, and tells its keys.
type program struct {
	*httptest.Server
	mu   sync.Mutex
	keys []jose.JSONWebKey
	// asked counts the requests.
	asked int
}

func startIssuer(t *testing.T) *program {
	t.Helper()
	p := &program{}
	p.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.asked++
		switch r.URL.Path {
		case "/.well-known/openid-configuration":
			_ = json.NewEncoder(w).Encode(map[string]string{"issuer": p.URL, "jwks_uri": p.URL + "/keys"})
		case "/keys":
			set := jose.JSONWebKeySet{}
			for _, key := range p.keys {
				set.Keys = append(set.Keys, key.Public())
			}
			_ = json.NewEncoder(w).Encode(set)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(p.Close)
	return p
}

// addKey makes a key of the algorithm and tells it.
func (p *program) addKey(t *testing.T, id string, algorithm jose.SignatureAlgorithm) jose.JSONWebKey {
	t.Helper()
	var key crypto.PrivateKey
	var err error
	if algorithm == jose.ES256 {
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	} else {
		key, err = rsa.GenerateKey(rand.Reader, 2048)
	}
	if err != nil {
		t.Fatal(err)
	}
	jwk := jose.JSONWebKey{Key: key, KeyID: id, Algorithm: string(algorithm), Use: "sig"}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = append(p.keys, jwk)
	return jwk
}

// sign makes a token with a key.
func sign(t *testing.T, algorithm jose.SignatureAlgorithm, key any, kind string, claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, (&jose.SignerOptions{}).WithType(jose.ContentType(kind)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// without returns claims with some changed; nil removes one.
func changed(claims map[string]any, changes map[string]any) map[string]any {
	out := maps.Clone(claims)
	for name, value := range changes {
		if out[name] = value; value == nil {
			delete(out, name)
		}
	}
	return out
}

// TestTokens has a server know the keys of an issuer, and shows it right and wrong tokens.
func TestTokens(t *testing.T) {
	p := startIssuer(t)
	now := time.Now()
	clock := now
	v := auth.NewVerifier(auth.IssuerOptions{Issuer: p.URL, Audience: audience, Now: func() time.Time { return clock }})
	keys, err := remote.NewIssuer(remote.IssuerOptions{URL: p.URL, Take: v.Take, Transport: p.Client().Transport})
	if err != nil {
		t.Fatal(err)
	}
	first, other := p.addKey(t, "first", jose.RS256), p.addKey(t, "curve", jose.ES256)
	claims := map[string]any{
		"iss": p.URL, "aud": []string{"https://other.example", audience}, "sub": "ada", "iat": now.Add(-time.Minute).Unix(), "exp": now.Add(time.Hour).Unix(),
		"scope": "openid read write:person/",
	}
	right := sign(t, jose.RS256, first, "at+jwt", claims)
	if _, err := v.Authenticate(right); !errors.Is(err, auth.ErrKeys) {
		t.Errorf("before the keys are known: %v", err)
	}
	if err := keys.Fetch(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := v.Authenticate(right)
	if err != nil || got.Scope != "read write:person/" || got.Name != "ada" {
		t.Errorf("%+v, %v", got, err)
	}
	private := first.Key.(*rsa.PrivateKey)
	public := x509.MarshalPKCS1PublicKey(&private.PublicKey)
	stranger := p.addKey(t, "first", jose.RS256) // of the same id, not known yet
	with := func(changes map[string]any) string {
		return sign(t, jose.RS256, first, "JWT", changed(claims, changes))
	}
	unsigned := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"at+jwt"}`)) + "." + strings.Split(right, ".")[1] + "."
	for about, test := range map[string]struct {
		secret string
		want   error
	}{
		"the type of many issuers":      {with(nil), nil},
		"a curve":                       {sign(t, jose.ES256, other, "application/at+jwt", claims), nil},
		"scopes as a list":              {with(map[string]any{"scope": []string{"read"}}), nil},
		"a clock behind":                {with(map[string]any{"nbf": now.Add(20 * time.Second).Unix()}), nil},
		"expired":                       {with(map[string]any{"exp": now.Add(-time.Minute).Unix()}), auth.ErrExpired},
		"another audience":              {with(map[string]any{"aud": "https://other.example"}), auth.ErrUnknown},
		"no audience":                   {with(map[string]any{"aud": nil}), auth.ErrUnknown},
		"another issuer":                {with(map[string]any{"iss": p.URL + "/"}), auth.ErrUnknown},
		"not yet":                       {with(map[string]any{"nbf": now.Add(time.Minute).Unix()}), auth.ErrUnknown},
		"made in the future":            {with(map[string]any{"iat": now.Add(time.Minute).Unix()}), auth.ErrUnknown},
		"without an end":                {with(map[string]any{"exp": nil}), auth.ErrUnknown},
		"of nobody":                     {with(map[string]any{"sub": nil}), auth.ErrUnknown},
		"bound to a key":                {with(map[string]any{"cnf": map[string]string{"jkt": "x"}}), auth.ErrUnknown},
		"of another type":               {sign(t, jose.RS256, first, "logout+jwt", claims), auth.ErrUnknown},
		"unsigned":                      {unsigned, auth.ErrUnknown},
		"signed with the public key":    {sign(t, jose.HS256, public, "at+jwt", claims), auth.ErrUnknown},
		"signed with its PEM":           {sign(t, jose.HS256, pem.EncodeToMemory(&pem.Block{Type: "RSA PUBLIC KEY", Bytes: public}), "at+jwt", claims), auth.ErrUnknown},
		"by another key of the same id": {sign(t, jose.RS256, stranger, "at+jwt", claims), auth.ErrUnknown},
		"changed":                       {right[:len(right)-8] + "AAAAAAAA", auth.ErrUnknown},
		"no token":                      {"a.b.c", auth.ErrUnknown},
		"a secret":                      {"vitrine_abc", auth.ErrUnknown},
		"too long":                      {strings.Repeat("a", 20_000) + ".b.c", auth.ErrUnknown},
	} {
		if _, err := v.Authenticate(test.secret); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", about, err, test.want)
		}
	}
	if got, err := v.Authenticate(with(map[string]any{"scope": nil, "scp": "read"})); err != nil || !got.Scope.Allows(auth.Read) {
		t.Errorf("with scopes in scp: %+v, %v", got, err)
	}
	if got, err := v.Authenticate(with(map[string]any{"scope": nil})); err != nil || got.Scope.Allows(auth.Read) {
		t.Errorf("without a scope: %+v, %v", got, err)
	}
	clock = now.Add(25 * time.Hour)
	if _, err := v.Authenticate(right); !errors.Is(err, auth.ErrKeys) {
		t.Errorf("with keys of yesterday: %v", err)
	}
}

// TestKeysRotate has the issuer sign with a new key: tokens make nobody ask for it.
func TestKeysRotate(t *testing.T) {
	p := startIssuer(t)
	v := auth.NewVerifier(auth.IssuerOptions{Issuer: p.URL, Audience: audience})
	keys, err := remote.NewIssuer(remote.IssuerOptions{URL: p.URL, Take: v.Take, Transport: p.Client().Transport})
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string]any{"iss": p.URL, "aud": audience, "sub": "ada", "exp": time.Now().Add(time.Hour).Unix(), "scope": "admin"}
	old := sign(t, jose.RS256, p.addKey(t, "old", jose.RS256), "at+jwt", claims)
	if err := keys.Fetch(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	p.keys = nil
	p.mu.Unlock()
	fresh := sign(t, jose.RS256, p.addKey(t, "new", jose.RS256), "at+jwt", claims)
	asked := p.asked
	if _, err := v.Authenticate(fresh); !errors.Is(err, auth.ErrUnknown) || p.asked != asked {
		t.Errorf("a key that is not known: %v, %d requests", err, p.asked-asked)
	}
	if err := keys.Fetch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := v.Authenticate(fresh); err != nil || !got.Scope.Allows(auth.Admin) {
		t.Errorf("the new key: %+v, %v", got, err)
	}
	if _, err := v.Authenticate(old); !errors.Is(err, auth.ErrUnknown) {
		t.Errorf("the old key: %v", err)
	}
	p.mu.Lock()
	p.keys = nil
	p.mu.Unlock()
	if err := keys.Fetch(t.Context()); err == nil {
		t.Error("an issuer without keys: no error")
	}
	if _, err := v.Authenticate(fresh); err != nil {
		t.Errorf("after a fetch that failed: %v", err)
	}
}
