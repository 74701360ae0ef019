package update

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Removal is a value that a description had and has no longer.
type Removal struct {
	// Pointer is where it was (RFC 6901).
	Pointer jsontext.Pointer `json:"pointer"`
	Value   jsontext.Value   `json:"value"`
}

// removedBy lists what of a JSON text another one has no longer: members of objects and
// elements of arrays. A value in place of one of the same kind removes nothing.
func removedBy(before, after []byte) ([]Removal, error) {
	var c comparison
	old, err := parseValue(before, len(before))
	if err == nil {
		var now jsonValue
		if now, err = parseValue(after, len(after)); err == nil {
			err = c.compare(old, now, "")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("compare what was before a patch with what is after it: %w", err)
	}
	return c.removed, nil
}

// comparison collects what was removed.
type comparison struct{ removed []Removal }

func (c *comparison) compare(old, now jsonValue, at jsontext.Pointer) error {
	switch kind := old.text.Kind(); {
	case bytes.Equal(old.text, now.text):
	case kind != now.text.Kind():
		c.removed = append(c.removed, Removal{at, old.text})
	case kind == '[':
		return c.compareArrays(old, now, at)
	case kind == '{':
		values := make(map[string]jsonValue, len(now.members))
		for _, m := range now.members {
			values[m.name] = m.value
		}
		for _, m := range old.members {
			place := at.AppendToken(m.name)
			if value, there := values[m.name]; !there {
				c.removed = append(c.removed, Removal{place, m.value.text})
			} else if err := c.compare(m.value, value, place); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareArrays looks for each element wherever it is now. One that is nowhere is compared
// with the element in its place, if that is new.
func (c *comparison) compareArrays(before, after jsonValue, at jsontext.Pointer) error {
	old, err := before.elements()
	if err != nil {
		return err
	}
	now, err := after.elements()
	if err != nil {
		return err
	}
	left := map[string]int{}
	for _, item := range now {
		left[item.canonical()]++
	}
	found := make([]bool, len(old))
	for i, item := range old {
		if key := item.canonical(); left[key] > 0 {
			left[key]--
			found[i] = true
		}
	}
	for i, item := range old {
		place := at.AppendToken(strconv.Itoa(i))
		switch {
		case found[i]:
		case i < len(now) && left[now[i].canonical()] > 0 && item.id() == now[i].id():
			left[now[i].canonical()]--
			if err := c.compare(item, now[i], place); err != nil {
				return err
			}
		default:
			c.removed = append(c.removed, Removal{place, item.text})
		}
	}
	return nil
}

// canonical is the text by which elements are compared (RFC 8785).
func (v jsonValue) canonical() string {
	text := v.text.Clone()
	if err := text.Canonicalize(); err != nil {
		return string(v.text)
	}
	return string(text)
}

// id is the id of an object, "" where it has none.
func (v jsonValue) id() string {
	id, ok := v.member("id")
	if !ok {
		return ""
	}
	return id.canonical()
}
