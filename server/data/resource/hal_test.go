package resource

import (
	"testing"

	ldcontext "vitrine/context"
)

// TestSplice puts links into texts that are records and that are none.
func TestSplice(t *testing.T) {
	compiler := ldcontext.NewCompiler(ldcontext.New(nil))
	const la = `"https://linked.art/ns/v1/linked-art.json"`
	tests := []struct{ record, want string }{
		{`{"@context":` + la + `,"id":"x:1"}`, `{"@context":` + la + `,"id":"x:1","_links":{}}`},
		{"{\"@context\":" + la + ",\n  \"id\": \"x:1\"\n}\n", "{\"@context\":" + la + ",\n  \"id\": \"x:1\"\n,\"_links\":{}}\n"},
		{`{"type":"Person","@context":[` + la + `]}`, `{"type":"Person","@context":[` + la + `],"_links":{}}`},
		{`{"@context":[{"ex":"http://example.org/"},` + la + `],"type":"Person"}`, `{"@context":[{"ex":"http://example.org/"},` + la + `],"type":"Person","_links":{}}`},
		{`{"@context":[{"@vocab":"http://example.org/"},` + la + `],"type":"Person"}`, ""},
		{`{"@context":[{"_links":"http://example.org/"},` + la + `],"type":"Person"}`, ""},
		{`{"@context":[{"Painter":{"@id":"http://example.org/P","@context":{"@vocab":"http://example.org/"}}},` + la + `],"type":"Painter"}`, ""},
		{`{"@context":[` + la + `,{"ex":"http://example.org/"}],"type":"Person"}`, ""},
		{`{"@context":"https://elsewhere.example/context","type":"Person"}`, ""},
		{`{"@context":{},"id":"x:1"}`, ""},
		{`{"id":"x:1"}`, ""},
		{`{}`, ""},
		{`{"@context":[` + la + `],"_links":{"self":{}}}`, ""},
		{`[]`, ""}, {``, ""}, {`}`, ""}, {`{"@context"}`, ""}, {"no record}", ""},
	}
	for _, test := range tests {
		want := test.want
		if want == "" {
			want = test.record
		}
		if got := string(splice(compiler, []byte(test.record), []byte("{}"))); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.record, got, want)
		}
	}
}
