package reconcile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"vitrine/server/web/respond"
)

// Bounds on a request.
const (
	// maxBody is the size of the largest body, in bytes.
	maxBody = 1 << 20
	// maxQueries is how many queries a batch has, and maxLimit how many candidates one is
	// answered with; standardLimit where it does not say.
	maxQueries, maxLimit, standardLimit = 100, 50, 10
	// maxConditions is how many properties a query gives, and maxValues how many values each.
	maxConditions, maxValues = 20, 20
	// maxIDs is how many entities are extended at once, by so many properties.
	maxIDs, maxExtended = 100, 20
	// maxText is the length of the longest name, in bytes.
	maxText = 500
)

func bad(format string, args ...any) error {
	return &respond.Error{Type: respond.BadRequest, Detail: fmt.Sprintf(format, args...)}
}

// parameters are those of the address and, of a POST, of the form in the body.
func parameters(r *http.Request) (url.Values, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, bad("The parameters of the address cannot be read.")
	}
	if r.Method != http.MethodPost {
		return values, once(values)
	}
	text, err := body(r, "application/x-www-form-urlencoded")
	if err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(text))
	if err != nil {
		return nil, bad("The form in the body cannot be read.")
	}
	for name, more := range form {
		values[name] = append(values[name], more...)
	}
	return values, once(values)
}

// once refuses a parameter that occurs twice.
func once(values url.Values) error {
	for name, all := range values {
		if len(all) > 1 {
			return bad("The parameter %s occurs %d times.", name, len(all))
		}
	}
	return nil
}

// body is the body of a request with a media type.
func body(r *http.Request, mediaType string) ([]byte, error) {
	if got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || got != mediaType {
		return nil, &respond.Error{Type: respond.Unsupported, Header: http.Header{"Accept-Post": {mediaType}}, Detail: "The body is sent as " + mediaType + "."}
	}
	text, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, &respond.Error{Type: respond.ContentTooLarge, Detail: fmt.Sprintf("A request has at most %d bytes. Send fewer queries at once.", maxBody)}
	case err != nil:
		return nil, &respond.Error{Type: respond.Malformed, Detail: "The body ended before it was complete.", Err: err}
	}
	return text, nil
}

// decode reads JSON of a client.
func decode(text []byte, what string, into any) error {
	if string(bytes.TrimSpace(text)) == "null" {
		return bad("The %s is an object of JSON, and not null.", what)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return &respond.Error{Type: respond.BadRequest, Detail: fmt.Sprintf("The %s cannot be read: %s.", what, strings.TrimPrefix(err.Error(), "json: ")), Err: err}
	}
	return nil
}

// callback is what JSONP calls (0.2 section 2.3): names of JavaScript with dots between them.
var callback = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*(\.[A-Za-z_$][A-Za-z0-9_$]*)*$`)

// send answers with JSON, or with a call of a function of the client's where it names one.
func send(x *respond.Exchange, r *http.Request, name string, answer any) error {
	var b bytes.Buffer
	if err := respond.WriteJSON(&b, answer); err != nil {
		return err
	}
	header := x.Header()
	header.Set("Content-Type", "application/json")
	if name != "" {
		if len(name) > 100 || !callback.MatchString(name) {
			return bad("The parameter callback is the name of a function.")
		}
		// The comment keeps the answer from beginning with what the client chose.
		text := append([]byte("/**/"+name+"("), bytes.TrimSpace(b.Bytes())...)
		b.Reset()
		b.Write(append(text, ");\n"...))
		header.Set("Content-Type", "application/javascript; charset=utf-8")
	}
	header.Set("Cache-Control", "no-cache")
	x.WriteHeader(http.StatusOK)
	_, _ = x.Write(b.Bytes()) // an error means that the client has gone
	return nil
}
