package history

import (
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/data/jsontree"
)

// Step is a step on the way to a value of a record: a member of an object, with the class of that.
type Step struct{ Class, Name string }

// Difference is a value that is other in one record than in another, with the way to it. Before is nil
// for one that was added, and After for one that was removed.
type Difference struct {
	At            []Step
	Before, After jsontext.Value
}

// Value is what there is after, or before where that is nothing.
func (d Difference) Value() jsontext.Value {
	if d.After == nil {
		return d.Before
	}
	return d.After
}

// Differences returns what is other in one record than in another, both as JSON. The order of members
// makes no difference.
func Differences(before, after []byte) ([]Difference, error) {
	old, now, err := parseBoth(before, after)
	if err != nil {
		return nil, err
	}
	var out []Difference
	walker(func(op string, at place, old, now *jsontree.Value) {
		if op == "move" {
			return
		}
		out = append(out, each(at, old, now)...)
	}).compare(old, now, place{})
	return out, nil
}

// each are the differences of a place: those of the items of an array that is there only before or after.
func each(at place, old, now *jsontree.Value) (out []Difference) {
	switch {
	case old == nil && now.Kind() == '[' && len(now.Children) > 0:
		for _, item := range now.Children {
			out = append(out, Difference{At: at.steps, After: item.Raw})
		}
	case now == nil && old.Kind() == '[' && len(old.Children) > 0:
		for _, item := range old.Children {
			out = append(out, Difference{At: at.steps, Before: item.Raw})
		}
	default:
		one := Difference{At: at.steps}
		if old != nil {
			one.Before = old.Raw
		}
		if now != nil {
			one.After = now.Raw
		}
		out = append(out, one)
	}
	return out
}
