package activity

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// add reads an activity of the page.
func (p *Page) add(index int, text jsontext.Value) {
	var raw struct {
		ID      word           `json:"id"`
		Type    types          `json:"type"`
		Object  jsontext.Value `json:"object"`
		Target  jsontext.Value `json:"target"`
		EndTime jsontext.Value `json:"endTime"`
	}
	unusable := func(format string, args ...any) {
		p.Faults = append(p.Faults, Fault{Index: index, Reason: fmt.Sprintf(format, args...)})
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		unusable("it is no activity: %v", err)
		return
	}
	a := Activity{ID: string(raw.ID), Type: raw.Type.known()}
	if a.Type == "" {
		p.Unknown++
		return
	}
	var err, timeErr error
	a.EndTime, timeErr = readTime(raw.EndTime)
	if a.Type != "Refresh" {
		if a.Object, err = readResource(raw.Object); err != nil {
			unusable("object: %v", err)
			return
		}
	}
	if a.Type == "Move" {
		if a.Target, err = readResource(raw.Target); err != nil {
			unusable("target: %v", err)
			return
		}
	}
	if timeErr != nil {
		p.Faults = append(p.Faults, Fault{Used: true, Index: index, Reason: fmt.Sprintf("endTime is not used: %v", timeErr)})
	}
	p.Activities = append(p.Activities, a)
}

// readTime reads an xsd:dateTime that says its time zone. The zero time stands
// for none.
func readTime(text jsontext.Value) (time.Time, error) {
	if text == nil {
		return time.Time{}, nil
	}
	var lexical string
	if err := json.Unmarshal(text, &lexical); err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339, lexical)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a time such as 2026-01-31T12:00:00Z", lexical)
	}
	return t.UTC(), nil
}

// readResource reads an object with an id, or a string that is one.
func readResource(text jsontext.Value) (Resource, error) {
	var id string
	var raw struct {
		ID        word `json:"id"`
		Canonical word `json:"canonical"`
	}
	switch {
	case text == nil:
		return Resource{}, errors.New("there is none")
	case text.Kind() == '"':
		if err := json.Unmarshal(text, &id); err != nil {
			return Resource{}, err
		}
	default:
		if err := json.Unmarshal(text, &raw); err != nil {
			return Resource{}, err
		}
		id = string(raw.ID)
	}
	if u, err := url.Parse(id); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return Resource{}, fmt.Errorf("%q is not an absolute http or https URL", id)
	}
	r := Resource{URL: id, Name: id}
	if raw.Canonical != "" {
		r.Name = string(raw.Canonical)
	}
	return r, nil
}

// word is a string; anything else reads as none.
type word string

// UnmarshalJSON implements json.Unmarshaler.
func (t *word) UnmarshalJSON(text []byte) error {
	var s string
	if jsontext.Value(text).Kind() == '"' {
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
	}
	*t = word(s)
	return nil
}

// types is one type or an array of them.
type types []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *types) UnmarshalJSON(text []byte) error {
	*t = nil
	switch jsontext.Value(text).Kind() {
	case '"':
		var one string
		if err := json.Unmarshal(text, &one); err != nil {
			return err
		}
		*t = types{one}
	case '[':
		var several []word
		if err := json.Unmarshal(text, &several); err != nil {
			return err
		}
		for _, one := range several {
			*t = append(*t, string(one))
		}
	}
	return nil
}

func (t types) has(name string) bool {
	for _, one := range t {
		if one == name {
			return true
		}
	}
	return false
}

// known returns the first type that is known, or "".
func (t types) known() string {
	for _, one := range t {
		if Known(one) {
			return one
		}
	}
	return ""
}

// reference is the id of an object, or a string that is one. Anything else is
// an error: pages that lie behind it would be missed.
type reference string

// UnmarshalJSON implements json.Unmarshaler.
func (r *reference) UnmarshalJSON(text []byte) error {
	*r = ""
	switch jsontext.Value(text).Kind() {
	case '"':
		var s string
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
		*r = reference(s)
	case '{':
		var raw struct {
			ID word `json:"id"`
		}
		if err := json.Unmarshal(text, &raw); err != nil {
			return err
		}
		*r = reference(raw.ID)
	}
	if *r == "" && jsontext.Value(text).Kind() != 'n' {
		return errors.New("it has no id")
	}
	return nil
}
