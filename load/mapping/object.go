package mapping

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Object is a JSON object whose members keep their order.
type Object struct {
	members []member
}

type member struct {
	name  string
	value any
}

// Get returns the value of a member, nil where there is none.
func (o *Object) Get(name string) any {
	for _, m := range o.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// Set gives a member a value, in the place that it has or as the last.
func (o *Object) Set(name string, value any) {
	for i := range o.members {
		if o.members[i].name == name {
			o.members[i].value = value
			return
		}
	}
	o.members = append(o.members, member{name, value})
}

// text returns a member that is a text, or "".
func (o *Object) text(name string) string {
	text, _ := o.Get(name).(string)
	return text
}

// Append appends the object as JSON, the members in their order.
func (o *Object) Append(b []byte) ([]byte, error) { return appendJSON(b, o) }

// appendJSON appends a value as JSON: nil, bool, string, json.Number, *Object or []any of
// these.
func appendJSON(b []byte, value any) ([]byte, error) {
	var err error
	switch v := value.(type) {
	case *Object:
		b = append(b, '{')
		for i, m := range v.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, m.name), ':')
			if b, err = appendJSON(b, m.value); err != nil {
				return b, err
			}
		}
		return append(b, '}'), nil
	case []any:
		b = append(b, '[')
		for i, element := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendJSON(b, element); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	case string:
		return appendString(b, v), nil
	case json.Number:
		return append(b, v...), nil
	case bool:
		return fmt.Append(b, v), nil
	case nil:
		return append(b, "null"...), nil
	}
	return b, fmt.Errorf("a %T has no place in a record", value)
}

// appendString appends a text as a JSON string. Characters of HTML stay as they are.
func appendString(b []byte, text string) []byte {
	if isPlain(text) {
		return append(append(append(b, '"'), text...), '"')
	}
	buffer := bytes.NewBuffer(b)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string can always be written
	return bytes.TrimRight(buffer.Bytes(), "\n")
}

// isPlain tells whether a text stands in JSON as it is.
func isPlain(text string) bool {
	isASCII := true
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c == '"' || c == '\\' {
			return false
		}
		isASCII = isASCII && c < utf8.RuneSelf
	}
	return isASCII || utf8.ValidString(text)
}

// parseObject reads a JSON object, members in order.
func parseObject(text []byte) (*Object, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err := parseValue(decoder)
	if err != nil {
		return nil, err
	}
	object, ok := value.(*Object)
	if !ok {
		return nil, fmt.Errorf("not a JSON object")
	}
	return object, nil
}

func parseValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		object := &Object{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := parseValue(d)
			if err != nil {
				return nil, err
			}
			object.members = append(object.members, member{name.(string), value})
		}
		_, err = d.Token()
		return object, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			element, err := parseValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, element)
		}
		_, err = d.Token()
		return list, err
	}
	return token, nil
}
