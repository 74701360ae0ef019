// Package session knows who uses the pages that write: somebody who has given a token, which a
// cookie keeps for the addresses of the service itself (RFC 6265 section 4.1.2; Secure, HttpOnly,
// SameSite=Strict). Each form has a key that is made of the token, and what a page of another
// origin sends is refused.
//
// The package keeps nothing on the server, and decides nothing about records.
package session

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

const (
	// cookieName names the cookie with the token.
	cookieName = "vitrine-token"
	// maxToken is the length of the longest token that a cookie takes, and MaxKey that of
	// the key of a form.
	maxToken = 3 << 10
	MaxKey   = 1 << 10
	// Lasts is how long a token is kept after it was last used.
	Lasts = time.Hour
	// markName names the cookie with the mark.
	markName = "vitrine-edits"
	// maxTokenForm bounds the form with a token, in bytes.
	maxTokenForm = 16 << 10
)

// Sessions tell who uses pages. All fields are needed.
type Sessions struct {
	Site   *site.Site
	Access *auth.Control
	// Need is what a token has to allow.
	Need auth.Scope
}

// Session is who uses the pages.
type Session struct {
	Token auth.Token
	// Owner stands for the secret of the token, and Key is what forms have to send.
	Owner [sha256.Size]byte
	Key   string
	// Asked is the request, as one with the token.
	Asked auth.Request
}

// SecretOf returns the token of a request, "" for none.
func SecretOf(r *http.Request) string {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return ""
	}
	secret, err := url.QueryUnescape(cookie.Value)
	if err != nil {
		return ""
	}
	return secret
}

// tooLong is said of a token that no cookie takes.
const tooLong i18n.Key = "The token is too long for these pages."

// Open returns who sent a request, by a token that allows what is needed. The error is the answer
// otherwise.
func (p *Sessions) Open(x *respond.Exchange, r *http.Request, secret string) (*Session, error) {
	if len(secret) > maxToken {
		return nil, &respond.Error{Type: respond.Unauthorised, Detail: string(tooLong)}
	}
	on, err := p.Access.On()
	if err != nil {
		return nil, auth.Unknown(err)
	}
	if !on {
		return nil, &respond.Error{Type: respond.Forbidden, Detail: respond.WritingOff.Detail}
	}
	with := r.Clone(r.Context())
	with.Header.Set("Authorization", "Bearer "+secret)
	s := &Session{Asked: auth.Request{HTTP: with, ID: x.ID, Client: p.Site.Proxies.Client(r)}}
	if s.Token, err = p.Access.Authorise(s.Asked, p.Need); err != nil {
		return nil, err
	}
	s.Owner = sha256.Sum256([]byte(secret))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("key of forms"))
	s.Key = hex.EncodeToString(mac.Sum(nil))
	return s, nil
}

// Use has something done for whoever sent a request. Where that gives no token, or a wrong one, start
// answers, which is told why.
func (p *Sessions) Use(x *respond.Exchange, r *http.Request, do func(*Session) error, start func(fault error) error) error {
	Private(x)
	secret := SecretOf(r)
	if secret == "" {
		return start(nil)
	}
	s, err := p.Open(x, r, secret)
	if err != nil {
		return start(err)
	}
	p.Keep(x, r, secret)
	return do(s)
}

// Token answers to the form with a token: start where it is wrong, done where it is kept, and forget
// where it is empty and no longer kept.
func (p *Sessions) Token(x *respond.Exchange, r *http.Request, start func(form url.Values, fault error) error, done, forget func(form url.Values) error) error {
	Private(x)
	if err := p.SameOrigin(r); err != nil {
		return err
	}
	form, err := ReadForm(x, r, maxTokenForm)
	if err != nil {
		return err
	}
	secret := strings.TrimSpace(form.Get("token"))
	if secret == "" {
		p.Keep(x, r, "")
		return forget(form)
	}
	if _, err := p.Open(x, r, secret); err != nil {
		return start(form, err)
	}
	p.Keep(x, r, secret)
	return done(form)
}

// Start is the form for a token on the page at an address; fault says why something did not succeed,
// nil for nothing, and store is how commands name the store. It returns what is said of an answer, and
// the status of the page.
func (p *Sessions) Start(x *respond.Exchange, address, store string, w *i18n.Wording, fault error) (form html.TokenForm, said *html.Part, status int, err error) {
	on, err := p.Access.On()
	form, status = html.TokenForm{Address: address, Store: cmp.Or(store, "FILE"), Off: !on}, http.StatusOK
	var answer *respond.Error
	if errors.As(fault, &answer) {
		text := site.Said(w, cmp.Or(answer.Detail, answer.Type.Detail))
		said, status = &text, answer.Type.Status
		maps.Copy(x.Header(), answer.Header)
	}
	return form, said, status, err
}

// See sends the browser to a page, in the language that it asked for.
func (p *Sessions) See(x *respond.Exchange, r *http.Request, target string) error {
	target, fragment, found := strings.Cut(target, "#")
	if l, err := p.Site.Language(r); err == nil && l.Named {
		target = site.InLanguage(target, l.Wording.Code())
	}
	if found {
		target += "#" + fragment
	}
	return x.SeeOther(target)
}

// MayPost refuses a form that a page of another origin sent, or one without the key of the
// session.
func (p *Sessions) MayPost(r *http.Request, s *Session, key string) error {
	if err := p.SameOrigin(r); err != nil {
		return err
	}
	if !hmac.Equal([]byte(key), []byte(s.Key)) {
		return &respond.Error{Type: respond.Forbidden, Detail: "The form does not belong to the token that is given here. Go back to the page and send it again."}
	}
	return nil
}

// SameOrigin refuses what a page of another origin sent.
func (p *Sessions) SameOrigin(r *http.Request) error {
	as := r.Clone(r.Context())
	_, as.Host, _ = strings.Cut(p.Site.Proxies.Origin(r), "://")
	if err := http.NewCrossOriginProtection().Check(as); err != nil {
		return &respond.Error{Type: respond.Forbidden, Detail: "The form comes from a page of another site.", Err: err}
	}
	return nil
}

// Keep keeps a token in the browser, and a mark by which the pages of records show the way to where
// they are corrected; those of an empty one are removed.
func (p *Sessions) Keep(x *respond.Exchange, r *http.Request, secret string) {
	cookie := &http.Cookie{
		Name: cookieName, Value: url.QueryEscape(secret), Path: p.Site.Mapper.Service(""),
		MaxAge: int(Lasts.Seconds()), HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: strings.HasPrefix(p.Site.Proxies.Origin(r), "https://"),
	}
	mark := &http.Cookie{Name: markName, Value: "1", Path: p.Site.Mapper.Prefix, MaxAge: cookie.MaxAge, SameSite: http.SameSiteStrictMode}
	if secret == "" {
		cookie.MaxAge, mark.MaxAge = -1, -1
	}
	http.SetCookie(x, cookie)
	http.SetCookie(x, mark)
}

// Private takes back that other origins may read an answer.
func Private(x *respond.Exchange) {
	x.Header().Del("Access-Control-Allow-Origin")
	x.Header().Del("Access-Control-Expose-Headers")
}

// ReadForm reads a form without a file, of so many bytes at most.
func ReadForm(x *respond.Exchange, r *http.Request, most int64) (url.Values, error) {
	text, err := io.ReadAll(http.MaxBytesReader(x, r.Body, most))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, &respond.Error{Type: respond.ContentTooLarge, Err: err}
	case err != nil:
		return nil, &respond.Error{Type: respond.BadRequest, Err: err}
	}
	form, err := url.ParseQuery(string(text))
	if err != nil {
		return nil, &respond.Error{Type: respond.BadRequest, Detail: "The form cannot be read.", Err: err}
	}
	return form, nil
}
