package schemaorg

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// vocabulary is what testdata says of schema.org.
type vocabulary struct {
	// parents are the types above a type, domains and ranges those of a property, and
	// required the members that a type has to have.
	parents, domains, ranges, required map[string][]string
}

func readVocabulary(t *testing.T) vocabulary {
	t.Helper()
	v := vocabulary{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}}
	for _, row := range table(t, "testdata/types.tsv") {
		v.parents[row[0]] = list(row[1])
	}
	for _, row := range table(t, "testdata/properties.tsv") {
		v.domains[row[0]], v.ranges[row[0]] = list(row[1]), list(row[2])
	}
	for _, row := range table(t, "testdata/required.tsv") {
		v.required[row[0]] = list(row[1])
	}
	return v
}

func table(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line := lines.Text(); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

func list(s string) []string {
	return slices.DeleteFunc(strings.Split(s, ","), func(one string) bool { return one == "" })
}

// is tells whether a type is another, or a kind of it.
func (v vocabulary) is(kind string, of []string) bool {
	return slices.Contains(of, kind) || slices.ContainsFunc(v.parents[kind], func(parent string) bool { return v.is(parent, of) })
}

// faults are what is wrong with a description.
func (v vocabulary) faults(text []byte) []string {
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		return []string{err.Error()}
	}
	out := v.node("", root)
	if root["@context"] != "https://schema.org" {
		out = append(out, fmt.Sprintf("the context is %v", root["@context"]))
	}
	if strings.ContainsAny(string(text), "<>") {
		out = append(out, "it is not safe in a script element")
	}
	return out
}

func (v vocabulary) node(at string, node map[string]any) []string {
	kind, _ := node["@type"].(string)
	if _, ok := v.parents[kind]; !ok {
		return []string{fmt.Sprintf("%s: %q is no type", at, kind)}
	}
	var out []string
	for _, wanted := range v.required[kind] {
		has := func(name string) bool { _, ok := node[name]; return ok }
		// A reference is described elsewhere.
		if at != "" && node["@id"] != nil && node["name"] != nil {
			continue
		}
		if !slices.ContainsFunc(strings.Split(wanted, "/"), has) {
			out = append(out, fmt.Sprintf("%s: %s lacks %s", at, kind, wanted))
		}
	}
	for name, value := range node {
		if strings.HasPrefix(name, "@") {
			continue
		}
		if len(v.domains[name]) == 0 || !v.is(kind, v.domains[name]) {
			out = append(out, fmt.Sprintf("%s: %s has no %s", at, kind, name))
		}
		values, ok := value.([]any)
		if !ok {
			values = []any{value}
		}
		for _, one := range values {
			out = append(out, v.value(at+"/"+name, one, v.ranges[name])...)
		}
	}
	return out
}

// iso8601 are a year, a month, a day and a moment, and an interval between two.
var iso8601 = regexp.MustCompile(strings.ReplaceAll(`^DATE(/DATE)?$`, "DATE", `([+-]\d+|\d\d\d\d)(-\d\d(-\d\d(T\d\d:\d\d:\d\dZ)?)?)?`))

func (v vocabulary) value(at string, value any, ranges []string) []string {
	fits := false
	switch value := value.(type) {
	case map[string]any:
		kind, _ := value["@type"].(string)
		if !v.is(kind, ranges) {
			return []string{fmt.Sprintf("%s: is %s, not %v", at, kind, ranges)}
		}
		return v.node(at, value)
	case float64:
		fits = slices.Contains(ranges, "Number") || slices.Contains(ranges, "Integer") && value == float64(int(value))
	case string:
		u, err := url.Parse(value)
		isURL := err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
		fits = value != "" && (slices.Contains(ranges, "Text") || slices.Contains(ranges, "URL") && isURL ||
			slices.Contains(ranges, "Date") && iso8601.MatchString(value))
	}
	if !fits {
		return []string{fmt.Sprintf("%s: %v is not %v", at, value, ranges)}
	}
	return nil
}

// TestVocabulary checks that the test finds faults, and that the tables know their types.
func TestVocabulary(t *testing.T) {
	v := readVocabulary(t)
	for text, want := range map[string]string{
		`{"@context": "https://schema.org", "@type": "Person", "name": "A"}`:                                    "",
		`{"@context": "https://schema.org", "@type": "Person"}`:                                                 "lacks name",
		`{"@context": "https://schema.org", "@type": "Human", "name": "A"}`:                                     "no type",
		`{"@context": "https://schema.org", "@type": "Person", "name": "A", "geo": "1 2"}`:                      "has no geo",
		`{"@context": "https://schema.org", "@type": "Person", "name": "A", "birthDate": "1 May"}`:              "is not [Date]",
		`{"@context": "https://schema.org", "@type": "Person", "name": "A", "sameAs": ["javascript:alert(1)"]}`: "is not [URL]",
		`{"@context": "https://schema.org", "@type": "Person", "name": "A", "birthPlace": {"@type": "Person"}}`: "is Person, not",
		`{"@context": "https://schema.org", "@type": "Person", "name": "</script>"}`:                            "not safe",
		`{"@type": "Person", "name": "A"}`:                                                                      "the context is",
	} {
		got := strings.Join(v.faults([]byte(text)), "; ")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for kind, parents := range v.parents {
		for _, parent := range parents {
			if _, ok := v.parents[parent]; !ok {
				t.Errorf("%s is a kind of %s, which is not in the table", kind, parent)
			}
		}
	}
}
