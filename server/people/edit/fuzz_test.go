package edit

import (
	"bytes"
	"encoding/json"
	"testing"
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
		if got := d.write(); !bytes.Equal(got, text) {
			t.Fatalf("%q became %q", text, got)
		}
		var all []*node
		nodes(d.root, "", func(pointer string, n *node) {
			if d.at(pointer) != n {
				t.Errorf("%q leads elsewhere", pointer)
			}
			all = append(all, n)
		})
		n := all[which%uint(len(all))]
		n.removed = n != d.root
		if d.root.kind == '{' || d.root.kind == '[' {
			d.root.added = append(d.root.added, addition{"new name", []byte("1")})
		}
		if got := d.write(); !json.Valid(got) {
			t.Errorf("%q became %q", text, got)
		}
	})
}
