package linkedart

import (
	"embed"
	"encoding/json"
	"strconv"
	"strings"
)

// examples are the records that the validator is tested with: valid ones, and edits that
// break one rule each.
//
//go:embed testdata/cases.txt testdata/base/*.json
var examples embed.FS

// Explanation is a rule with an example. Wrong breaks the rule, and Right is what stands
// in its place in a valid record; both have a line for each value, with its JSON Pointer.
type Explanation struct {
	Rule
	Wrong, Right string
}

// Explain returns the explanation of the rule with the id, and false where there is no
// such rule.
func Explain(id string) (Explanation, bool) {
	rule, ok := ruleIndex()[id]
	if !ok {
		return Explanation{}, false
	}
	e := Explanation{Rule: *rule}
	for _, r := range tableRows("examples.tsv", 3) {
		if r[0] == id {
			e.Wrong, e.Right = r[1], r[2]
			return e, true
		}
	}
	base, edits := exampleOf(id)
	record := exampleRecord(base)
	var wrong, right []string
	for _, each := range edits {
		pointer, value, set := strings.Cut(each, " = ")
		if !set {
			pointer, value = strings.TrimPrefix(each, "- "), "(missing)"
		}
		wrong, right = append(wrong, pointer+" = "+value), append(right, pointer+" = "+valueAt(record, pointer))
	}
	e.Wrong, e.Right = strings.Join(wrong, "\n"), strings.Join(right, "\n")
	return e, true
}

// exampleOf returns the name of a valid record, and the shortest list of edits that breaks
// the rule and no other one.
func exampleOf(id string) (base string, edits []string) {
	text, _ := examples.ReadFile("testdata/cases.txt") // it is part of the program
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), " |")
		if len(fields) != 3 {
			continue
		}
		finding := strings.Fields(fields[2])
		found := strings.Split(strings.TrimSpace(fields[1]), " ; ")
		if len(finding) == 3 && finding[1] == id && (edits == nil || len(found) < len(edits)) {
			base, edits = fields[0], found
		}
	}
	for i, e := range edits {
		edits[i] = exampleReference(e)
	}
	return base, edits
}

// exampleReference writes out the references of an edit, which are like $Place.
func exampleReference(edit string) string {
	before, after, found := strings.Cut(edit, "$")
	if !found {
		return edit
	}
	end := strings.IndexFunc(after, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') })
	if end < 0 {
		end = len(after)
	}
	return before + `{"id": "https://museum.example/other/1", "type": "` + after[:end] + `"}` + exampleReference(after[end:])
}

func exampleRecord(name string) (record any) {
	text, _ := examples.ReadFile("testdata/base/" + name + ".json")
	_ = json.Unmarshal(text, &record) // so are these
	return record
}

// valueAt returns the JSON of the value at a pointer, "(missing)" for none.
func valueAt(value any, pointer string) string {
	for _, step := range strings.Split(pointer, "/")[1:] {
		switch in := value.(type) {
		case map[string]any:
			value = in[step]
		case []any:
			value = nil
			if i, err := strconv.Atoi(step); err == nil && i < len(in) {
				value = in[i]
			}
		default:
			value = nil
		}
	}
	if value == nil {
		return "(missing)"
	}
	text, _ := json.Marshal(value) // which was read as JSON
	return string(text)
}
