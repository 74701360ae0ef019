package update

import (
	"errors"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/web/respond"
)

// FuzzOperations applies JSON Patches: each yields JSON or an answer.
func FuzzOperations(f *testing.F) {
	const text = `{"id":"a","list":[1,{"b":null}],"c":{"d":"e"}}`
	for _, patch := range []string{
		`[{"op":"add","path":"/list/0","value":null},{"op":"move","from":"/c","path":"/list/-"}]`,
		`[{"op":"copy","from":"","path":"/c/x"},{"op":"test","path":"/c/d","value":"e"}]`,
		`[{"op":"remove","path":"/list/1/b"},{"op":"replace","path":"/c/d","value":[]}]`,
		`[{"op":"replace","path":"","value":1},{"op":"add","path":"/x","value":2}]`,
		`[{"op":"remove","path":""}]`, `[{"op":"add","path":"/list/1e0","value":0}]`, `[]`,
	} {
		f.Add(patch, text)
		f.Add(patch, `[1]`)
	}
	w := &Writer{MaxBody: 1 << 16}
	f.Fuzz(func(t *testing.T, patch, text string) {
		if !jsontext.Value(text).IsValid() {
			return
		}
		p, err := w.parseOperations([]byte(patch))
		var out []byte
		if err == nil {
			out, err = p.Apply([]byte(text))
		}
		var answer *respond.Error
		switch {
		case err != nil && !errors.As(err, &answer):
			t.Errorf("%s: the error is no answer: %v", patch, err)
		case err == nil && !jsontext.Value(out).IsValid():
			t.Errorf("%s of %s is %s", patch, text, out)
		}
	})
}
