package linkedart

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestShapes checks what forms offer: what the tables have, and nothing that a rule takes exception to.
func TestShapes(t *testing.T) {
	shapes, err := NewShapes()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		endpoint, class, path string
		// want are the kind of the member, whether there are many, and the classes; references
		// have a star. It is "" for what is not offered.
		want string
	}{
		{"object", "HumanMadeObject", "_label", "text"},
		{"object", "HumanMadeObject", "identified_by", "many Name Identifier"},
		{"object", "HumanMadeObject", "identified_by/Name/content", "text"},
		{"object", "HumanMadeObject", "identified_by/Name/identified_by", "many Name"},
		{"object", "HumanMadeObject", "identified_by/Name/language", "many Language*"},
		{"object", "HumanMadeObject", "referred_to_by", "many LinguisticObject"},
		{"object", "HumanMadeObject", "classified_as", "many Type"},
		{"object", "HumanMadeObject", "part_of", "many HumanMadeObject*"},
		{"object", "HumanMadeObject", "held_or_supported_by", "HumanMadeObject*"},
		{"object", "HumanMadeObject", "part", ""},
		{"object", "HumanMadeObject", "_links", ""},
		{"object", "HumanMadeObject", "born", ""},
		{"object", "HumanMadeObject", "dimension/Dimension/value", "number"},
		{"object", "HumanMadeObject", "dimension/Dimension/unit", "MeasurementUnit*"},
		{"object", "HumanMadeObject", "produced_by/Production/timespan/TimeSpan/begin_of_the_begin", "moment"},
		{"object", "HumanMadeObject", "produced_by/Production/carried_out_by", "many Person* Group*"},
		{"person", "Person", "born/Birth/took_place_at", "many Place*"},
		{"person", "Person", "member_of", "many Group*"},
		{"place", "Place", "defined_by", "text"},
		{"text", "LinguisticObject", "content", "text"},
		{"provenance", "Activity", "part/Payment/paid_amount/MonetaryAmount/currency", "Currency*"},
	} {
		shape, ok := shapes.Record(row.endpoint, row.class)
		if !ok {
			t.Errorf("%s has no %s", row.endpoint, row.class)
			continue
		}
		if got := lookUp(shape, strings.Split(row.path, "/")); got != row.want {
			t.Errorf("%s %s: %q, want %q", row.class, row.path, got, row.want)
		}
	}
	if _, ok := shapes.Record("object", "Person"); ok {
		t.Error("an endpoint has the class of another one")
	}
}

func lookUp(shape *Shape, path []string) string {
	m, ok := shape.Member(path[0])
	if !ok {
		return ""
	}
	if len(path) > 1 {
		inner := m.Of(path[1])
		if inner == nil {
			return ""
		}
		return lookUp(inner, path[2:])
	}
	words := []string{}
	if m.Many {
		words = append(words, "many")
	}
	if m.Kind != Object {
		words = append(words, map[Kind]string{Text: "text", Number: "number", Moment: "moment"}[m.Kind])
	}
	for _, s := range m.Shapes {
		if words = append(words, s.Class); s.Reference {
			words[len(words)-1] += "*"
		}
	}
	return strings.Join(words, " ")
}

// TestShapesOfBase finds the shape of each object of the valid records that the tables describe.
func TestShapesOfBase(t *testing.T) {
	shapes, err := NewShapes()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Endpoints() {
		record, ok := readBase(t, e.Name).(map[string]any)
		if !ok {
			t.Fatal(e.Name)
		}
		class, _ := record["type"].(string)
		shape, ok := shapes.Record(e.Name, class)
		if !ok {
			t.Errorf("%s has no %s", e.Name, class)
			continue
		}
		walkShape(t, e.Name, shape, record)
	}
}

func walkShape(t *testing.T, at string, shape *Shape, object map[string]any) {
	for name, value := range object {
		m, ok := shape.Member(name)
		if !ok || m.Kind != Object {
			continue
		}
		items, many := value.([]any)
		if !many {
			items = []any{value}
		}
		for _, item := range items {
			inner, _ := item.(map[string]any)
			class, _ := inner["type"].(string)
			if of := m.Of(class); of != nil {
				walkShape(t, at+"/"+name, of, inner)
			} else if text, _ := json.Marshal(item); inner["content"] != nil || inner["id"] == nil {
				t.Errorf("%s/%s: no shape for %s", at, name, text)
			}
		}
	}
}
