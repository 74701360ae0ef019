package openapi

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vitrine/linkedart"
)

// compile compiles the schemas as another program does that reads them from a document.
func compile(t *testing.T) func(name string) *jsonschema.Schema {
	t.Helper()
	text, err := json.Marshal(Schema{"components": Schema{"schemas": json.RawMessage(records)}})
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("test:schemas", document); err != nil {
		t.Fatal(err)
	}
	return func(name string) *jsonschema.Schema {
		schema, err := compiler.Compile("test:schemas#/components/schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return schema
	}
}

func read(t *testing.T, file string) (record map[string]any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return record
}

func base(t *testing.T, endpoint string) map[string]any {
	return read(t, "../../linkedart/testdata/base/"+endpoint+".json")
}

// TestSample holds every record of the sample collection against the schema of its endpoint.
func TestSample(t *testing.T) {
	schema := compile(t)
	for _, e := range linkedart.Endpoints() {
		files, err := filepath.Glob("../../data/" + e.Name + "/*.json")
		if err != nil || len(files) == 0 {
			t.Errorf("%s: %d records, %v", e.Name, len(files), err)
		}
		for _, file := range files {
			record := read(t, file)
			if err := schema(recordSchema(e.Name)).Validate(record); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			if err := schema("Record").Validate(record); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// TestRecordsWithoutErrorsFit changes each base record in every place, in one of the ways of
// variants. Where the standard reading has no error, the record has to fit.
func TestRecordsWithoutErrorsFit(t *testing.T) {
	validator, err := linkedart.NewValidator(linkedart.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fits := compile(t)("Record")
	tried, accepted := 0, 0
	for _, e := range linkedart.Endpoints() {
		record := base(t, e.Name)
		change(record, func() {
			if tried++; tried%7 != 0 {
				return // a place has six changes at least
			}
			text, err := json.Marshal(record)
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(validator.Validate(text), func(f linkedart.Finding) bool { return f.Level == linkedart.Error }) {
				return
			}
			accepted++
			if err := fits.Validate(record); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
	if accepted < 100 {
		t.Errorf("%d changed records have no error, want at least 100", accepted)
	}
}

// change makes changes to a value one by one, and calls try after each.
func change(value any, try func()) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			old := v[key]
			change(old, try)
			for _, other := range variants(old) {
				v[key] = other
				try()
			}
			delete(v, key)
			try()
			v[key] = old
		}
	case []any:
		for i, old := range v {
			change(old, try)
			for _, other := range variants(old) {
				v[i] = other
				try()
			}
			v[i] = old
		}
	}
}

// variants are values in the place of another.
func variants(value any) []any {
	all := []any{[]any{value}, "text", 4.5, true, map[string]any{"id": "https://museum.example/other", "type": "Type"}}
	if list, ok := value.([]any); ok && len(list) > 0 {
		all = append(all, list[0])
	}
	if class, ok := value.(string); ok && regexp.MustCompile("^[A-Z][A-Za-z]+$").MatchString(class) {
		all = append(all, "Person", "Group", "Activity", "Event", "Period", "Material", "InformationObject", "Transfer")
	}
	return all
}

// TestRefused edits base records so that they do not fit.
func TestRefused(t *testing.T) {
	schema := compile(t)
	for _, c := range []struct {
		endpoint, member string
		value            any
	}{
		{"person", "type", "Dimension"},
		{"person", "id", 4.0},
		{"person", "identified_by", []any{map[string]any{"type": "Name"}}},
		{"person", "identified_by", []any{map[string]any{"type": "Person", "content": "a"}}},
		{"person", "born", map[string]any{"type": "Death"}},
		{"person", "residence", []any{map[string]any{"id": "https://museum.example/other", "type": "Person"}}},
		{"object", "produced_by", []any{}},
		{"object", "dimension", []any{map[string]any{"type": "Dimension", "value": "four"}}},
		{"place", "defined_by", 4.0},
		{"provenance", "part", []any{map[string]any{"type": "Production"}}},
		{"provenance", "unheard", "of"},
	} {
		record := base(t, c.endpoint)
		if err := schema(recordSchema(c.endpoint)).Validate(record); err != nil {
			t.Fatalf("%s: %v", c.endpoint, err)
		}
		record[c.member] = c.value
		if schema(recordSchema(c.endpoint)).Validate(record) == nil {
			t.Errorf("%s: took %s = %v", c.endpoint, c.member, c.value)
		}
	}
}

var update = flag.Bool("update", false, "write records.json anew")

// TestRecordsFile: records.json is what is made of the schemas of package linkedart.
// Programs that make types of it have no conditions to cope with, and no name is a
// rule's.
func TestRecordsFile(t *testing.T) {
	schemas, err := makeSchemas("#/components/schemas/")
	if err != nil {
		t.Fatal(err)
	}
	for name, schema := range schemas {
		if len(schema) == 0 || strings.Contains(name, "-") {
			t.Errorf("%s: %v", name, schema)
		}
	}
	text, err := json.MarshalIndent(schemas, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	for _, keyword := range []string{"if", "then", "else", "$comment", "$defs", "propertyNames"} {
		if bytes.Contains(text, []byte(`"`+keyword+`":`)) {
			t.Errorf("the schemas have %s", keyword)
		}
	}
	if *update {
		if err := os.WriteFile("records.json", text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(text, records) {
		t.Error("records.json differs from the schemas of linkedart; write it anew with: go test ./server/openapi -run TestRecordsFile -update")
	}
}
