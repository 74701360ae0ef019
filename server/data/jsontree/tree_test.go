package jsontree

import (
	"errors"
	"testing"
)

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]error{
		`{"a":1,"b":{"c":[]}}`: nil, `{"a":1,"b":{"c":[2]}}`: ErrTooMany, `[[[[1]]]]`: ErrTooMany, `[1,2,3,4]`: ErrTooMany,
	} {
		if _, err := Parse([]byte(text), 4); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	for _, text := range []string{"", " ", "{", `{"a"`, `[1`, `{"a":1,"a":2}`, "{} {}", "{\"\xff\":1}"} {
		if d, err := Parse([]byte(text), 9); err == nil || d != nil {
			t.Errorf("%q is taken for JSON", text)
		}
	}
}

func TestAt(t *testing.T) {
	d, err := Parse([]byte(` {"a/b":[1, {"~":"\u00e9"}], "":null} `), 9)
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"": `{"a/b":[1, {"~":"\u00e9"}], "":null}`, "/": "null", "/a~1b/0": "1", "/a~1b/1/~0": `"\u00e9"`,
		"/a~1b/2": "", "/a~1b/01": "", "/a~1b/-1": "", "/a~1b/0/x": "", "/none/x": "",
	} {
		got := ""
		if v := d.At(pointer); v != nil {
			got = string(v.Raw)
		}
		if got != want {
			t.Errorf("%q leads to %q, want %q", pointer, got, want)
		}
	}
	if text := d.At("/a~1b/1/~0").Text(); text != "é" {
		t.Errorf("the text is %q", text)
	}
}
