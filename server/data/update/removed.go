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
	old, err := readNode(before)
	if err == nil {
		var now *node
		if now, err = readNode(after); err == nil {
			err = c.compare(old, now, "")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("compare what was before a patch with what is after it: %w", err)
	}
	return c.removed, nil
}

// node is a JSON value.
type node struct {
	kind jsontext.Kind
	text jsontext.Value
	// names are those of the members of an object, and items their values, or the elements of
	// an array.
	names []string
	items []*node
}

func readNode(text jsontext.Value) (*node, error) {
	n := &node{kind: text.Kind(), text: text}
	if n.kind != '{' && n.kind != '[' {
		return n, nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	for kind := d.PeekKind(); kind != '}' && kind != ']'; kind = d.PeekKind() {
		if n.kind == '{' {
			name, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			n.names = append(n.names, name.String())
		}
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, &node{kind: value.Kind(), text: value.Clone()})
	}
	return n, nil
}

// comparison collects what was removed.
type comparison struct{ removed []Removal }

func (c *comparison) compare(old, now *node, at jsontext.Pointer) error {
	switch {
	case bytes.Equal(old.text, now.text):
		return nil
	case old.kind != now.kind:
		c.removed = append(c.removed, Removal{at, old.text})
		return nil
	case old.kind != '{' && old.kind != '[':
		return nil
	}
	old, err := readNode(old.text)
	if err != nil {
		return err
	}
	if now, err = readNode(now.text); err != nil {
		return err
	}
	if old.kind == '[' {
		return c.compareArrays(old, now, at)
	}
	values := make(map[string]*node, len(now.names))
	for i, name := range now.names {
		values[name] = now.items[i]
	}
	for i, name := range old.names {
		place := at.AppendToken(name)
		if value, there := values[name]; !there {
			c.removed = append(c.removed, Removal{place, old.items[i].text})
		} else if err := c.compare(old.items[i], value, place); err != nil {
			return err
		}
	}
	return nil
}

// compareArrays looks for each element wherever it is now. One that is nowhere is compared
// with the element in its place, if that is new.
func (c *comparison) compareArrays(old, now *node, at jsontext.Pointer) error {
	left := map[string]int{}
	for _, item := range now.items {
		left[item.canonical()]++
	}
	found := make([]bool, len(old.items))
	for i, item := range old.items {
		if key := item.canonical(); left[key] > 0 {
			left[key]--
			found[i] = true
		}
	}
	for i, item := range old.items {
		place := at.AppendToken(strconv.Itoa(i))
		switch {
		case found[i]:
		case i < len(now.items) && left[now.items[i].canonical()] > 0 && item.id() == now.items[i].id():
			left[now.items[i].canonical()]--
			if err := c.compare(item, now.items[i], place); err != nil {
				return err
			}
		default:
			c.removed = append(c.removed, Removal{place, item.text})
		}
	}
	return nil
}

// canonical is the text by which elements are compared (RFC 8785).
func (n *node) canonical() string {
	text := n.text.Clone()
	if err := text.Canonicalize(); err != nil {
		return string(n.text)
	}
	return string(text)
}

// id is the id of an object, "" where it has none.
func (n *node) id() string {
	object, err := readNode(n.text)
	if err != nil || n.kind != '{' {
		return ""
	}
	for i, name := range object.names {
		if name == "id" {
			return object.items[i].canonical()
		}
	}
	return ""
}
