package activity

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"
)

// add reads an activity of the page.
func (p *Page) add(index int, item any) {
	raw, ok := item.(object)
	unusable := func(format string, args ...any) {
		p.Faults = append(p.Faults, Fault{Index: index, Reason: fmt.Sprintf(format, args...)})
	}
	if !ok {
		unusable("it is no activity, but %v", item)
		return
	}
	kinds := types(raw["type"])
	known := slices.IndexFunc(kinds, Known)
	if known < 0 {
		p.Unknown++
		return
	}
	a := Activity{ID: word(raw["id"]), Type: kinds[known]}
	var err, timeErr error
	a.EndTime, timeErr = readTime(raw["endTime"])
	if a.Type != "Refresh" {
		if a.Object, err = readResource(raw["object"]); err != nil {
			unusable("object: %v", err)
			return
		}
	}
	if a.Type == "Move" {
		if a.Target, err = readResource(raw["target"]); err != nil {
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
func readTime(value any) (time.Time, error) {
	if value == nil {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339, word(value))
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a time such as 2026-01-31T12:00:00Z", fmt.Sprint(value))
	}
	return t.UTC(), nil
}

// readResource reads an object with an id, or a string that is one.
func readResource(value any) (Resource, error) {
	if value == nil {
		return Resource{}, errors.New("there is none")
	}
	id, canonical := word(value), ""
	if o, ok := value.(object); ok {
		id, canonical = word(o["id"]), word(o["canonical"])
	}
	if u, err := url.Parse(id); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return Resource{}, fmt.Errorf("%q is not an absolute http or https URL", id)
	}
	return Resource{URL: id, Name: cmp.Or(canonical, id)}, nil
}
