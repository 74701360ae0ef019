package servecmd

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// written returns settings in one line.
func written(settings []setting) string {
	var parts []string
	for _, s := range settings {
		text := fmt.Sprintf("%q", s.values)
		if !s.isList {
			text = fmt.Sprintf("%q", s.values[0])
		}
		parts = append(parts, fmt.Sprintf("%s@%d %s", s.name, s.line, text))
	}
	return strings.Join(parts, ", ")
}

func TestSettings(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"# nothing yet\n", ""},
		{"title: Museum of Examples\n", `title@1 "Museum of Examples"`},
		{"search: on\nmax-body: 0x10\nlicence: ''\n", `search@1 "on", max-body@2 "0x10", licence@3 ""`},
		{"host: [a, 'b, c']\n", `host@1 ["a" "b, c"]`},
		{"host:\n  - a\n  # and\n  - b\n", `host@1 ["a" "b"]`},
		{"host: []\n", `host@1 []`},
	} {
		settings, err := parseSettings([]byte(test.text))
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		}
		if got := written(settings); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestSettingsRefused(t *testing.T) {
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
		{"a: [[b]]\n", 1, "neither lists nor settings"},
		{"a:\n- c\n- b: 1\n", 3, "neither lists nor settings"},
		{"\xff", 0, "UTF-8"},
	} {
		_, err := parseSettings([]byte(test.text))
		var fault *settingError
		if !errors.As(err, &fault) || fault.line != test.line || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q in line %d", test.text, err, test.want, test.line)
		}
	}
}

func FuzzSettings(f *testing.F) {
	f.Add("a: b\nc: [d, {e: f}]\n")
	f.Add("a: &x\n- *x\n")
	f.Add("? |\n x\n: >-\n y\n")
	f.Fuzz(func(t *testing.T, text string) {
		settings, err := parseSettings([]byte(text))
		var fault *settingError
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("the error %v has no line", err)
		}
		for _, s := range settings {
			if s.line < 1 || !s.isList && len(s.values) != 1 {
				t.Fatalf("%+v", s)
			}
		}
	})
}
