package ldcontext

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/rdfstore/iri"
)

// maxURL is the length of the longest URL of a context, in bytes.
const maxURL = 2000

// checkURL reports whether a document may be cached under the URL: an absolute
// http or https URL without a fragment, in the form in which a processor asks
// for it.
func checkURL(u string) error {
	if _, ok := embedded(u); ok {
		return fmt.Errorf("%s: %w", u, ErrEmbedded)
	}
	parsed, err := url.Parse(u)
	reason := ""
	switch {
	case len(u) > maxURL:
		reason = fmt.Sprintf("it has more than %d bytes", maxURL)
	case err != nil:
		reason = err.Error()
	case parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "":
		reason = "it must be absolute and begin with http:// or https://"
	case !utf8.ValidString(u) || strings.ContainsFunc(u, func(r rune) bool { return r <= ' ' || strings.ContainsRune("<>\"{}|\\^`", r) }):
		reason = "it has a character that no IRI has (RFC 3987); write it percent-encoded"
	case strings.Contains(u, "#"):
		reason = "it has a fragment; leave out what follows the #"
	case withoutDots(u) != u:
		reason = "write it as " + withoutDots(u)
	default:
		return nil
	}
	return fmt.Errorf("%s: %w: %s", quoteOdd(u), ErrURL, reason)
}

// checkDocument reports whether the bytes are a context document and returns the
// value of its @context.
func checkDocument(data []byte) (any, error) {
	if len(data) > MaxDocument {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrDocument, MaxDocument)
	}
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("%w: it is not UTF-8", ErrDocument)
	}
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("%w: it is JSON, but not an object with an @context", ErrDocument)
		}
		return nil, fmt.Errorf("%w: %w", ErrDocument, err)
	}
	local, ok := object["@context"]
	if !ok {
		return nil, fmt.Errorf("%w: it has no @context", ErrDocument)
	}
	switch local.(type) {
	case nil, string, []any, map[string]any:
	default:
		return nil, fmt.Errorf("%w: its @context is neither an object nor a URL nor an array of those", ErrDocument)
	}
	// Readers differ in which of two members of one name they take.
	var repeated *jsontext.SyntacticError
	if _, err := jsontext.AppendFormat(nil, data); errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &repeated) {
		return nil, fmt.Errorf("%w: an object in it has the member %q twice", ErrDocument, repeated.JSONPointer.LastToken())
	}
	return local, nil
}

// checkCycle refuses a document that would include itself, at once or by way
// of others: the standard calls the outcome a context overflow, and json-gold
// would not stop. A context inside a term definition may name its own document
// and is not followed. The documents come from read; unknown ones are passed.
func checkCycle(url string, local any, read func(url string) ([]byte, error)) error {
	seen := map[string]bool{}
	queue := included(url, local)
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if next == url {
			return fmt.Errorf("%w: its @context leads back to its own URL %s", ErrDocument, url)
		}
		if seen[next] {
			continue
		}
		seen[next] = true
		data, err := read(next)
		if errors.Is(err, ErrUnknown) {
			continue
		}
		if err != nil {
			return fmt.Errorf("context %s: %w", next, err)
		}
		other, err := checkDocument(data)
		if err != nil {
			return fmt.Errorf("context %s: %w", next, err)
		}
		queue = append(queue, included(next, other)...)
	}
	return nil
}

// included returns the URLs of the contexts that a context takes in, resolved
// against its own.
func included(base string, local any) []string {
	switch local := local.(type) {
	case string:
		return []string{resolved(base, local)}
	case []any:
		var urls []string
		for _, entry := range local {
			urls = slices.Concat(urls, included(base, entry))
		}
		return urls
	case map[string]any:
		if imported, ok := local["@import"].(string); ok {
			return []string{resolved(base, imported)}
		}
	}
	return nil
}

// resolved returns the URL that a context names in the document at the base.
func resolved(base, url string) string {
	if r, err := iri.Resolve(base, url); err == nil {
		return r
	}
	return url
}

// withoutDots returns an absolute URL without the segments . and .. in its path.
func withoutDots(u string) string {
	_, rest, _ := strings.Cut(u, "://")
	if slash := strings.IndexByte(rest, '/'); slash >= 0 {
		return resolved(u, rest[slash:])
	}
	return u
}
