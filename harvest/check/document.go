package check

import (
	"bytes"
	"fmt"
	"math"
	"net/url"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/harvest/client"
)

// object is a JSON object; numbers are float64.
type object = map[string]any

// document is one document of a feed.
type document struct {
	// url is the address that it was asked for by.
	url    string
	answer *client.Answer
	// members are those of its object, firstKey the first of them.
	members  object
	firstKey string
}

// readDocument reads the object of an answer.
func readDocument(address string, answer *client.Answer) (*document, error) {
	d := &document{url: address, answer: answer}
	if err := json.Unmarshal(answer.Body, &d.members); err != nil {
		return nil, fmt.Errorf("it is not a JSON object: %w", err)
	}
	tokens := jsontext.NewDecoder(bytes.NewReader(answer.Body))
	for range 2 { // the brace and the key
		token, err := tokens.ReadToken()
		if err != nil {
			return nil, err
		}
		if token.Kind() == '"' {
			d.firstKey = token.String()
		}
	}
	return d, nil
}

// text returns a member that is a string; "" for any other.
func text(o object, key string) string {
	s, _ := o[key].(string)
	return s
}

// id returns the absolute id of a member that is an object, or is that string.
func (d *document) id(key string) string {
	reference := text(d.members, key)
	if o, ok := d.members[key].(object); ok {
		reference = text(o, "id")
	}
	base, err := url.Parse(d.url)
	if err != nil || reference == "" {
		return ""
	}
	u, err := base.Parse(reference)
	if err != nil {
		return ""
	}
	return u.String()
}

// activities returns the items of a page that are objects.
func (d *document) activities() []object {
	items, _ := d.members["orderedItems"].([]any)
	var out []object
	for _, item := range items {
		if o, ok := item.(object); ok {
			out = append(out, o)
		}
	}
	return out
}

// number returns a member that is a whole number from 0 on.
func number(o object, key string) (int, bool) {
	n, ok := o[key].(float64)
	return int(n), ok && n >= 0 && n == math.Trunc(n) && n < 1<<53
}

// isWeb reports whether a text is an absolute URL of HTTP.
func isWeb(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// referenceFault says what is wrong with a value that should be an object with
// an id and the type; "" for nothing.
func referenceFault(value any, wantType string) string {
	o, ok := value.(object)
	switch {
	case value == nil:
		return "it is not there"
	case !ok:
		return "it is not an object"
	case !isWeb(text(o, "id")):
		return fmt.Sprintf("its id is %q, not an http or https URI", text(o, "id"))
	case text(o, "type") != wantType:
		return fmt.Sprintf("its type is %q, not %s", text(o, "type"), wantType)
	}
	return ""
}
