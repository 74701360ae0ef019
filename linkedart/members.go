package linkedart

import (
	"slices"

	"github.com/agnivade/levenshtein"
)

// commonMembers are the members that any record may have.
var commonMembers = []string{
	"@context", "id", "type", "_label", "classified_as", "identified_by", "referred_to_by", "equivalent",
	"representation", "member_of", "subject_of", "attributed_by",
}

// activityMembers are those of activities, embedded or not.
var activityMembers = []string{
	"part_of", "timespan", "during", "before", "after", "took_place_at", "caused_by", "influenced_by",
	"carried_out_by", "participant", "used_specific_object", "part", "technique",
}

// members returns the members that an object of the class may have, for messages:
// those of every record, and the class's own. The order in which they are written is
// that of package jsonld.
func members(class string) []string {
	return slices.Concat(commonMembers, ownMembers(class))
}

// ownMembers returns the members of a class that not every record has.
func ownMembers(class string) []string {
	switch class {
	case "Type", "Material", "Language", "Currency", "MeasurementUnit":
		return []string{"broader", "created_by", "notation"}
	case "Period", "Event", "Activity", "Creation", "Production", "Modification", "Destruction", "Formation", "Dissolution", "Birth", "Death":
		return activityMembers
	}
	if own, ok := recordMembers[class]; ok {
		return own
	}
	if own, ok := partMembers[class]; ok {
		return slices.Concat(activityMembers, own)
	}
	return shapeMembers[class]
}

// recordMembers gives the own members of the classes with one endpoint.
var recordMembers = map[string][]string{
	"DigitalObject": {
		"dimension", "part_of", "format", "conforms_to", "digitally_carries", "digitally_shows",
		"digitally_available_via", "access_point", "created_by", "used_for",
	},
	"Group": {"contact_point", "residence", "carried_out", "participated_in", "formed_by", "dissolved_by"},
	"HumanMadeObject": {
		"part_of", "dimension", "made_of", "current_owner", "current_custodian", "current_permanent_custodian",
		"current_location", "current_permanent_location", "held_or_supported_by", "carries", "shows", "used_for",
		"produced_by", "destroyed_by", "removed_by", "modified_by", "encountered_by", "changed_ownership_through",
	},
	"Person": {"contact_point", "residence", "carried_out", "participated_in", "born", "died"},
	"Place":  {"part_of", "defined_by"},
	"Set":    {"dimension", "about", "members_exemplified_by", "members_contained_by", "created_by", "used_for"},
	"LinguisticObject": {
		"language", "dimension", "part_of", "conceptually_part_of", "content", "format", "about", "subject_to",
		"created_by", "used_for", "digitally_carried_by", "assigned_by",
	},
	"VisualItem": {
		"dimension", "part_of", "conceptually_part_of", "about", "represents", "represents_instance_of_type",
		"subject_to", "created_by", "used_for", "digitally_shown_by",
	},
	"PropositionalObject": {"dimension", "conceptually_part_of", "about", "subject_to", "created_by"},
}

// partMembers gives what the kinds of activity have beyond other activities.
var partMembers = map[string][]string{
	"Acquisition":         {"transferred_title_of", "transferred_title_from", "transferred_title_to"},
	"Payment":             {"paid_amount", "paid_from", "paid_to"},
	"TransferOfCustody":   {"transferred_custody_of", "transferred_custody_from", "transferred_custody_to"},
	"Encounter":           {"encountered"},
	"RightAcquisition":    {"establishes", "invalidates"},
	"Move":                {"moved", "moved_from", "moved_to"},
	"Transfer":            {"transferred", "transferred_from", "transferred_to"},
	"PartRemoval":         {"diminished"},
	"AttributeAssignment": {"assigned_property", "assigned"},
}

// shapeMembers gives the own members of the shapes that are only embedded.
var shapeMembers = map[string][]string{
	"Name":           {"content", "language", "part", "assigned_by"},
	"Identifier":     {"content", "part", "assigned_by"},
	"TimeSpan":       {beginOfBegin, endOfBegin, beginOfEnd, endOfEnd, "duration"},
	"Dimension":      {"value", "unit", "upper_value_limit", "lower_value_limit", "assigned_by"},
	"MonetaryAmount": {"value", "currency", "upper_value_limit", "lower_value_limit"},
	"Right":          {"possessed_by", "dimension", "applies_to", "part", "created_by"},
	"DigitalService": {"conforms_to", "access_point"},
}

// suggestion says what to write in place of a key that an object of the class does not
// have: the key that was likely meant, unless this one is that of other classes.
func suggestion(key, class, otherwise string) string {
	if isMember(key) {
		return otherwise
	}
	if near := nearest(key, members(class)); near != "" && near != key {
		return "did you mean " + quote(near) + "?"
	}
	return otherwise
}

// isMember reports whether objects of some class may have the member.
func isMember(key string) bool {
	if slices.Contains(commonMembers, key) || slices.Contains(activityMembers, key) || slices.Contains(ownMembers("Type"), key) {
		return true
	}
	for _, classes := range []map[string][]string{recordMembers, partMembers, shapeMembers} {
		for _, own := range classes {
			if slices.Contains(own, key) {
				return true
			}
		}
	}
	return false
}

// nearest returns the one of the names that the word was likely meant to be, at
// most two letters away and one in a short word; "" where there is none.
func nearest(word string, names []string) string {
	const longest = 64
	if len(word) > longest {
		return ""
	}
	best, found := min(3, 1+len(word)/3), ""
	for _, name := range names {
		if d := levenshtein.ComputeDistance(word, name); d < best {
			best, found = d, name
		}
	}
	return found
}
