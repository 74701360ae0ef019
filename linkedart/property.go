package linkedart

import (
	"encoding/json"
	"strings"
	"sync"
	"unicode/utf8"
)

// usualClasses gives for a property the class that its values most often have.
var usualClasses = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, r := range tableRows("classes.tsv", 2) {
		for _, property := range strings.Fields(r[1]) {
			out[property] = r[0]
		}
	}
	return out
})

// UsualClass returns the class that the values of the property most often have;
// "" where none stands out.
func UsualClass(name string) string { return usualClasses()[name] }

// maxText bounds how much of a text a message repeats, in bytes.
const maxText = 60

// ExampleMember returns a member of a record, as JSON, that says in the right form
// what was said by a text in place of an object. array means that the value of
// the property is an array.
func ExampleMember(name, text string, array bool) string {
	object := example(name, quoteJSON(Shorten(text)))
	if array {
		object = "[" + object + "]"
	}
	return quoteJSON(name) + ": " + object
}

func example(name, text string) string {
	class := UsualClass(name)
	switch class {
	case "":
		class = "Type"
	case "Name", "Identifier":
		return `{"type": "` + class + `", "content": ` + text + `}`
	case "LinguisticObject":
		if name == "referred_to_by" {
			return `{"type": "LinguisticObject", "content": ` + text + `}`
		}
	case "TimeSpan":
		return `{"type": "TimeSpan", "identified_by": [{"type": "Name", "content": ` + text + `}]}`
	case "Dimension", "MonetaryAmount":
		unit := map[string]string{"Dimension": "unit", "MonetaryAmount": "currency"}[class]
		return `{"type": "` + class + `", "value": …, "` + unit + `": {…}}`
	case "Birth", "Death", "Formation", "Dissolution", "Creation", "Production", "Activity", "Encounter", "AttributeAssignment", "Acquisition":
		return `{"type": "` + class + `", "_label": ` + text + `, …}`
	}
	return `{"id": "https://…", "type": "` + class + `", "_label": ` + text + `}`
}

// Shorten cuts a text that is long for a message.
func Shorten(text string) string {
	if len(text) <= maxText {
		return text
	}
	cut := maxText
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// quoteJSON writes a text as a JSON string.
func quoteJSON(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}
