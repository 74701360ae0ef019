package update

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/data/jsontree"
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
	old, err := jsontree.Parse(before, len(before))
	if err != nil {
		return nil, fmt.Errorf("read what was before a patch: %w", err)
	}
	now, err := jsontree.Parse(after, len(after))
	if err != nil {
		return nil, fmt.Errorf("read what is after a patch: %w", err)
	}
	var c comparison
	c.compare(old.Value, now.Value, "")
	return c.removed, nil
}

// comparison collects what was removed.
type comparison struct{ removed []Removal }

func (c *comparison) compare(old, now *jsontree.Value, at jsontext.Pointer) {
	switch kind := old.Kind(); {
	case bytes.Equal(old.Raw, now.Raw):
	case kind != now.Kind():
		c.removed = append(c.removed, Removal{at, old.Raw})
	case kind == '[':
		c.compareArrays(old.Children, now.Children, at)
	case kind == '{':
		members := now.Members()
		for _, m := range old.Children {
			place := at.AppendToken(m.Name)
			if value, there := members[m.Name]; !there {
				c.removed = append(c.removed, Removal{place, m.Raw})
			} else {
				c.compare(m, value, place)
			}
		}
	}
}

// compareArrays looks for each element wherever it is now. One that is nowhere is compared
// with the element in its place, if that is new.
func (c *comparison) compareArrays(old, now []*jsontree.Value, at jsontext.Pointer) {
	left := map[string]int{}
	for _, item := range now {
		left[canonical(item)]++
	}
	found := make([]bool, len(old))
	for i, item := range old {
		if key := canonical(item); left[key] > 0 {
			left[key]--
			found[i] = true
		}
	}
	for i, item := range old {
		place := at.AppendToken(strconv.Itoa(i))
		switch {
		case found[i]:
		case i < len(now) && left[canonical(now[i])] > 0 && canonical(item.Member("id")) == canonical(now[i].Member("id")):
			left[canonical(now[i])]--
			c.compare(item, now[i], place)
		default:
			c.removed = append(c.removed, Removal{place, item.Raw})
		}
	}
}

// canonical is the text by which elements are compared (RFC 8785), "" for none.
func canonical(v *jsontree.Value) string {
	if v == nil {
		return ""
	}
	text := v.Raw.Clone()
	if err := text.Canonicalize(); err != nil {
		return string(v.Raw)
	}
	return string(text)
}
