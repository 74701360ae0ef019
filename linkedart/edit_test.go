package linkedart

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// testBase is the base of all records in testdata.
const testBase = "https://museum.example/"

// newTestValidator knows every entity but those below /missing/.
func newTestValidator(t testing.TB, reading Reading, allow ...string) *Validator {
	t.Helper()
	v, err := NewValidator(Options{
		Reading: reading,
		Allow:   allow,
		Base:    testBase,
		Terms: map[string][]string{
			"http://vocab.getty.edu/aat/300033618": {"Painting", "Schilderij"},
			"http://vocab.getty.edu/aat/300047090": {"Sculpture", "Beeldhouwwerk"},
		},
		Exists: func(iri string) bool { return !strings.Contains(iri, "/missing/") },
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// readBase returns one of the valid records in testdata/base, as a value that
// can be edited.
func readBase(t testing.TB, name string) any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "base", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, string(text))
}

func decode(t testing.TB, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

func encode(t testing.TB, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// edit applies edits in the notation of testdata/cases.txt, separated by " ; ":
// "POINTER = JSON" sets a member or item ("-" appends), "- POINTER" removes one.
func edit(t testing.TB, value any, edits string) any {
	t.Helper()
	for _, e := range strings.Split(edits, " ; ") {
		e = strings.TrimSpace(e)
		if e == "" {
			continue
		}
		var err error
		if pointer, ok := strings.CutPrefix(e, "- "); ok {
			value, err = change(value, tokens(pointer), nil, true)
		} else {
			pointer, text, ok := strings.Cut(e, " = ")
			if !ok {
				t.Fatalf("no edit: %q", e)
			}
			value, err = change(value, tokens(pointer), decode(t, text), false)
		}
		if err != nil {
			t.Fatalf("edit %q: %v", e, err)
		}
	}
	return value
}

func tokens(pointer string) []string {
	pointer = strings.TrimSpace(pointer)
	if pointer == "" || pointer == "(record)" {
		return nil
	}
	return strings.Split(strings.TrimPrefix(pointer, "/"), "/")
}

// change sets or removes what the path leads to, and returns the value with
// that done.
func change(value any, path []string, to any, remove bool) (any, error) {
	if len(path) == 0 {
		return to, nil
	}
	key := strings.ReplaceAll(strings.ReplaceAll(path[0], "~1", "/"), "~0", "~")
	switch holder := value.(type) {
	case map[string]any:
		if len(path) == 1 && remove {
			if _, ok := holder[key]; !ok {
				return nil, fmt.Errorf("nothing to remove")
			}
			delete(holder, key)
			return holder, nil
		}
		child, err := change(holder[key], path[1:], to, remove)
		holder[key] = child
		return holder, err
	case []any:
		if key == "-" && len(path) == 1 {
			return append(holder, to), nil
		}
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(holder) {
			return nil, fmt.Errorf("no item %s", key)
		}
		if len(path) == 1 && remove {
			return append(holder[:i], holder[i+1:]...), nil
		}
		holder[i], err = change(holder[i], path[1:], to, remove)
		return holder, err
	}
	return nil, fmt.Errorf("no holder for %s", key)
}

// show writes findings as the table of cases does.
func show(findings []Finding) string {
	var lines []string
	for _, f := range findings {
		pointer := f.Pointer
		if pointer == "" {
			pointer = "(record)"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", f.Level, f.Rule, pointer))
	}
	if len(lines) == 0 {
		return "ok"
	}
	return strings.Join(lines, " ; ")
}
