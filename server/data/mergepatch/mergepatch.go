// Package mergepatch changes JSON texts by JSON Merge Patches (RFC 7396,
// https://www.rfc-editor.org/rfc/rfc7396.html). The members of an object keep
// their order, new ones come last, and values that are no objects keep their
// spelling, so that a record that is changed comes back as it was but for the
// change.
//
// It takes time and memory in proportion to the texts, ends with its context,
// and refuses texts of more than MaxMembers members. It knows nothing of
// records.
package mergepatch

import (
	"context"
	"errors"
	"fmt"
)

// MaxMembers is the most members of objects that a text may have.
const MaxMembers = 1 << 20

// ErrTooLarge means that a text has more than MaxMembers members.
var ErrTooLarge = errors.New("too large")

// Patch is a merge patch. It may be applied by many goroutines.
type Patch struct{ value value }

// Parse reads a patch; text must not change afterwards. The error wraps
// ErrTooLarge, is that of ctx, or tells why the text is no JSON; then it may be
// a *jsontext.SyntacticError. A name that stands twice in an object is an error.
func Parse(ctx context.Context, text []byte) (*Patch, error) {
	v, err := parse(ctx, text, MaxMembers)
	if err != nil {
		return nil, err
	}
	return &Patch{v}, nil
}

// Apply returns the text with the patch applied, without white space between
// its tokens. The errors are those of Parse, about the text.
func (p *Patch) Apply(ctx context.Context, text []byte) ([]byte, error) {
	target, err := parse(ctx, text, MaxMembers)
	if err != nil {
		return nil, fmt.Errorf("the text to be patched: %w", err)
	}
	m := merger{pace: pace{ctx: ctx}}
	merged, err := m.merge(target, p.value)
	if err != nil {
		return nil, err
	}
	return merged.appendTo(nil), nil
}

// pace looks at a context now and then.
type pace struct {
	ctx   context.Context
	steps int
}

// step counts a step and returns the context's error if it has ended.
func (p *pace) step() error {
	if p.steps++; p.steps%1024 != 1 {
		return nil
	}
	return p.ctx.Err()
}

type merger struct{ pace }

// merge is MergePatch of RFC 7396 section 2. The target is used up, the patch
// stays as it is.
func (m *merger) merge(target, patch value) (value, error) {
	if !patch.object {
		return patch, nil
	}
	out := value{object: true, members: target.members}
	find := finder(out.members, len(patch.members))
	removed := false
	for _, change := range patch.members {
		if err := m.step(); err != nil {
			return value{}, err
		}
		i, there := find(change.name)
		if change.value.isNull() {
			if there {
				out.members[i].removed, removed = true, true
			}
			continue
		}
		var old value
		if there {
			old = out.members[i].value
		}
		merged, err := m.merge(old, change.value)
		switch {
		case err != nil:
			return value{}, err
		case there:
			out.members[i].value = merged
		default:
			out.members = append(out.members, member{name: change.name, value: merged})
		}
	}
	if removed {
		out.members = kept(out.members)
	}
	return out, nil
}

// fewMembers is the number of members up to which looking through them is as
// good as an index.
const fewMembers = 8

// finder returns what finds a member by its name, for so many names.
func finder(members []member, names int) func(name string) (int, bool) {
	if len(members) <= fewMembers || names == 1 {
		return func(name string) (int, bool) {
			for i := range members {
				if members[i].name == name {
					return i, true
				}
			}
			return 0, false
		}
	}
	index := make(map[string]int, len(members))
	for i := range members {
		index[members[i].name] = i
	}
	return func(name string) (int, bool) {
		i, ok := index[name]
		return i, ok
	}
}

// kept returns the members that were not removed.
func kept(members []member) []member {
	out := members[:0]
	for _, m := range members {
		if !m.removed {
			out = append(out, m)
		}
	}
	return out
}
