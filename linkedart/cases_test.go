package linkedart

import (
	"regexp"
	"strings"
	"testing"
)

// aCase is one line of testdata/cases.txt.
type aCase struct {
	line              int
	base, edits, want string
}

var reference1 = regexp.MustCompile(`\$([A-Z][A-Za-z]+)`)

func readCases(t testing.TB) []aCase {
	t.Helper()
	var cases []aCase
	for i, line := range strings.Split(readFile(t, "testdata/cases.txt"), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, " |")
		if len(f) != 3 {
			t.Fatalf("cases.txt:%d: %d fields", i+1, len(f))
		}
		edits := reference1.ReplaceAllString(f[1], `{"id": "https://museum.example/other/1", "type": "$1"}`)
		cases = append(cases, aCase{i + 1, f[0], edits, strings.TrimSpace(f[2])})
	}
	return cases
}

// TestCases validates every record of the table in both readings. The findings
// are exactly those in the table, so that no fault gives two.
func TestCases(t *testing.T) {
	standard, strict := newTestValidator(t, Standard), newTestValidator(t, Strict)
	levels := ruleIndex()
	cases := readCases(t)
	if len(cases) < 300 {
		t.Errorf("%d records, want at least 300", len(cases))
	}
	for _, c := range cases {
		text := encode(t, edit(t, readBase(t, c.base), c.edits))
		found := standard.Validate(text)
		if got := show(found); got != c.want {
			t.Errorf("cases.txt:%d: %s\n got %s\nwant %s", c.line, c.edits, got, c.want)
		}
		for _, f := range found {
			if f.Message == "" || f.Source == "" {
				t.Errorf("cases.txt:%d: no message or no source: %+v", c.line, f)
			}
		}
		foundStrict := strict.Validate(text)
		if len(foundStrict) != len(found) {
			t.Errorf("cases.txt:%d, strict: %s\nwant as in standard: %s", c.line, show(foundStrict), show(found))
			continue
		}
		for i, f := range foundStrict {
			if f.Level != levels[f.Rule].Strict || f.Pointer != found[i].Pointer || f.Rule != found[i].Rule {
				t.Errorf("cases.txt:%d, strict: %+v, standard: %+v", c.line, f, found[i])
			}
		}
	}
}
