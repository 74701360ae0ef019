package schemaorg

import "encoding/json"

// object is a JSON object.
type object map[string]any

// typed is an object of a type.
func typed(kind string) object { return object{"@type": kind} }

// add adds a member, unless it has no value: an empty text, list or object, or 0.
func (o object) add(name string, value any) {
	empty := false
	switch v := value.(type) {
	case string:
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
		o[name] = value
	}
}

// write returns a description as JSON that is safe within a script element: encoding/json
// escapes <, > and &.
func write(o object) json.RawMessage {
	o["@context"] = context
	out, err := json.Marshal(o)
	if err != nil {
		return nil // a number that is none, which isNumber keeps out
	}
	return out
}
