package links

import (
	"errors"
	"strings"
	"testing"
)

func TestParsePathRefuses(t *testing.T) {
	tests := []struct{ text, says string }{
		{"", "offset 0"},
		{"^", "offset 1"},
		{"crm:P1 crm:P2", "offset 7"},
		{"crm:P1 /", "expected a name"},
		{"crm:P1 | ", "expected a name"},
		{"( crm:P1", "expected )"},
		{"crm:P1 )", "expected / or |"},
		{"crm:", "expected a name"},
		{"P1", "expected a name"},
		{"rdf:type", `unknown prefix "rdf"`},
		{"crm:P1 [a]", "expected a name"},
		{"crm:P1 [a crm:E1", "expected ]"},
		{"crm:P1 [crm:P2]", "offset 14"},
		{"crm:P1 [a crm:E1|]", "offset 17"},
		{"crm:P1**", "offset 7"},
		{"crm:P1\x00", "offset 6"},
		{strings.Repeat("(", maxNesting+1) + "crm:P1" + strings.Repeat(")", maxNesting+1), "inside each other"},
	}
	for _, test := range tests {
		_, err := parsePath(test.text)
		if !errors.Is(err, ErrPath) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("parsePath(%q): %v, want %q", test.text, err, test.says)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	tests := []struct{ text, says string }{
		{"crm:P1", "without ^"},
		{"^crm:P1 / crm:P2", "without ^"},
		{"( ^crm:P1 | crm:P2 )", "without ^"},
		{"^crm:P1*", "no step long"},
		{"^crm:P1* / ^crm:P2*", "no step long"},
		{"( ^crm:P1* | ^crm:P2 )", "no step long"},
		{"^crm:P1* [a crm:E1] / ^crm:P2", "test of the node it starts from"},
		{"( ^crm:P1* / ^crm:P2* [a crm:E1] | ^crm:P3 ) / ^crm:P2", "test of the node it starts from"},
	}
	for _, test := range tests {
		p, err := parsePath(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := compile(p, newAlphabet(), nil); !errors.Is(err, ErrPath) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q: %v, want %q", test.text, err, test.says)
		}
	}
}

// FuzzPath asks that every text is refused or gives a path that compiles and
// cuts, whatever steps are junctions.
func FuzzPath(f *testing.F) {
	rows, err := readRows("links.tsv", linksFile, 4)
	if err != nil {
		f.Fatal(err)
	}
	for _, row := range rows {
		f.Add(row[3])
	}
	f.Add("( ( ^la:a* )* / ^la:b* )* / ^la:a [la:c aat:1|aat:2]")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return
		}
		p, err := parsePath(text)
		if err != nil {
			return
		}
		junctions := map[string]bool{prefixes()["la"] + "a": true, prefixes()["la"] + "member_of": true}
		m, err := compile(p, newAlphabet(), junctions)
		if err != nil {
			return
		}
		c := &cutter{byKey: map[string]int{}}
		if _, err := c.cut(m); err != nil && !errors.Is(err, ErrPath) {
			t.Fatal(err)
		}
	})
}
