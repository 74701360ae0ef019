package edit

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"vitrine/data"
)

// samples are the records of the sample collection, as they are and without blanks.
func samples(t testing.TB) [][]byte {
	t.Helper()
	var out [][]byte
	err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		var compact bytes.Buffer
		if err == nil {
			err = json.Compact(&compact, text)
		}
		out = append(out, text, compact.Bytes())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// nodes are all values below one, with their pointers.
func nodes(n *node, pointer string, each func(string, *node)) {
	each(pointer, n)
	for i, child := range n.children {
		nodes(child, below(pointer, child, i), each)
	}
}

// TestDocument checks with all samples that nothing changes but what is changed.
func TestDocument(t *testing.T) {
	random := rand.New(rand.NewPCG(36, 5))
	facts := 0
	for _, text := range samples(t) {
		d, err := parseDocument(text)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(d.write(), text) {
			t.Fatalf("%.60q is not the same", text)
		}
		var pointers []string
		nodes(d.root, "", func(pointer string, n *node) {
			if d.at(pointer) != n {
				t.Errorf("%s leads elsewhere", pointer)
			}
			if len(n.children) == 0 {
				facts++
				pointers = append(pointers, pointer)
			}
		})
		for range 20 {
			pointer := pointers[random.IntN(len(pointers))]
			n := d.at(pointer)
			n.changed = []byte(`"\u00e9 new"`)
			want := string(text[:n.start]) + `"\u00e9 new"` + string(text[n.end:])
			if got := string(d.write()); got != want {
				t.Fatalf("%s: got %s", pointer, got)
			}
			n.changed = nil
		}
		removesAndAdds(t, random, text, pointers)
	}
	if facts < 1000 {
		t.Errorf("only %d facts were looked at", facts)
	}
}

// removesAndAdds compares with what encoding/json makes of the same.
func removesAndAdds(t *testing.T, random *rand.Rand, text []byte, pointers []string) {
	t.Helper()
	for range 20 {
		d, err := parseDocument(text)
		if err != nil {
			t.Fatal(err)
		}
		pointer := pointers[random.IntN(len(pointers))]
		if pointer == "" {
			continue
		}
		parent := d.at(pointer[:strings.LastIndexByte(pointer, '/')])
		d.at(pointer).removed = true
		for range random.IntN(3) {
			a := addition{value: []byte(`{"a": [1]}`)}
			if parent.kind == '{' {
				a.name = "new" + string(rune('a'+len(parent.added)))
			}
			parent.added = append(parent.added, a)
		}
		var got any
		if err := json.Unmarshal(d.write(), &got); err != nil {
			t.Fatalf("%s: %v in %s", pointer, err, d.write())
		}
		if want := plainly(d, d.root); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: got %v, want %v", pointer, got, want)
		}
	}
}

// plainly is what a changed document says.
func plainly(d *document, n *node) any {
	var value any
	switch n.kind {
	case '{':
		out := map[string]any{}
		for _, child := range n.children {
			if !child.removed {
				out[child.name] = plainly(d, child)
			}
		}
		for _, a := range n.added {
			out[a.name] = map[string]any{"a": []any{1.0}}
		}
		return out
	case '[':
		out := []any{}
		for _, child := range n.children {
			if !child.removed {
				out = append(out, plainly(d, child))
			}
		}
		for range n.added {
			out = append(out, map[string]any{"a": []any{1.0}})
		}
		return out
	}
	_ = json.Unmarshal(d.raw(n), &value)
	return value
}
