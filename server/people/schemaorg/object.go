package schemaorg

import "encoding/json"

// object is a JSON object whose members are written in their order.
type object []member

type member struct {
	name  string
	value any
}

// add adds a member, unless it has no value: an empty text, list or object, or 0.
func (o *object) add(name string, value any) {
	empty := false
	switch v := value.(type) {
	case string:
		empty = v == ""
	case json.Number:
		empty = v == ""
	case uint64:
		empty = v == 0
	case []string:
		empty = len(v) == 0
	case []object:
		empty = len(v) == 0
	case object:
		empty = len(v) == 0
	}
	if !empty {
		*o = append(*o, member{name, value})
	}
}

// typed is an object of a type.
func typed(kind string) object { return object{{"@type", kind}} }

// MarshalJSON writes the object.
func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(append(out, '"'), m.name...), `":`...), value...)
	}
	return append(out, '}'), nil
}

// write returns a description as JSON that is safe within a script element: encoding/json
// escapes <, > and &.
func write(o object) json.RawMessage {
	out, err := json.Marshal(append(object{{"@context", context}}, o...))
	if err != nil {
		return nil // a number that is none, which isNumber keeps out
	}
	return out
}
