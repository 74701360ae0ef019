package settings

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// written returns settings in one line, groups in braces.
func written(settings []Setting) string {
	var parts []string
	for _, s := range settings {
		var values []string
		for _, v := range s.Values {
			text := fmt.Sprintf("%q", v.Text)
			if v.Group != nil {
				text = "{" + written(v.Group) + "}"
			}
			values = append(values, fmt.Sprintf("%s@%d", text, v.Line))
		}
		text := strings.Join(values, " ")
		if s.List {
			text = "[" + text + "]"
		}
		parts = append(parts, fmt.Sprintf("%s@%d %s", s.Name, s.Line, text))
	}
	return strings.Join(parts, ", ")
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"# nothing yet\n", ""},
		{"title: Museum of Examples\n", `title@1 "Museum of Examples"@1`},
		{"search: on\nmax-body: 0x10\nlicence: ''\n", `search@1 "on"@1, max-body@2 "0x10"@2, licence@3 ""@3`},
		{"host: [a, 'b, c']\n", `host@1 ["a"@1 "b, c"@1]`},
		{"host:\n  - a\n  # and\n  - b\n", `host@1 ["a"@2 "b"@4]`},
		{"harvest:\n- url: a\n  every: 1h\n- b\n", `harvest@1 [{url@2 "a"@2, every@3 "1h"@3}@2 "b"@4]`},
		{"host: []\n", `host@1 []`},
	} {
		settings, err := Parse([]byte(test.text))
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		}
		if got := written(settings); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct {
		text string
		line int
		want string
	}{
		{"a: b\n---\nc: d\n", 2, "second document"},
		{"a: [b\n", 2, "expected"},
		{"a: b\nc: : d\n", 2, "not allowed"},
		{"- a\n", 1, "write settings as NAME: VALUE"},
		{"a: b\na: c\n", 2, "a stands in line 1 already"},
		{"b: 1\na: &x 1\n", 2, "anchors and aliases"},
		{"a: !!str 1\n", 1, "tags"},
		{"a:\n", 1, "a has no value"},
		{"a: {b: c}\n", 1, "no settings of its own"},
		{"<<: {a: b}\n", 1, "no settings of its own"},
		{"? [a]\n: b\n", 1, "the name of a setting is a text"},
		{"a: [[b]]\n", 1, "a list in a list"},
		{"a:\n- b: 1\n- b: 1\n  b: 2\n", 4, "b stands in line 3 already"},
		{"\xff", 0, "UTF-8"},
	} {
		_, err := Parse([]byte(test.text))
		var fault *Error
		if !errors.As(err, &fault) || fault.Line != test.line || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q in line %d", test.text, err, test.want, test.line)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a: b\nc: [d, {e: f}]\n")
	f.Add("a: &x\n- *x\n")
	f.Add("? |\n x\n: >-\n y\n")
	f.Fuzz(func(t *testing.T, text string) {
		settings, err := Parse([]byte(text))
		var fault *Error
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("the error %v has no line", err)
		}
		for _, s := range settings {
			if s.Line < 1 || !s.List && len(s.Values) != 1 {
				t.Fatalf("%+v", s)
			}
		}
	})
}
