package openapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
)

// object is a JSON object whose members keep their order.
type object struct{ members []member }

type member struct {
	name  string
	value any
}

// get returns the value of a member, nil for none.
func (o *object) get(name string) any {
	for _, m := range o.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// set gives a member a value; a new one comes last.
func (o *object) set(name string, value any) {
	for i := range o.members {
		if o.members[i].name == name {
			o.members[i].value = value
			return
		}
	}
	o.members = append(o.members, member{name, value})
}

// remove removes a member.
func (o *object) remove(name string) {
	o.members = slices.DeleteFunc(o.members, func(m member) bool { return m.name == name })
}

// sort puts the members in the order of their names.
func (o *object) sort() {
	slices.SortFunc(o.members, func(a, b member) int { return cmp.Compare(a.name, b.name) })
}

// MarshalJSON implements json.Marshaler.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o.members {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
