package mapping

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// schemaFile is the JSON Schema of mappings, for editors.
const schemaFile = "../../docs/import-mapping.schema.json"

// TestSchema takes what the parser takes, knows each verb, and refuses what is misspelt.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range verbNames() {
		if !strings.Contains(string(text), `"`+name+`"`) {
			t.Errorf("the schema does not know %s", name)
		}
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("mapping.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("mapping.json")
	if err != nil {
		t.Fatal(err)
	}
	const good = "circa: 5\nearly: 25\ncentury: 1\norder: day\nreview: review.csv\ntables: {kinds: {bowl: {id: a, type: Type}}}\nsources:\n- file: a.csv\n  join: {p: {file: b.csv, key: k, on: o}}\n  records:\n  - {id: object/1, type: T, value: 1.5, x: [{$each: [a, b], $split: '|', $ref: 'p/{a}', type: P}], $provenance: '{p}'}\n"
	for name, c := range map[string]struct {
		text string
		ok   bool
	}{
		"good":            {good, true},
		"a misspelt verb": {strings.Replace(good, "$provenance", "$provenence", 1), false},
		"no type":         {strings.Replace(good, "type: T, value", "value", 1), false},
		"a wide circa":    {strings.Replace(good, "circa: 5", "circa: 500", 1), false},
		"a late early":    {strings.Replace(good, "early: 25", "early: 60", 1), false},
		"no century":      {strings.Replace(good, "century: 1", "century: 2", 1), false},
		"no order":        {strings.Replace(good, "order: day", "order: year", 1), false},
		"no review":       {strings.Replace(good, "review: review.csv", "review: ''", 1), false},
	} {
		var value any
		if err := yaml.Unmarshal([]byte(c.text), &value); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(instance); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Parse("m.yaml", []byte(c.text), nil); (err == nil) != c.ok {
			t.Errorf("%s: the parser says %v", name, err)
		}
	}
}
