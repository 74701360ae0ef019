package respond

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Link is a link with the resource that it leads from left open.
type Link struct {
	// Rel is the relation type, or several with blanks between them.
	Rel string
	// Href is a URI or an absolute path.
	Href string
	// Type is the media type of what it leads to, or empty.
	Type string
	// Profile is the IRI of its profile, or empty. It is the attribute formats
	// (https://www.w3.org/TR/dx-prof-conneg/).
	Profile string
	// Datetime is the time of the memento that it leads to (RFC 7089 section 2.2.4); zero for none.
	Datetime time.Time
}

// Field writes the link as RFC 8288 section 3 has it. The reference is a URI, which
// holds neither quotes nor angle brackets.
func (l Link) Field() string {
	out := "<" + l.Href + `>; rel="` + l.Rel + `"`
	if l.Type != "" {
		out += `; type="` + strings.ReplaceAll(l.Type, `"`, `\"`) + `"`
	}
	if !l.Datetime.IsZero() {
		out += `; datetime="` + l.Datetime.UTC().Format(http.TimeFormat) + `"`
	}
	if l.Profile != "" {
		out += `; formats="` + l.Profile + `"`
	}
	return out
}

// Field is the field of one link.
func LinkField(href, rel, mediaType string) string {
	return Link{Rel: rel, Href: href, Type: mediaType}.Field()
}

// linkValue is a link of a Link field (RFC 8288 section 3) with its parameters.
var linkValue = regexp.MustCompile(`<([^<>]*)>((?:\s*;\s*[^\s;,="]+\s*=\s*(?:"[^"]*"|[^\s;,"]*))*)`)

// relParameter is the parameter with the relation types of a link.
var relParameter = regexp.MustCompile(`(?i);\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]*))`)

// Targets returns the references of the links of a relation type in the Link fields of a header.
func Targets(h http.Header, rel string) []string {
	var found []string
	for _, link := range linkValue.FindAllStringSubmatch(strings.Join(h.Values("Link"), ", "), -1) {
		types := relParameter.FindStringSubmatch(link[2])
		if types != nil && slices.ContainsFunc(strings.Fields(types[1]+types[2]), func(t string) bool { return strings.EqualFold(t, rel) }) {
			found = append(found, link[1])
		}
	}
	return found
}

// WriteJSON writes links as application/linkset+json (RFC 9264 section 4.2):
// one context object, with the targets by relation.
func WriteLinksetJSON(b *bytes.Buffer, anchor string, list []Link) error {
	type target struct {
		Href string `json:"href"`
		Type string `json:"type,omitempty"`
		// Extension attributes (section 4.2.4.3).
		Formats  []string `json:"formats,omitempty"`
		Datetime []string `json:"datetime,omitempty"`
	}
	object := map[string]any{"anchor": anchor}
	for _, l := range list {
		one := target{Href: l.Href, Type: l.Type}
		if l.Profile != "" {
			one.Formats = []string{l.Profile}
		}
		if !l.Datetime.IsZero() {
			one.Datetime = []string{l.Datetime.UTC().Format(http.TimeFormat)}
		}
		for rel := range strings.FieldsSeq(l.Rel) {
			targets, _ := object[rel].([]target)
			object[rel] = append(targets, one)
		}
	}
	return json.MarshalWrite(b, map[string]any{"linkset": []any{object}}, json.Deterministic(true), jsontext.WithIndent("  "))
}

// Write writes links as application/linkset (RFC 9264 section 4.1).
func WriteLinkset(b *bytes.Buffer, anchor string, list []Link) {
	for i, l := range list {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(l.Field() + `; anchor="` + anchor + `"`)
	}
	b.WriteByte('\n')
}
