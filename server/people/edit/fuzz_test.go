package edit

import (
	"bytes"
	"encoding/json"
	"testing"

	"vitrine/server/data/jsontree"
)

// FuzzDocument has a text that was read come back as it was, and stay JSON whatever is removed or
// added.
func FuzzDocument(f *testing.F) {
	for _, text := range samples(f)[:20] {
		f.Add(text, uint(7))
	}
	for _, text := range []string{bowl, `{}`, ` [ ] `, `{"a":[1,{"~/":"\u0000"}]}`, `{"a":1,"a":2}`, "\xff", `[1 , 2,3 ]`} {
		f.Add([]byte(text), uint(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, which uint) {
		d, err := parseDocument(text)
		if err != nil {
			return
		}
		if got := d.Write(); !bytes.Equal(got, text) {
			t.Fatalf("%q became %q", text, got)
		}
		var all []*jsontree.Value
		nodes(d.Value, "", func(pointer string, n *jsontree.Value) {
			if d.At(pointer) != n {
				t.Errorf("%q leads elsewhere", pointer)
			}
			all = append(all, n)
		})
		n := all[which%uint(len(all))]
		n.Removed = n != d.Value
		if d.Kind() == '{' || d.Kind() == '[' {
			d.Added = append(d.Added, jsontree.Addition{Name: "new name", Value: []byte("1")})
		}
		if got := d.Write(); !json.Valid(got) {
			t.Errorf("%q became %q", text, got)
		}
	})
}
