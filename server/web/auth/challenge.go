package auth

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"vitrine/server/web/respond"
)

// unauthorised is the answer to a request without a token. Its challenge has no error, as
// nothing is wrong with a token (RFC 6750 section 3.1).
func unauthorised(detail string) *respond.Error {
	return &respond.Error{Type: respond.Unauthorised, Header: challenge(), Detail: detail}
}

// invalid is the answer to a request whose token does not count.
func invalid(detail string) *respond.Error {
	return &respond.Error{Type: respond.Unauthorised, Detail: detail,
		Header: challenge("error", "invalid_token", "error_description", detail)}
}

// insufficient is the answer to a request whose token does not allow it.
func insufficient(need Scope, detail string) *respond.Error {
	return &respond.Error{Type: respond.Forbidden, Detail: detail,
		Header: challenge("error", "insufficient_scope", "error_description", detail, "scope", string(need))}
}

// refusal says why a token is unknown, as far as its client may know.
func refusal(err error) string {
	var unknown *UnknownError
	if errors.As(err, &unknown) {
		return "The token is not accepted: " + unknown.Reason + "."
	}
	return "The token is not one of this service's, or was revoked."
}

// needs says that a token allows something else than what is needed.
func needs(need, has Scope) string {
	if has == "" {
		return fmt.Sprintf("This needs a token of the scope %s; this one has no scope of this service.", need)
	}
	return fmt.Sprintf("This needs a token of the scope %s; the scope of this one is %s.", need, has)
}

// challenge is the WWW-Authenticate field (RFC 6750 section 3), with parameters as names and
// values in turns.
func challenge(parameters ...string) http.Header {
	field := `Bearer realm="vitrine"`
	for i := 0; i+1 < len(parameters); i += 2 {
		field += ", " + parameters[i] + `="` + strings.Map(allowed, parameters[i+1]) + `"`
	}
	return http.Header{"Www-Authenticate": {field}}
}

// allowed puts ? in the place of what a value must not have. Prefixes of scopes come from
// tokens, and may have other characters.
func allowed(r rune) rune {
	if r < ' ' || r > '~' || r == '"' || r == '\\' {
		return '?'
	}
	return r
}
