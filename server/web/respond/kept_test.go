package respond

import (
	"bytes"
	"testing"
)

func TestKept(t *testing.T) {
	c, err := NewCompressor(1)
	if err != nil {
		t.Fatal(err)
	}
	kept := NewKept(c)
	for _, name := range []string{"a", "b"} {
		for _, coding := range Codings() {
			body := bytes.Repeat([]byte(name), 2000)
			want, err := c.Compress(coding, body)
			if err != nil {
				t.Fatal(err)
			}
			first, err := kept.Compress(name, coding, body)
			if err != nil || !bytes.Equal(first, want) {
				t.Errorf("%s of %s: %d bytes, %v, want %d", coding, name, len(first), err, len(want))
			}
			if again, err := kept.Compress(name, coding, nil); err != nil || &again[0] != &first[0] {
				t.Errorf("%s of %s is made again, %v", coding, name, err)
			}
		}
	}
	if _, err := kept.Compress("a", "compress", nil); err == nil {
		t.Error("there is an unknown coding")
	}
}
