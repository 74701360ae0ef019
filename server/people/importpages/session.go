package importpages

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"

	"vitrine/server/web/address"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// cookieName names the cookie with the token, and maxToken is the length of the longest token
// that one takes.
const (
	cookieName = "vitrine-import"
	maxToken   = 3 << 10
)

// session is who uses the pages.
type session struct {
	token auth.Token
	// owner stands for the token, and key is what forms have to send.
	owner [sha256.Size]byte
	key   string
	asked auth.Request
}

// secretOf returns the token of a request, "" for none.
func secretOf(r *http.Request) string {
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

// session returns who sent a request, by a token that may write. The error is the answer
// otherwise.
func (p *Pages) session(x *respond.Exchange, r *http.Request, secret string) (*session, error) {
	on, err := p.Writer.Access.On()
	if err != nil {
		return nil, auth.Unknown(err)
	}
	if !on {
		return nil, &respond.Error{Type: respond.Forbidden, Detail: respond.WritingOff.Detail}
	}
	with := r.Clone(r.Context())
	with.Header.Set("Authorization", "Bearer "+secret)
	s := &session{asked: auth.Request{HTTP: with, ID: x.ID, Client: p.Site.Proxies.Client(r)}}
	if s.token, err = p.Writer.Access.Authorise(s.asked, auth.Write); err != nil {
		return nil, err
	}
	s.owner = sha256.Sum256([]byte(secret))
	mac := hmac.New(sha256.New, p.Uploads.key[:])
	mac.Write(s.owner[:])
	s.key = hex.EncodeToString(mac.Sum(nil))
	return s, nil
}

// mayPost refuses a form that a page of another origin sent, or one without the key of the
// session.
func (p *Pages) mayPost(r *http.Request, s *session, key string) error {
	if err := p.sameOrigin(r); err != nil {
		return err
	}
	if !hmac.Equal([]byte(key), []byte(s.key)) {
		return &respond.Error{Type: respond.Forbidden, Detail: "The form is not one of this session. Go back to the page and send it again."}
	}
	return nil
}

// sameOrigin refuses what a page of another origin sent.
func (p *Pages) sameOrigin(r *http.Request) error {
	as := r.Clone(r.Context())
	_, as.Host, _ = strings.Cut(p.Site.Proxies.Origin(r), "://")
	if err := http.NewCrossOriginProtection().Check(as); err != nil {
		return &respond.Error{Type: respond.Forbidden, Detail: "The form comes from a page of another site.", Err: err}
	}
	return nil
}

// setCookie keeps a token in the browser; an empty one is removed.
func (p *Pages) setCookie(x *respond.Exchange, r *http.Request, secret string) {
	cookie := &http.Cookie{
		Name: cookieName, Value: url.QueryEscape(secret), Path: p.Site.Mapper.Service(address.Import),
		MaxAge: int(keepFor.Seconds()), HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: strings.HasPrefix(p.Site.Proxies.Origin(r), "https://"),
	}
	if secret == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(x, cookie)
}
