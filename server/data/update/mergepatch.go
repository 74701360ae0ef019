package update

import (
	"fmt"
	"slices"
)

// mergePatch is a JSON Merge Patch (RFC 7396,
// https://www.rfc-editor.org/rfc/rfc7396.html). The members of an object keep their order,
// new ones come last, and values that are no objects keep their spelling, so that a record
// that is changed comes back as it was but for the change.
type mergePatch struct{ value jsonValue }

// Apply returns the text with the patch applied, without white space between its tokens. The
// errors are those of parseValue, about the text.
func (p mergePatch) Apply(text []byte) ([]byte, error) {
	target, err := parseValue(text, maxMembers)
	if err != nil {
		return nil, fmt.Errorf("the text to be patched: %w", err)
	}
	return merge(target, p.value).append(nil), nil
}

// merge is MergePatch of RFC 7396 section 2. The target is used up, the patch stays as it is.
func merge(target, patch jsonValue) jsonValue {
	if !patch.isObject {
		return patch
	}
	out := jsonValue{isObject: true, members: target.members}
	place := places(out.members, len(patch.members))
	for _, change := range patch.members {
		i := place(change.name)
		switch {
		case change.value.isNull() && i >= 0:
			out.members[i].removed = true
		case change.value.isNull():
		case i >= 0:
			out.members[i].value = merge(out.members[i].value, change.value)
		default:
			out.members = append(out.members, member{name: change.name, value: merge(jsonValue{}, change.value)})
		}
	}
	out.members = slices.DeleteFunc(out.members, func(m member) bool { return m.removed })
	return out
}

// fewNames is the number of names up to which looking through the members is as good as an
// index of them.
const fewNames = 8

// places returns what finds the place of a member by its name, -1 for none, for so many names.
func places(members []member, names int) func(name string) int {
	if names <= fewNames {
		return func(name string) int {
			return slices.IndexFunc(members, func(m member) bool { return m.name == name })
		}
	}
	index := make(map[string]int, len(members))
	for i := range members {
		index[members[i].name] = i
	}
	return func(name string) int {
		if i, ok := index[name]; ok {
			return i
		}
		return -1
	}
}
