package layout

import (
	"slices"

	ldcontext "vitrine/context"
)

// memberOrder is the order in which Linked Art records usually list members:
// what identifies the entity, what every record may have, then the description
// proper. Members that are not in it come after, in the order of their names.
var memberOrder = indexed(
	"_label", "classified_as", "identified_by", "referred_to_by", "equivalent", "representation",
	"member_of", "subject_of", "attributed_by",

	"content", "language", "format", "notation", "value", "unit", "currency",
	"lower_value_limit", "upper_value_limit",
	"begin_of_the_begin", "end_of_the_begin", "begin_of_the_end", "end_of_the_end", "duration",

	"timespan", "took_place_at", "during", "before", "after", "caused_by", "influenced_by",
	"carried_out_by", "participant", "used_specific_object", "technique",
	"transferred_title_of", "transferred_title_from", "transferred_title_to",
	"transferred_custody_of", "transferred_custody_from", "transferred_custody_to",
	"transferred", "transferred_from", "transferred_to",
	"paid_amount", "paid_from", "paid_to", "encountered", "establishes", "invalidates",
	"moved", "moved_from", "moved_to", "diminished",
	"assigned_property", "assigned", "assigned_by",

	"broader", "part_of", "conceptually_part_of", "part", "defined_by", "dimension", "made_of",
	"current_owner", "current_custodian", "current_permanent_custodian",
	"current_location", "current_permanent_location", "held_or_supported_by",
	"carries", "shows", "about", "represents", "represents_instance_of_type",
	"conforms_to", "digitally_carries", "digitally_shows", "digitally_carried_by", "digitally_shown_by",
	"digitally_available_via", "access_point",
	"possessed_by", "applies_to", "subject_to",
	"contact_point", "residence", "members_exemplified_by", "members_contained_by",
	"created_by", "produced_by", "formed_by", "born", "encountered_by", "modified_by",
	"changed_ownership_through", "used_for", "carried_out", "participated_in",
	"removed_by", "destroyed_by", "dissolved_by", "died",
)

func indexed(names ...string) map[string]int {
	order := make(map[string]int, len(names))
	for i, name := range names {
		order[name] = i
	}
	return order
}

// IsUsualMember reports whether memberOrder has the name, as it has those of Linked Art's
// properties.
func IsUsualMember(name string) bool {
	_, ok := memberOrder[name]
	return ok
}

// compareMembers orders two member names as memberOrder says.
func compareMembers(a, b string) int {
	ia, okA := memberOrder[a]
	ib, okB := memberOrder[b]
	switch {
	case okA && okB:
		return ia - ib
	case okA:
		return -1
	case okB:
		return 1
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// alwaysArray reports whether a key is one of the two properties whose values Linked Art writes as an
// array though its context has no set for them.
func alwaysArray(key string) bool {
	return key == "notation" || key == "current_permanent_custodian"
}

// right is the class of rights, whose parts Linked Art calls part, where other
// conceptual objects have conceptual_part: its tables of provenance have part for
// a right that is acquired.
const right = "http://www.cidoc-crm.org/cidoc-crm/E30_Right"

// spelled returns the term that Linked Art uses for a property of a node with
// the classes, in place of the one that selectTerm found.
func spelled(t *ldcontext.Term, classes []string, active *ldcontext.ActiveContext) *ldcontext.Term {
	if t.Key != "conceptual_part" || !slices.Contains(classes, right) {
		return t
	}
	if part := active.Term("part"); part != nil && part.IRI == t.IRI {
		return part
	}
	return t
}
