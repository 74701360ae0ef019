package linkedart

import "testing"

// TestSchemasAlone runs the schemas without the checks around them, as another
// program may: each takes its record, and no record of another class.
func TestSchemasAlone(t *testing.T) {
	schemas, err := compileSchemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Endpoints() {
		record := readBase(t, e.Name)
		if err := schemas[e.Name].Validate(record); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if schemas[e.Name].Validate(edit(t, record, `/type = "Dimension"`)) == nil {
			t.Errorf("%s: took a Dimension", e.Name)
		}
	}
}

// TestEveryRecordKnowsServerMembers looks at the members that no table has but
// every record may come with.
func TestEveryRecordKnowsServerMembers(t *testing.T) {
	v := newTestValidator(t, Standard)
	for _, e := range Endpoints() {
		for edits, want := range map[string]string{
			`/_links = {"self": {"href": "https://museum.example/", "weight": null}}`: "warning links /_links",
			`/_links = "https://museum.example/"`:                                     "error wrong-kind /_links",
			`/_complete = false`:                                                      "warning complete-flag /_complete",
			`/_complete = "no"`:                                                       "error wrong-kind /_complete",
		} {
			if got := show(v.Validate(encode(t, edit(t, readBase(t, e.Name), edits)))); got != want {
				t.Errorf("%s, %s: got %s, want %s", e.Name, edits, got, want)
			}
		}
	}
}
