package auth

import (
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// ErrKeys means that the keys of the issuer are not known now.
var ErrKeys = errors.New("the keys of the issuer are not known")

const (
	// leeway is how far clocks may be apart.
	leeway = 30 * time.Second
	// maxAge is how old keys may become.
	maxAge = 24 * time.Hour
	// maxToken is the length of the longest token, in bytes.
	maxToken = 16 << 10
	// minRSA is the length of the shortest RSA key, in bits (RFC 7518 section 3.3).
	minRSA = 2048
)

// algorithms are those that a token may be signed with (RFC 7518 section 3.1, RFC 8037).
// None of them takes a key that is secret.
var algorithms = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512, jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
}

// IssuerOptions say which tokens of an issuer count.
type IssuerOptions struct {
	// Issuer is the URL of the issuer, as tokens have it.
	Issuer string
	// Audience is what tokens for this service have as audience.
	Audience string
	// Now is the clock; that of the system by default.
	Now func() time.Time
}

// Verifier knows the access tokens of one issuer of OAuth 2 or OpenID Connect: JSON Web
// Tokens (RFC 7519) in the profile of RFC 9068, verified with the issuer's public keys, with
// the advice of RFC 8725. It gets the keys (RFC 7517) from its caller and fetches nothing: a token that
// names a key which is not known is refused. It may be used by many goroutines.
//
// Tokens are accepted where
//   - the signature is by a key of the issuer, with an asymmetric algorithm;
//   - iss is the issuer, aud has the audience, and sub is there;
//   - exp is there and not over, and nbf and iat are not to come, to half a minute;
//   - typ, where it is there, is at+jwt or JWT. That of RFC 9068 is the former, but many
//     issuers write the latter; an ID token has another audience.
//   - the token is for whoever bears it: one that is bound to a key by cnf (RFC 7800) is not.
//
// What a token allows is in the claim scope (RFC 8693 section 4.2) or, where there is none, in scp,
// in the words of Scope: as a text with spaces between, or a list of texts. A token that is not opaque
// cannot be asked about: one that the issuer revokes counts until it ends.
type Verifier struct {
	options IssuerOptions
	keys    atomic.Pointer[keySet]
}

type keySet struct {
	keys  []jose.JSONWebKey
	taken time.Time
}

// NewVerifier returns a Verifier that knows no keys yet.
func NewVerifier(o IssuerOptions) *Verifier {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Verifier{options: o}
}

// Take puts the keys of a JWK Set in place of those that were known. Keys of other kinds, and
// for other uses than signatures, are passed over (RFC 7517 section 5); the error says that
// there is no other.
func (v *Verifier) Take(set []byte) error {
	var document struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(set, &document); err != nil {
		return fmt.Errorf("read the keys: %w", err)
	}
	var keys []jose.JSONWebKey
	for _, text := range document.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(text) == nil && isUsable(key) {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return errors.New("there is no public key for signatures among the keys")
	}
	v.keys.Store(&keySet{keys, v.options.Now()})
	return nil
}

// isUsable tells whether signatures can be verified with a key.
func isUsable(key jose.JSONWebKey) bool {
	if number, ok := key.Key.(*rsa.PublicKey); ok && number.N.BitLen() < minRSA {
		return false
	}
	return key.Valid() && key.IsPublic() && (key.Use == "" || key.Use == "sig")
}

// Usable tells that tokens of the issuer can let a client write.
func (v *Verifier) Usable() (bool, error) { return true, nil }

// Authenticate returns what a token says of itself. The error wraps ErrUnknown for what
// is no token of the issuer for this service, with a reason where it is a JSON Web Token,
// ErrExpired for one that has ended, and ErrKeys where that is not known.
func (v *Verifier) Authenticate(secret string) (Token, error) {
	if len(secret) > maxToken || strings.Count(secret, ".") != 2 {
		return Token{}, ErrUnknown
	}
	parsed, err := jwt.ParseSigned(secret, algorithms)
	if err != nil {
		return Token{}, unknown("it cannot be read, or is not signed with a public key")
	}
	set := v.keys.Load()
	if set == nil || v.options.Now().Sub(set.taken) > maxAge {
		return Token{}, ErrKeys
	}
	claims, err := set.verify(parsed)
	if err != nil {
		return Token{}, err
	}
	return v.judge(claims)
}

func unknown(reason string) error { return &UnknownError{Reason: reason} }

// verify returns the claims of a token that is signed with one of the keys.
func (s *keySet) verify(t *jwt.JSONWebToken) (map[string]json.RawMessage, error) {
	header := t.Headers[0]
	if kind, _ := header.ExtraHeaders[jose.HeaderType].(string); !isAccessToken(kind) {
		return nil, unknown("its type is another one")
	}
	for _, key := range s.keys {
		if header.KeyID != "" && key.KeyID != header.KeyID || key.Algorithm != "" && key.Algorithm != header.Algorithm {
			continue
		}
		var claims map[string]json.RawMessage
		if t.Claims(key.Key, &claims) == nil {
			return claims, nil
		}
	}
	return nil, unknown("it is not signed with a key of the issuer that is known here")
}

func isAccessToken(kind string) bool {
	kind = strings.TrimPrefix(strings.ToLower(kind), "application/")
	return kind == "" || kind == "at+jwt" || kind == "jwt"
}

// judge returns the token of claims that the issuer has made.
func (v *Verifier) judge(all map[string]json.RawMessage) (Token, error) {
	var claims jwt.Claims
	text, err := json.Marshal(all)
	if err == nil {
		err = json.Unmarshal(text, &claims)
	}
	if err != nil || claims.Subject == "" || claims.Expiry == nil {
		return Token{}, unknown("it does not say whose it is, or when it ends")
	}
	if _, bound := all["cnf"]; bound {
		return Token{}, unknown("it is bound to a key, which is not checked")
	}
	scopes, ok := all["scope"]
	if !ok {
		scopes = all["scp"]
	}
	t := Token{Name: claims.Subject, Expires: claims.Expiry.Time().UTC(), Scope: v.scope(scopes)}
	if claims.IssuedAt != nil {
		t.Created = claims.IssuedAt.Time().UTC()
	}
	expected := jwt.Expected{Issuer: v.options.Issuer, AnyAudience: jwt.Audience{v.options.Audience}, Time: v.options.Now()}
	switch err := claims.ValidateWithLeeway(expected, leeway); {
	case errors.Is(err, jwt.ErrExpired):
		return t, ErrExpired
	case err != nil:
		return Token{}, unknown(reason(err))
	}
	return t, nil
}

// reason says what is wrong with a claim.
func reason(err error) string {
	switch {
	case errors.Is(err, jwt.ErrInvalidIssuer):
		return "it is of another issuer"
	case errors.Is(err, jwt.ErrInvalidAudience):
		return "it has another audience"
	case errors.Is(err, jwt.ErrNotValidYet), errors.Is(err, jwt.ErrIssuedInTheFuture):
		return "its time has not come"
	}
	return "its claims do not count here"
}

// scope reads the claim of what a token allows, of which it keeps what means something here.
func (v *Verifier) scope(claim json.RawMessage) Scope {
	var text string
	var list []string
	if json.Unmarshal(claim, &text) == nil {
		list = strings.Fields(text)
	} else if json.Unmarshal(claim, &list) != nil {
		return ""
	}
	return Granted(list)
}
