package expand

import "slices"

// A JSON value is nil, a bool, a Number, a string, a []any or an *Object.

// Number is a JSON number as it is written.
type Number string

// Object is a JSON object with its members in order.
type Object struct {
	keys   []string
	values map[string]any
}

// NewObject returns an object without members.
func NewObject() *Object { return &Object{values: map[string]any{}} }

// Set gives a member a value; a new one comes last.
func (o *Object) Set(key string, value any) {
	if _, ok := o.values[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

// Get returns the value of a member, nil where there is none.
func (o *Object) Get(key string) any { return o.values[key] }

// Has reports whether there is such a member.
func (o *Object) Has(key string) bool {
	_, ok := o.values[key]
	return ok
}

// Len returns the number of members.
func (o *Object) Len() int { return len(o.keys) }

// only reports whether the object has the member and no other.
func (o *Object) only(key string) bool { return len(o.keys) == 1 && o.keys[0] == key }

// text returns the value of a member that is a string.
func (o *Object) text(key string) (string, bool) {
	s, ok := o.values[key].(string)
	return s, ok
}

// add adds a value, or the values of an array, to the array that is the member:
// "add value" with "as array" true (JSON-LD 1.1 API section 2.2).
func (o *Object) add(key string, value any) {
	have, _ := o.values[key].([]any)
	if have == nil {
		have = []any{}
	}
	o.Set(key, append(have, array(value)...))
}

// array returns an array as it is, and any other value as an array of it.
func array(value any) []any {
	if list, ok := value.([]any); ok {
		return list
	}
	return []any{value}
}

// The kinds of expanded objects (JSON-LD 1.1 section 1.6).

func isValueObject(v any) bool {
	o, ok := v.(*Object)
	return ok && o.Has("@value")
}

func isListObject(v any) bool {
	o, ok := v.(*Object)
	return ok && o.Has("@list")
}

// isGraphObject reports whether an object has @graph and otherwise only @id and
// @index.
func isGraphObject(v any) bool {
	o, ok := v.(*Object)
	if !ok || !o.Has("@graph") {
		return false
	}
	return !slices.ContainsFunc(o.keys, func(key string) bool { return key != "@graph" && key != "@id" && key != "@index" })
}

func isScalar(v any) bool {
	switch v.(type) {
	case bool, Number, string:
		return true
	}
	return false
}

// Delete removes a member.
func (o *Object) Delete(key string) {
	if !o.Has(key) {
		return
	}
	delete(o.values, key)
	o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
}
