package load

import (
	"io"
	"slices"
	"strings"
	"testing"

	"vitrine/serialize"
)

// FuzzRegroup checks that a regrouped document has the statements of the
// original, those with one last term together and in their order.
func FuzzRegroup(f *testing.F) {
	f.Add("<x:s> <x:p> <x:o> <x:a> .\n<x:s> <x:p> <x:o> <x:b> .\n# more\n\n<x:t> <x:p> <x:o> <x:a> .")
	f.Add("<x:s> <x:p> \"<x:a> .\" <x:b>.\r\n")
	f.Add("no statement\n")
	f.Fuzz(func(t *testing.T, text string) {
		open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
		source := Source{Name: "a.nq", Format: &serialize.Format{Name: "nquads"}, Open: open}
		doc, err := regroup(t.Context(), source, 1<<16)
		if err != nil {
			return
		}
		defer doc.close()
		r, err := doc.source(source).Reader(new(int64))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		gotLines, originals := statements(string(got)), statements(text)
		seen := map[string]bool{}
		last := ""
		for i, line := range gotLines {
			key := string(lastTerm([]byte(strings.TrimSpace(line))))
			if key != last && seen[key] {
				t.Fatalf("the statements of %s do not stand together:\n%s", key, got)
			}
			seen[key], last = true, key
			if n := doc.number(i + 1); strings.TrimSpace(strings.Split(text, "\n")[n-1]) != strings.TrimSpace(line) {
				t.Fatalf("line %d is said to be line %d of\n%s", i+1, n, text)
			}
		}
		slices.Sort(gotLines)
		slices.Sort(originals)
		if !slices.Equal(gotLines, originals) {
			t.Fatalf("regrouped %q, want the statements %q", gotLines, originals)
		}
	})
}

// statements returns the lines that are neither empty nor comments.
func statements(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if trimmed := strings.TrimSpace(line); trimmed != "" && trimmed[0] != '#' {
			out = append(out, trimmed)
		}
	}
	return out
}
