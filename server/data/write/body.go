package write

import (
	"errors"
	"fmt"
	"io"
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

// LoadFormats are the formats in which many records can be sent: JSON Lines, and JSON-LD whose
// document is an array.
func (w *Writer) LoadFormats() serialize.Table {
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

// receive reads the body of a request, in one of the formats. The field named
// accept tells a client that sent something else what they are.
func (w *Writer) receive(q *Request, formats serialize.Table, accept string) (*serialize.Format, []byte, error) {
	f, err := bodyFormat(q.HTTP.Header, formats, accept)
	if err != nil {
		return nil, nil, err
	}
	r, err := limited(q, w.MaxBody)
	if err != nil {
		return nil, nil, err
	}
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, readFault(err)
	}
	return f, body, nil
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
	list := Acceptable(formats)
	return nil, &respond.Error{Type: respond.Unsupported, Header: http.Header{accept: {list}}, Detail: detail + " Send one of: " + list + "."}
}

// Acceptable lists the media types of the formats, for Accept, Accept-Patch
// (RFC 5789 section 3.1) and Accept-Post
// (https://www.w3.org/TR/ldp/#header-accept-post).
func Acceptable(formats serialize.Table) string {
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

// limited returns the body of a request, which fails past a number of bytes.
func limited(q *Request, limit int64) (io.Reader, error) {
	if q.HTTP.ContentLength > limit {
		return nil, TooLong(limit)
	}
	return http.MaxBytesReader(q.Response, q.HTTP.Body, limit), nil
}

// TooLong is the answer to a body of more than limit bytes.
func TooLong(limit int64) error {
	return &respond.Error{Type: respond.ContentTooLarge, Detail: fmt.Sprintf("The body may have %d bytes.", limit)}
}

// readFault is the answer to a body that cannot be read to its end.
func readFault(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return TooLong(tooLarge.Limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &respond.Error{Type: respond.Timeout, Err: err}
	default:
		return &respond.Error{Type: respond.BadRequest, Detail: "The body of the request ends too early, or is not framed as its header says.", Err: err}
	}
}
