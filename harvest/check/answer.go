package check

import (
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	ldcontext "vitrine/context"
)

// documents returns the collection and the pages.
func (s *survey) documents() []*document { return append([]*document{s.collection}, s.pages...) }

// perDocument gathers what a check says about the collection and each page.
func perDocument(check func(d *document) string) func(*survey) []string {
	return func(s *survey) []string {
		var out []string
		for _, d := range s.documents() {
			out = append(out, prefixed(d.url+": ", check(d))...)
		}
		return out
	}
}

// contexts returns the contexts of a document, each a string; false for others.
func contexts(d *document) ([]string, bool) {
	list, ok := d.members["@context"].([]any)
	if !ok {
		list = []any{d.members["@context"]}
	}
	var out []string
	for _, item := range list {
		s, ok := item.(string)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

func hasContext(d *document) string {
	if list, ok := contexts(d); !ok || !slices.Contains(list, ldcontext.Discovery) {
		return fmt.Sprintf("@context is %v", d.members["@context"])
	}
	return ""
}

func contextLast(d *document) string {
	list, _ := contexts(d)
	if i := slices.Index(list, ldcontext.Discovery); i >= 0 && i != len(list)-1 {
		return list[i+1] + " follows it"
	}
	return ""
}

func contextFirst(d *document) string {
	if d.firstKey != "@context" {
		return "the first key is " + d.firstKey
	}
	return ""
}

func mediaType(d *document) string {
	contentType := d.answer.Header.Get("Content-Type")
	name, params, err := mime.ParseMediaType(contentType)
	if err == nil && (name == "application/json" ||
		name == "application/ld+json" && slices.Contains(strings.Fields(params["profile"]), ldcontext.Discovery)) {
		return ""
	}
	return fmt.Sprintf("Content-Type is %q", contentType)
}

func charset(d *document) string {
	contentType := d.answer.Header.Get("Content-Type")
	// JSON has no such parameter (RFC 8259 section 11), but it is often sent.
	if _, params, err := mime.ParseMediaType(contentType); err != nil || params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8") {
		return fmt.Sprintf("Content-Type is %q", contentType)
	}
	return ""
}

func anyAccept(s *survey) []string {
	switch name, _, _ := mime.ParseMediaType(s.any.Header.Get("Content-Type")); {
	case s.any.Status != http.StatusOK:
		return one(fmt.Sprintf("the answer is %d %s", s.any.Status, http.StatusText(s.any.Status)))
	case name != "application/json" && !strings.HasSuffix(name, "+json"):
		return one("the answer is " + name)
	}
	return nil
}

func crossOrigin(d *document) string {
	if got := d.answer.Header.Get("Access-Control-Allow-Origin"); got != "*" {
		return fmt.Sprintf("Access-Control-Allow-Origin is %q", got)
	}
	return ""
}

func compression(s *survey) []string {
	if s.packed == nil {
		return nil
	}
	if coding := s.packed.Header.Get("Content-Encoding"); coding != "gzip" {
		return one(fmt.Sprintf("%s: Accept-Encoding: gzip is answered with the Content-Encoding %q", s.packed.URL, coding))
	}
	return nil
}

func available(s *survey) []string {
	var out []string
	for _, sample := range s.present {
		switch {
		case sample.err != nil:
			out = append(out, fmt.Sprintf("%s: %v", sample.url, sample.err))
		case sample.answer.Status != http.StatusOK:
			out = append(out, fmt.Sprintf("%s: the answer is %d %s", sample.url, sample.answer.Status, http.StatusText(sample.answer.Status)))
		}
	}
	return out
}

func resolves(s *survey) []string {
	var out []string
	for _, sample := range s.present {
		if sample.err == nil && sample.answer.Status == http.StatusOK {
			out = append(out, prefixed(sample.url+": ", recordFault(s, sample))...)
		}
	}
	return out
}

// recordFault says why an answer is not the JSON-LD of the resource; "" if it is.
func recordFault(s *survey, r sample) string {
	contentType := r.answer.Header.Get("Content-Type")
	name, _, _ := mime.ParseMediaType(contentType)
	if name != "application/ld+json" && name != "application/json" {
		return fmt.Sprintf("Content-Type is %q", contentType)
	}
	var record object
	if err := json.Unmarshal(r.answer.Body, &record); err != nil {
		return fmt.Sprintf("it is not a JSON object: %v", err)
	}
	id := text(record, "id")
	if id == "" {
		id = text(record, "@id")
	}
	if id != r.url && id != s.canonical(r.url) {
		return fmt.Sprintf("its id is %q", id)
	}
	return ""
}

// canonical returns the URI that the feed says a resource has.
func (s *survey) canonical(address string) string {
	for _, page := range slices.Backward(s.pages) {
		for _, a := range page.activities() {
			if o, ok := a["object"].(object); ok && text(o, "id") == address && text(o, "canonical") != "" {
				return text(o, "canonical")
			}
		}
	}
	return address
}

func gone(s *survey) []string {
	var out []string
	for _, sample := range s.deleted {
		switch {
		case sample.err != nil:
			out = append(out, fmt.Sprintf("%s: %v", sample.url, sample.err))
		case sample.answer.Status != http.StatusNotFound && sample.answer.Status != http.StatusGone:
			out = append(out, fmt.Sprintf("%s: the answer is %d", sample.url, sample.answer.Status))
		}
	}
	return out
}
