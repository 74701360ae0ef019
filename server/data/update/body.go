package update

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"os"
	"strings"

	"vitrine/serialize"
	"vitrine/server/web/respond"
)

// RecordFormats are the formats in which one record can be sent.
func (w *Writer) RecordFormats() serialize.Table {
	var out serialize.Table
	for _, f := range w.Formats.Readable() {
		if !isLines(f) {
			out = append(out, f)
		}
	}
	return out
}

// loadFormats are the formats in which many records can be sent: JSON Lines, and JSON-LD whose
// document is an array.
func (w *Writer) loadFormats() serialize.Table {
	var out serialize.Table
	for _, f := range w.Formats.Readable() {
		if isLines(f) || f.Name == "jsonld" {
			out = append(out, f)
		}
	}
	return out
}

// isLines tells whether a format is JSON Lines, whose every line is a record.
func isLines(f *serialize.Format) bool { return f.Name == "jsonl" }

// Patches are the formats of the body of a PATCH. They are not among those of
// records, since a patch is none.
var Patches = serialize.Table{
	{Name: "merge-patch", Title: "JSON Merge Patch", MediaType: "application/merge-patch+json"},
	{Name: jsonPatch, Title: "JSON Patch", MediaType: "application/json-patch+json"},
}

const jsonPatch = "json-patch"

// read reads the body of a request.
func (w *Writer) read(q *Request) error {
	var body bytes.Buffer
	body.Grow(int(max(q.HTTP.ContentLength, 0)) + bytes.MinRead)
	if _, err := body.ReadFrom(http.MaxBytesReader(q.Response, q.HTTP.Body, w.MaxBody)); err != nil {
		return readFault(err)
	}
	q.Body = body.Bytes()
	return nil
}

// bodyFormat returns the format that Content-Type names.
func bodyFormat(h http.Header, formats serialize.Table, accept string) (*serialize.Format, error) {
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return nil, &respond.Error{Type: respond.Unsupported, Header: http.Header{"Accept-Encoding": {"identity"}},
			Detail: "The body of a request is not to be compressed."}
	}
	contentType := h.Get("Content-Type")
	f := formats.ByMediaType(contentType)
	_, params, err := mime.ParseMediaType(contentType)
	if f != nil && err == nil && (params["charset"] == "" || strings.EqualFold(params["charset"], "utf-8")) {
		return f, nil
	}
	detail := "Content-Type names no format that this address accepts."
	switch {
	case contentType == "":
		detail = "The request has no Content-Type."
	case f != nil:
		detail = "The charset of a request is UTF-8."
	}
	list := acceptable(formats)
	return nil, &respond.Error{Type: respond.Unsupported, Header: http.Header{accept: {list}}, Detail: detail + " Send one of: " + list + "."}
}

// acceptable lists the media types of the formats, for Accept, Accept-Patch
// (RFC 5789 section 3.1) and Accept-Post
// (https://www.w3.org/TR/ldp/#header-accept-post).
func acceptable(formats serialize.Table) string {
	var types []string
	seen := map[string]bool{}
	for _, f := range formats {
		for _, t := range append([]string{f.MediaType}, f.Aliases...) {
			if !seen[t] {
				types = append(types, t)
			}
			seen[t] = true
		}
	}
	return strings.Join(types, ", ")
}

// lengthOf returns how many bytes the body of a request has at most, where it may have so many.
func lengthOf(r *http.Request, limit int64) (int64, error) {
	switch n := r.ContentLength; {
	case n > limit:
		return 0, tooLong(limit)
	case n >= 0:
		return n, nil
	}
	return limit, nil
}

// tooLong is the answer to a body of more than limit bytes.
func tooLong(limit int64) error {
	return &respond.Error{Type: respond.ContentTooLarge, Detail: fmt.Sprintf("The body may have %d bytes.", limit)}
}

// readFault is the answer to a body that cannot be read to its end.
func readFault(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return tooLong(tooLarge.Limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &respond.Error{Type: respond.Timeout, Err: err}
	default:
		return &respond.Error{Type: respond.BadRequest, Detail: "The body of the request ends too early, or is not framed as its header says.", Err: err}
	}
}
