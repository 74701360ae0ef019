package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/knakk/rdf"

	"vitrine/server/web/respond"
)

// Tokens know who may do what.
type Tokens interface {
	// Authenticate returns the token with the secret. The error wraps
	// ErrUnknown or ErrExpired where it is the client's fault.
	Authenticate(secret string) (Token, error)
	// Usable tells whether any token lets a client write.
	Usable() (bool, error)
}

// Sources are Tokens of several sources.
type Sources []Tokens

// Authenticate returns the token with the secret, of the first source that has one. A source
// that fails keeps no token of another one out.
func (s Sources) Authenticate(secret string) (Token, error) {
	fault := error(ErrUnknown)
	for _, tokens := range s {
		t, err := tokens.Authenticate(secret)
		switch {
		case err == nil, errors.Is(err, ErrExpired):
			return t, err
		case errors.Is(fault, ErrUnknown):
			fault = err
		}
	}
	return Token{}, fault
}

// Usable tells whether any token lets a client write.
func (s Sources) Usable() (bool, error) {
	var fault error
	for _, tokens := range s {
		usable, err := tokens.Usable()
		if usable {
			return true, nil
		}
		fault = errors.Join(fault, err)
	}
	return false, fault
}

// Control decides about requests. It may be used by many goroutines; its fields
// are set before.
type Control struct {
	// Tokens may be nil: then no client may write.
	Tokens Tokens
	// Origins are those whose pages may write in a browser.
	Origins []string
	// TLS tells that the server itself speaks TLS.
	TLS bool
	// Logger takes warnings, AuditLog what was refused.
	Logger, AuditLog *slog.Logger
	// Now is the clock that failed attempts are timed by.
	Now func() time.Time

	failures failures
	// exposure is done once the operator was warned that tokens can be read.
	exposure sync.Once
}

// Request is a request of a client that wants to write.
type Request struct {
	HTTP *http.Request
	// ID goes into the log.
	ID string
	// Client is the address of the client, with or without a port.
	Client string
}

// operatorKey marks the requests of the operator.
type operatorKey struct{}

// ByOperator returns a request as one of the operator of the service, who needs no token.
func ByOperator(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), operatorKey{}, true))
}

// IsOperator tells whether a request is one of ByOperator.
func IsOperator(r *http.Request) bool { return r.Context().Value(operatorKey{}) != nil }

// On tells whether writing is on: there is a token. The error is about the
// tokens.
func (c *Control) On() (bool, error) {
	if c.Tokens == nil {
		return false, nil
	}
	return c.Tokens.Usable()
}

// AllowsOrigin tells whether pages of the origin may write.
func (c *Control) AllowsOrigin(origin string) bool {
	return origin != "" && slices.Contains(c.Origins, origin)
}

// Audience is who a request comes from, for what it is shown.
type Audience uint8

// The audiences. The token of a BadToken is not one of this service, or cannot be checked.
const (
	Public Audience = iota
	Reader
	BadToken
)

// Audience returns who a request comes from: a Reader where it has a token that allows
// reading private records, and the Public where it has another one or none.
func (c *Control) Audience(r *http.Request) Audience {
	if IsOperator(r) {
		return Reader
	}
	secret, ok := bearer(r)
	if c.Tokens == nil || !ok {
		return Public // a proxy may ask for a password of its own
	}
	t, err := c.Tokens.Authenticate(secret)
	switch {
	case err != nil:
		return BadToken
	case !t.Scope.Allows(Read):
		return Public
	}
	c.warnPlain(r)
	return Reader
}

// bearer returns the token of a request (RFC 6750 section 2.1).
func bearer(r *http.Request) (secret string, ok bool) {
	lines := r.Header["Authorization"]
	if len(lines) != 1 {
		return "", false
	}
	scheme, secret, _ := strings.Cut(lines[0], " ")
	return strings.TrimSpace(secret), strings.EqualFold(scheme, "Bearer")
}

// Unknown is the answer where it is not known who may write.
func Unknown(err error) error {
	return &respond.Error{Type: respond.Unavailable, Detail: "The service cannot tell who may write.", Err: err}
}

// Authorise returns the token of a request if it allows
// what is needed; the error is the answer otherwise. The token is looked at before
// anything else, so that wrong ones from the same address never keep a right one
// out.
func (c *Control) Authorise(q Request, need Scope) (Token, error) {
	if IsOperator(q.HTTP) {
		return Token{Name: "operator", Scope: Admin}, nil
	}
	if len(q.HTTP.Header["Authorization"]) == 0 {
		return Token{}, unauthorised("The request has no token.")
	}
	secret, ok := bearer(q.HTTP)
	if !ok {
		return Token{}, c.failed(q, unauthorised("A token is sent as Authorization: Bearer SECRET, once."))
	}
	t, err := c.Tokens.Authenticate(secret)
	switch {
	case errors.Is(err, ErrUnknown):
		fault := c.failed(q, invalid(refusal(err)))
		if fault.Type != respond.Attempts {
			c.refused(q, t, err)
		}
		return Token{}, fault
	case errors.Is(err, ErrExpired):
		c.refused(q, t, err)
		return Token{}, invalid("The token has expired.")
	case err != nil:
		return Token{}, Unknown(err)
	case !t.Scope.Allows(need):
		c.refused(q, t, fmt.Errorf("the scope is %s, not %s", t.Scope, need))
		return Token{}, insufficient(need, needs(need, t.Scope))
	}
	c.warnPlain(q.HTTP)
	return t, nil
}

// Confine returns an error if the token does not allow what is needed for all of the names, which an
// address of an entity can stand for. base is the URL that prefixes of scopes are relative to.
func (c *Control) Confine(q Request, t Token, need Scope, base string, names []rdf.IRI) error {
	if !t.Scope.Allows(need) {
		c.refused(q, t, fmt.Errorf("the scope is %s, not %s", t.Scope, need))
		return insufficient(need, needs(need, t.Scope))
	}
	for _, name := range names {
		if !t.Scope.Reaches(need, name.String(), base) {
			c.refused(q, t, fmt.Errorf("the scope is %s, which %s is outside", t.Scope, name))
			return insufficient(need, fmt.Sprintf("The scope of this token is %s, and the entity is outside it.", t.Scope))
		}
	}
	return nil
}

// failed counts a failed attempt and returns the answer to it, or another one
// where there were too many from the same address.
func (c *Control) failed(q Request, answer *respond.Error) *respond.Error {
	wait := c.failures.fail(origin(q.Client), c.Now())
	if wait == 0 {
		return answer
	}
	seconds := strconv.Itoa(int((wait + time.Second - 1) / time.Second))
	return &respond.Error{Type: respond.Attempts, Header: http.Header{"Retry-After": {seconds}}}
}

// refused logs that a token was refused.
func (c *Control) refused(q Request, t Token, err error) {
	c.AuditLog.LogAttrs(context.WithoutCancel(q.HTTP.Context()), slog.LevelWarn, "write refused",
		slog.String("request", q.ID),
		slog.String("client", q.Client),
		slog.String("token", t.Name),
		slog.String("method", q.HTTP.Method),
		slog.Any("reason", err))
}
