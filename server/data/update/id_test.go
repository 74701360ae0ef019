package update

import (
	"testing"

	ldcontext "vitrine/context"
)

func TestWithID(t *testing.T) {
	art := `"@context":"` + ldcontext.LinkedArt + `"`
	for text, want := range map[string]string{
		`{` + art + `,"type":"Person"}`:                            `{` + art + `,"id":"x:1","type":"Person"}`,
		`{"type":"Person",` + art + `}`:                            `{"type":"Person",` + art + `,"id":"x:1"}`,
		`{"@context":["x:c","` + ldcontext.LinkedArt + `"],"a":1}`: `{"@context":["x:c","` + ldcontext.LinkedArt + `"],"id":"x:1","a":1}`,
		`{"@context":"x:c","a":1}`:                                 `{"@context":"x:c","@id":"x:1","a":1}`,
		`{"a":1}`:                                                  `{"@id":"x:1","a":1}`,
		`{}`:                                                       `{"@id":"x:1"}`,
		`{"id":"x:2"}`:                                             `{"id":"x:2"}`,
		`{"@id":"x:2"}`:                                            `{"@id":"x:2"}`,
		`[]`:                                                       `[]`,
		`oops`:                                                     `oops`,
		``:                                                         ``,
	} {
		if got := string(withID([]byte(text), "x:1")); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
