package respond

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
)

// Handler answers a request or returns an error, which is answered by whoever
// calls it.
type Handler func(x *Exchange, r *http.Request) error

// Methods are the handlers of one resource by method.
type Methods map[string]Handler

// Resource makes a handler that picks by method. HEAD is answered where GET
// is; the transport leaves the body out. OPTIONS is answered for all.
func (m Methods) Resource() Handler { return m.ResourceWith(nil) }

// ResourceWith is Resource for requests with other fields that scripts of any origin can send; the
// answer to OPTIONS has the header more besides.
func (m Methods) ResourceWith(more http.Header, fields ...string) Handler {
	allow := m.Allow()
	options := Preflight(allow, allow, strings.Join(append([]string{ReadFields}, fields...), ", "))
	maps.Copy(options, more)
	return func(x *Exchange, r *http.Request) error {
		method := r.Method
		if method == http.MethodHead {
			method = http.MethodGet
		}
		if h, ok := m[method]; ok {
			return h(x, r)
		}
		if method == http.MethodOptions {
			maps.Copy(x.Header(), options)
			x.WriteHeader(http.StatusNoContent)
			return nil
		}
		return &Error{Type: Method, Header: http.Header{"Allow": {allow}},
			Detail: fmt.Sprintf("This address answers %s.", allow)}
	}
}

// ReadFields are the request fields that a script of any origin can send.
const ReadFields = "Accept, Accept-Datetime, Accept-Language, Accept-Profile, Cache-Control, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Prefer, X-Request-Id"

// Preflight is the header of an answer to OPTIONS: the methods that there are,
// and those and the fields that scripts of the asking origin can use.
func Preflight(allow, methods, fields string) http.Header {
	return http.Header{
		"Allow":                        {allow},
		"Access-Control-Allow-Methods": {methods},
		"Access-Control-Allow-Headers": {fields},
		"Access-Control-Max-Age":       {"86400"},
		"Cache-Control":                {"no-store"},
	}
}

// Allow is the Allow field of a resource.
func (m Methods) Allow() string {
	allow := ""
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if _, ok := m[method]; !ok {
			continue
		}
		allow += method + ", "
		if method == http.MethodGet {
			allow += http.MethodHead + ", "
		}
	}
	return allow + http.MethodOptions
}
