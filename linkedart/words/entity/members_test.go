package entity

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestMembers compares the members with those that encoding/json writes, with each field of
// an entity filled.
func TestMembers(t *testing.T) {
	e := Entity{Transfer: &Transfer{}}
	for _, v := range []reflect.Value{reflect.ValueOf(&e).Elem(), reflect.ValueOf(e.Transfer).Elem()} {
		for i := range v.NumField() {
			switch field := v.Field(i); field.Interface().(type) {
			case string, json.Number:
				field.SetString("1")
			case *Entity:
				field.Set(reflect.ValueOf(&Entity{}))
			case []Entity:
				field.Set(reflect.ValueOf([]Entity{{}}))
			}
		}
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, m := range e.Members(nil) {
		if i > 0 {
			b.WriteByte(',')
		}
		var value any = m.Text
		switch {
		case m.Number != "":
			value = m.Number
		case m.One != nil:
			value = m.One
		case m.List != nil:
			value = m.List
		}
		of, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("\"" + m.Name + "\":" + string(of))
	}
	if got := "{" + b.String() + "}"; got != string(text) {
		t.Errorf("got  %s\nwant %s", got, text)
	}
	if got := (&Entity{}).Members(nil); len(got) != 1 || got[0].Name != "type" {
		t.Errorf("an empty entity has %v", got)
	}
}
