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
	"vitrine/server/data/jsontree"
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
func nodes(n *jsontree.Value, pointer string, each func(string, *jsontree.Value)) {
	each(pointer, n)
	for i, child := range n.Children {
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
		if !bytes.Equal(d.Write(), text) {
			t.Fatalf("%.60q is not the same", text)
		}
		var pointers []string
		nodes(d.Value, "", func(pointer string, n *jsontree.Value) {
			if d.At(pointer) != n {
				t.Errorf("%s leads elsewhere", pointer)
			}
			if len(n.Children) == 0 {
				facts++
				pointers = append(pointers, pointer)
			}
		})
		for range 20 {
			pointer := pointers[random.IntN(len(pointers))]
			n := d.At(pointer)
			n.Changed = []byte(`"\u00e9 new"`)
			want := string(text[:n.Start]) + `"\u00e9 new"` + string(text[n.Start+len(n.Raw):])
			if got := string(d.Write()); got != want {
				t.Fatalf("%s: got %s", pointer, got)
			}
			n.Changed = nil
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
		parent := d.At(pointer[:strings.LastIndexByte(pointer, '/')])
		d.At(pointer).Removed = true
		for range random.IntN(3) {
			a := jsontree.Addition{Value: []byte(`{"a": [1]}`)}
			if parent.Kind() == '{' {
				a.Name = "new" + string(rune('a'+len(parent.Added)))
			}
			parent.Added = append(parent.Added, a)
		}
		var got any
		if err := json.Unmarshal(d.Write(), &got); err != nil {
			t.Fatalf("%s: %v in %s", pointer, err, d.Write())
		}
		if want := plainly(d.Value); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: got %v, want %v", pointer, got, want)
		}
	}
}

// plainly is what a changed document says.
func plainly(n *jsontree.Value) any {
	var value any
	switch n.Kind() {
	case '{':
		out := map[string]any{}
		for _, child := range n.Children {
			if !child.Removed {
				out[child.Name] = plainly(child)
			}
		}
		for _, a := range n.Added {
			out[a.Name] = map[string]any{"a": []any{1.0}}
		}
		return out
	case '[':
		out := []any{}
		for _, child := range n.Children {
			if !child.Removed {
				out = append(out, plainly(child))
			}
		}
		for range n.Added {
			out = append(out, map[string]any{"a": []any{1.0}})
		}
		return out
	}
	_ = json.Unmarshal(n.Raw, &value)
	return value
}
