package respond

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"vitrine/linkedart"
)

// Error is an error that says how it is answered. What it holds is sent to the
// client, except for Err.
type Error struct {
	Type *ErrorType
	// Detail replaces that of the type; empty for the type's own.
	Detail string
	// Header are fields that the answer has besides those of every error.
	Header    http.Header
	Available []Available
	// Instead is the URI of what the client may have meant, empty where nothing is known.
	Instead string
	// At, Findings and Load say what is wrong with the body of a request. Load
	// encodes as JSON, or is nil.
	At       Position
	Findings []linkedart.Finding
	Load     any
	// Err is the cause, for the log.
	Err error
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Type.Code, e.Err)
	}
	return e.Type.Code
}

func (e *Error) Unwrap() error { return e.Err }

// RetryAfter asks a client to come back in some seconds. It must not be changed.
var RetryAfter = http.Header{"Retry-After": {"5"}}

// Document is the body of an error answer (RFC 9457 section 3), with the
// extension members code, fixes, available, instead and request, and of a request to
// write those that say what is wrong with its body.
type ErrorDocument struct {
	Type      string      `json:"type"`
	Title     string      `json:"title"`
	Status    int         `json:"status"`
	Detail    string      `json:"detail"`
	Code      string      `json:"code"`
	Fixes     []string    `json:"fixes,omitempty"`
	Available []Available `json:"available,omitempty"`
	Instead   string      `json:"instead,omitempty"`
	Position
	Findings []linkedart.Finding `json:"findings,omitempty"`
	Load     any                 `json:"load,omitempty"`
	Request  string              `json:"request"`
}

// Available is a representation that there is.
type Available struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Type  string `json:"type"`
	Href  string `json:"href"`
}

// Position is a place in the body of a request, or in its query. Lines and columns count
// from 1, columns in bytes, or characters of a query; 0 and "" where not known.
type Position struct {
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Pointer string `json:"pointer,omitempty"`
}

// Document returns the body of the answer to the request with the id; typeURI
// is the URI of the error's type.
func (e *Error) Document(typeURI, request string) ErrorDocument {
	d := ErrorDocument{
		Type:      typeURI,
		Title:     e.Type.Title,
		Status:    e.Type.Status,
		Detail:    e.Type.Detail,
		Code:      e.Type.Code,
		Fixes:     e.Type.Fixes,
		Available: e.Available,
		Instead:   e.Instead,
		Position:  e.At,
		Findings:  e.Findings,
		Load:      e.Load,
		Request:   request,
	}
	if e.Detail != "" {
		d.Detail = e.Detail
	}
	return d
}

// JSON returns the document as text of application/problem+json.
func (d ErrorDocument) JSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(d); err != nil {
		return nil, fmt.Errorf("encode a problem: %w", err)
	}
	return b.Bytes(), nil
}

// BadParameter is the error for a parameter of the address that is wrong for the reason.
func BadParameter(name, reason string) *Error {
	return &Error{Type: BadRequest, Detail: fmt.Sprintf("The parameter %s is wrong: %s.", name, reason)}
}
