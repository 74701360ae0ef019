// Package property tells of each property of Linked Art what its values most
// often look like, so that a message can show the right form. The classes are
// those of the property tables of Linked Art's API 1.0
// (https://linked.art/api/1.0/). It never judges a record; package linkedart
// does.
package property

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// classes gives for a property the class that its values most often have.
var classes = map[string]string{
	"identified_by": "Name", "referred_to_by": "LinguisticObject", "contact_point": "Identifier",
	"timespan": "TimeSpan", "dimension": "Dimension", "duration": "Dimension", "paid_amount": "MonetaryAmount",
	"unit": "MeasurementUnit", "currency": "Currency", "language": "Language", "made_of": "Material",
	"carried_out_by": "Person", "current_owner": "Group", "current_custodian": "Group",
	"current_permanent_custodian": "Group", "member_of": "Group",
	"took_place_at": "Place", "residence": "Place", "current_location": "Place", "current_permanent_location": "Place",
	"representation": "VisualItem", "shows": "VisualItem", "subject_of": "LinguisticObject", "carries": "LinguisticObject",
	"digitally_shown_by": "DigitalObject", "digitally_carried_by": "DigitalObject", "access_point": "DigitalObject",
	"born": "Birth", "died": "Death", "formed_by": "Formation", "dissolved_by": "Dissolution",
	"created_by": "Creation", "produced_by": "Production", "used_for": "Activity", "encountered_by": "Encounter",
	"attributed_by": "AttributeAssignment", "assigned_by": "AttributeAssignment", "part": "Acquisition",
	"during": "Period", "caused_by": "Event",
}

// Class returns the class that the values of the property most often have;
// "" where none stands out.
func Class(name string) string { return classes[name] }

// maxText bounds how much of a text a message repeats, in bytes.
const maxText = 60

// Example returns a member of a record, as JSON, that says in the right form
// what was said by a text in place of an object. array tells that the value of
// the property is an array.
func Example(name, text string, array bool) string {
	object := example(name, quote(Shorten(text)))
	if array {
		object = "[" + object + "]"
	}
	return quote(name) + ": " + object
}

func example(name, text string) string {
	class := Class(name)
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

// quote writes a text as a JSON string.
func quote(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}
