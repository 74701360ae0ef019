package update

import (
	"strings"
	"testing"
)

func TestRemovedBy(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{`{"a":1,"b":2}`, `{"b":2}`, `/a 1`},
		{`{"a":1,"b":2}`, `{ "b": 2, "a": 3 }`, ``},
		{`{"a":{"b":{"c~/":[1]}}}`, `{"a":{"b":{}}}`, `/a/b/c~0~1 [1]`},
		{`{"a":["x","y","z"]}`, `{"a":["z"]}`, `/a/0 "x", /a/1 "y"`},
		{`{"a":["x","y"]}`, `{"a":["v","w","x","y"]}`, ``},
		{`{"a":["x","x"]}`, `{"a":["x"]}`, `/a/1 "x"`},
		{`{"a":["x"]}`, `{"a":["\u0078"]}`, ``},
		{`{"a":["x"]}`, `{"a":["y"]}`, ``},
		{`{"a":[{"id":"1"},{"id":"2"}]}`, `{"a":[{"id":"3"}]}`, `/a/0 {"id":"1"}, /a/1 {"id":"2"}`},
		{`{"a":[{"type":"Name","content":"x","part":[1,2]},{"type":"Identifier","content":"7"}]}`, `{"a":[{"type":"Name","content":"y","part":[2]}]}`, `/a/0/part/0 1, /a/1 {"type":"Identifier","content":"7"}`},
		{`{"a":{"id":"x"}}`, `{"a":"x"}`, `/a {"id":"x"}`},
		{`{"a":[1]}`, `[]`, ` {"a":[1]}`},
		{`{"a":1.0}`, `{"a":1}`, ``},
	} {
		removed, err := removedBy([]byte(test.before), []byte(test.after))
		var got []string
		for _, r := range removed {
			got = append(got, string(r.Pointer)+" "+string(r.Value))
		}
		if text := strings.Join(got, ", "); err != nil || text != test.want {
			t.Errorf("%s after %s: %q, %v; want %q", test.after, test.before, text, err, test.want)
		}
	}
}
