package respond

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"vitrine/server/web/contentneg"
)

// WriteJSON writes a value as JSON, indented.
func WriteJSON(b *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	return nil
}

// SendJSON answers with a value as JSON, which no cache keeps.
func (x *Exchange) SendJSON(status int, value any) error {
	var b bytes.Buffer
	if err := WriteJSON(&b, value); err != nil {
		return err
	}
	body := contentneg.ASCII("application/json", b.Bytes())
	header := x.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", "no-store")
	x.WriteHeader(status)
	_, _ = x.Write(body) // an error means that the client has gone
	return nil
}

// SendNothing answers without a body.
func (x *Exchange) SendNothing(status int) error {
	x.Header().Set("Cache-Control", "no-store")
	if status != http.StatusNoContent {
		x.Header().Set("Content-Length", "0")
	}
	x.WriteHeader(status)
	return nil
}

// Redirect sends the client to another address, for good.
func (x *Exchange) Redirect(location, query string) error {
	return x.redirect(location, query, "public, max-age=3600")
}

// SuccessorVersion is the relation type (RFC 5829 section 3.3) that leads from what was deleted to
// what is there in its place.
const SuccessorVersion = "successor-version"

// Succeed sends the client on from what was deleted to what is there in its place. That may
// change, so that caches ask each time.
func (x *Exchange) Succeed(location, query string) error {
	x.Header().Set("Link", LinkField(location, SuccessorVersion, ""))
	return x.redirect(location, query, "no-cache")
}

func (x *Exchange) redirect(location, query, cacheControl string) error {
	if query != "" {
		separator := "?"
		if strings.Contains(location, "?") {
			separator = "&"
		}
		location += separator + query
	}
	header := x.Header()
	header.Set("Location", location)
	header.Set("Cache-Control", cacheControl)
	header.Set("Content-Length", "0")
	x.WriteHeader(http.StatusPermanentRedirect)
	return nil
}

// SeeOther sends the client to a description of what it asked for (RFC 9110
// section 15.4.4).
func (x *Exchange) SeeOther(location string) error {
	header := x.Header()
	header.Set("Location", location)
	header.Set("Content-Length", "0")
	x.WriteHeader(http.StatusSeeOther)
	return nil
}
