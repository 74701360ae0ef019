package mapping

import (
	"bytes"
	"fmt"
)

// Conflict is a member of which two rows say different things.
type Conflict struct {
	ID, Member string
	// Kept and Left are what is kept and what is left out, as JSON.
	Kept, Left string
}

// Merge joins what two rows say of one record: members of one have those of the other
// beside them, lists have the elements of both once. Where the two differ in a value, the
// first is kept, and the conflict is reported.
func Merge(first, second []byte, report func(Conflict)) ([]byte, error) {
	if bytes.Equal(first, second) {
		return first, nil
	}
	a, err := parseObject(first)
	if err != nil {
		return nil, err
	}
	b, err := parseObject(second)
	if err != nil {
		return nil, err
	}
	m := &merger{id: a.text("id"), report: report}
	if err := m.object(a, b, ""); err != nil {
		return nil, err
	}
	return appendJSON(nil, a)
}

type merger struct {
	id     string
	report func(Conflict)
}

// object adds the members of b to a.
func (m *merger) object(a, b *Object, at string) error {
	for _, of := range b.members {
		before := a.Get(of.name)
		if before == nil {
			a.Set(of.name, of.value)
			continue
		}
		value, err := m.value(before, of.value, at+"/"+of.name)
		if err != nil {
			return err
		}
		a.Set(of.name, value)
	}
	return nil
}

func (m *merger) value(a, b any, at string) (any, error) {
	switch x := a.(type) {
	case *Object:
		if y, ok := b.(*Object); ok && x.text("id") == y.text("id") && x.text("type") == y.text("type") {
			return x, m.object(x, y, at)
		}
	case []any:
		if y, ok := b.([]any); ok {
			return union(x, y)
		}
	}
	kept, err := appendJSON(nil, a)
	if err != nil {
		return nil, err
	}
	left, err := appendJSON(nil, b)
	if err != nil {
		return nil, err
	}
	// Both labels are among the names.
	if !bytes.Equal(kept, left) && at != "/_label" {
		m.report(Conflict{m.id, at, string(kept), string(left)})
	}
	return a, nil
}

// union returns the elements of both lists, each once.
func union(a, b []any) ([]any, error) {
	seen := map[string]bool{}
	list := make([]any, 0, len(a)+len(b))
	for i, element := range append(append(list, a...), b...) {
		text, err := appendJSON(nil, element)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		if !seen[string(text)] || i < len(a) {
			seen[string(text)] = true
			list = append(list, element)
		}
	}
	return list, nil
}
