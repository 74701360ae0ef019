package linkedart

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vitrine/checks/generate"
)

// TestEveryEndpointHasAMatcher: a keyword that is new in a schema is to be known to
// the matchers, too; without them validation takes half as long again.
func TestEveryEndpointHasAMatcher(t *testing.T) {
	v := newTestValidator(t, Standard)
	for _, e := range Endpoints() {
		if v.matchers[e.Name] == nil {
			t.Errorf("%s: a schema has a keyword that matcher.go does not know", e.Name)
		}
	}
}

// TestUnknownKeywords: no matcher is made of what it would not heed.
func TestUnknownKeywords(t *testing.T) {
	for _, text := range []string{
		`{"type": "integer"}`, `{"const": 1}`, `{"enum": ["a", null]}`, `{"minLength": 2}`, `{"pattern": "a"}`, `{"minItems": 1}`,
		`{"oneOf": [true]}`, `{"additionalProperties": false}`, `{"properties": {"a": {"items": {"maximum": 1}}}}`,
		`{"anyOf": [{"not": {"uniqueItems": true}}]}`, `{"dependentRequired": {"a": ["b"]}}`, `{"contains": true}`,
		`{"unevaluatedProperties": false}`, `{"prefixItems": [true]}`, `{"const": "a", "enum": ["a", "b"]}`,
	} {
		if m := newMatchers(map[string]*jsonschema.Schema{"it": compileText(t, text)}); m["it"] != nil {
			t.Errorf("%s has a matcher", text)
		}
	}
}

func compileText(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("vitrine:///test.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("vitrine:///test.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sameVerdict fails the test where a matcher and the engine differ about a record, or
// about it as one of another endpoint.
func sameVerdict(t *testing.T, v *Validator, record []byte) (valid int) {
	t.Helper()
	value, ok := (&check{v: v}).parse(record)
	if !ok {
		return 0
	}
	for name, m := range v.matchers {
		err := v.schemas[name].Validate(value)
		if m.matches(value) != (err == nil) {
			t.Errorf("as %s the matcher says %t: %s\n%v", name, err != nil, record, err)
		}
		if err == nil {
			valid++
		}
	}
	return valid
}

// TestMatchersAgreeWithTheSchemas compares them on the records of the tables, on
// generated ones, and on all of these with something changed.
func TestMatchersAgreeWithTheSchemas(t *testing.T) {
	v := newTestValidator(t, Standard)
	var records [][]byte
	for _, c := range readCases(t) {
		records = append(records, encode(t, edit(t, readBase(t, c.base), c.edits)))
	}
	for record := range generate.Records(generate.Options{Records: 100, Seed: 2}) {
		records = append(records, append([]byte(nil), record...))
	}
	r := rand.New(rand.NewPCG(1, 1))
	valid, compared := 0, 0
	for _, record := range records {
		valid += sameVerdict(t, v, record)
		for range 2 {
			value, ok := (&check{v: v}).parse(record)
			if !ok {
				break
			}
			text, err := json.Marshal(vary(r, value))
			if err != nil {
				t.Fatal(err)
			}
			valid += sameVerdict(t, v, text)
			compared++
		}
	}
	t.Logf("%d records, %d changed ones; valid %d times", len(records), compared, valid)
	if valid < 300 {
		t.Errorf("only %d are valid: the test tests little", valid)
	}
}

// vary changes one place of a value: takes something away, or puts something there.
func vary(r *rand.Rand, value any) any {
	others := []any{nil, true, json.Number("7"), "", "Type", "Person", []any{}, map[string]any{}, []any{"Set"}}
	switch value := value.(type) {
	case map[string]any:
		if len(value) == 0 || r.IntN(6) == 0 {
			return others[r.IntN(len(others))]
		}
		key := slices.Sorted(maps.Keys(value))[r.IntN(len(value))]
		switch r.IntN(5) {
		case 0:
			delete(value, key)
		case 1:
			value["part_of"] = value[key]
		default:
			value[key] = vary(r, value[key])
		}
		return value
	case []any:
		if len(value) == 0 || r.IntN(6) == 0 {
			return others[r.IntN(len(others))]
		}
		i := r.IntN(len(value))
		value[i] = vary(r, value[i])
		return value
	default:
		return others[r.IntN(len(others))]
	}
}
