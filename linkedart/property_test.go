package linkedart

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestExample(t *testing.T) {
	long := strings.Repeat("é", 100)
	for _, c := range []struct {
		name, text string
		array      bool
		want       string
	}{
		{"made_of", "wood", true, `"made_of": [{"id": "https://…", "type": "Material", "_label": "wood"}]`},
		{"identified_by", "Mask", true, `"identified_by": [{"type": "Name", "content": "Mask"}]`},
		{"identified_by", `The "Mask" <1>`, true, `"identified_by": [{"type": "Name", "content": "The \"Mask\" <1>"}]`},
		{"referred_to_by", "Carved.", true, `"referred_to_by": [{"type": "LinguisticObject", "content": "Carved."}]`},
		{"subject_of", "A book", true, `"subject_of": [{"id": "https://…", "type": "LinguisticObject", "_label": "A book"}]`},
		{"current_location", "Room 3", false, `"current_location": {"id": "https://…", "type": "Place", "_label": "Room 3"}`},
		{"timespan", "about 1650", false, `"timespan": {"type": "TimeSpan", "identified_by": [{"type": "Name", "content": "about 1650"}]}`},
		{"classified_as", "mask", true, `"classified_as": [{"id": "https://…", "type": "Type", "_label": "mask"}]`},
		{"identified_by", long, false, `"identified_by": {"type": "Name", "content": "` + strings.Repeat("é", 30) + `…"}`},
	} {
		if got := ExampleMember(c.name, c.text, c.array); got != c.want {
			t.Errorf("%s %q:\n got %s\nwant %s", c.name, c.text, got, c.want)
		}
	}
}

// TestExamplesAreJSON checks every class once; … stands for what the user adds.
func TestExamplesAreJSON(t *testing.T) {
	for name := range usualClasses() {
		text := "{" + ExampleMember(name, "a\n\"b\"", true) + "}"
		text = strings.NewReplacer(", …}", "}", "{…}", "{}", ": …,", ": 0,").Replace(text)
		if !json.Valid([]byte(text)) {
			t.Errorf("%s: %s", name, text)
		}
	}
}
