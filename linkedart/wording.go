package linkedart

// wording is what a finding of a rule says. {key} stands for the property, and
// {class} for the class of the object that has it.
type wording struct{ message, fix string }

// wordings gives the words for the rules that the schemas refer to by name.
func wordings() map[string]wording {
	return map[string]wording{
		"empty-text":   {"{key} is empty", "a text, or no {key}"},
		"beyond-table": {"{key} is not in the table for {class}", "leave it out, unless it is meant"},
		"outside-table": {
			"{key} is not in the table for {class}", "a property of the table",
		},
		"provenance-closed": {"a provenance record has no {key}", "a property of the table"},
		"links":             {"_links is written by the server; it is not part of the record", "no _links"},
		"embedded-id":       {"the tables let this object have an id, the published schemas do not", "no id"},
		"complete-flag":     {"_complete has nothing in RDF, and the published schemas refuse it", "no _complete"},
		"part-of-object":    {"part_of is one object; the published schemas want it so, the tables an array", "an array that holds the object"},
		"part-of-period":    {"the tables let part_of name a Period, the published schemas do not", "an Event or Activity; periods stand in during"},
		"held-by-array":     {"the tables and the published schemas want one object, the context an array", "one object"},
		"custodian-object":  {"the tables and the published schemas want an array, though the context makes one object of it", "an array that holds the object"},
		"notation":          {"the tables have notation, the published schemas refuse it", "no notation"},
		"classified-as-class": {
			"the tables let classified_as hold any concept, the published schemas a Type only", `"Type"`,
		},
		"reference-classified": {"the tables let a reference have classified_as, the published schemas do not", "no classified_as"},
		"type-identified":      {"the published schemas let a Type have identified_by, the tables do not", "_label alone"},
		"statement-reference":  {"the tables let a reference stand here, the published schemas a statement with content only", "a statement with content"},
		"work-reference":       {"the tables let a reference stand here, the published schemas an embedded work without id only", "an embedded work"},
		"work-empty":           {"the work does not say which digital object carries or shows it", "digitally_shown_by for an image, digitally_carried_by for a text"},
		"work-mismatch":        {"{key} does not fit {class}", "digitally_shown_by for a VisualItem, digitally_carried_by for a LinguisticObject"},
		"used-object-class":    {"the tables let any entity stand here, the published schemas a HumanMadeObject or Set", "a HumanMadeObject or Set"},
		"event-class":          {"{key} is not for the class {class}", "no {key}, or another class"},
		"participant":          {"the tables have participant here, the published schemas refuse it", "carried_out_by"},
		"provenance-technique": {"the published schemas have technique here, the tables do not", "no technique"},
		"part-relations":       {"the published schemas have {key} on a part, the tables do not", "no {key}"},
		"provenance-event":     {"the tables let a provenance record be an Event, the published schemas do not", `"Activity"`},
		"part-missing":         {"the record has no part; the tables require one, the published schemas do not", "at least one part"},
		"transfer-part":        {"the tables have Transfer parts, the published schemas refuse them", "an Acquisition or TransferOfCustody, where it is known to be one"},
		"right-extra":          {"the sources disagree whether a right has {key}", "no {key}"},
		"name-assigned-by":     {"the tables let a name have assigned_by, the published schemas do not", "no assigned_by"},
		"identifier-part":      {"the published schemas let an identifier have part, the tables do not", "no part"},
		"statement-extra":      {"the tables let a statement have {key}, the published schemas do not", "no {key}"},
		"shape-statement":      {"the tables let {class} have referred_to_by, the published schemas do not", "no referred_to_by"},
		"timespan-empty":       {"the time span has neither a name nor a begin nor an end", "begin_of_the_begin, end_of_the_end or identified_by"},
		"assigned-missing":     {"the assignment does not say what was assigned", "assigned"},
		"assigned-embed":       {"an embedded object stands here; the tables have references only", "a reference"},
		"assigned-single":      {"assigned is one object; the tables want an array", "an array that holds the object"},
		"assignment-place":     {"the published schemas let an assignment have {key}, the tables do not", "no {key}"},
		"activity-part":        {"the sources disagree whether this activity has part", "no part"},
		"part-class":           {"the tables want a part of the same class, the published schemas a Production", "the class of the whole"},
		"activity-part-of":     {"the published schemas let an embedded activity have part_of, the tables do not", "no part_of"},
		"set-amount":           {"one source lets the dimension of a set hold amounts, the published schemas do not", "a Dimension"},
		"dimension-bare":       {"the dimension lacks a value or a unit", "value and unit"},
		"group-exemplified":    {"the API has no members_exemplified_by on groups, though the model pages use it", "no members_exemplified_by"},
		"object-part":          {"the API has no part on objects, though one of its examples uses it", "part_of at the part"},
		"visual-representation": {
			"a visual work has no representation", "digital objects that show it say so with digitally_shows",
		},
		"inverse-property":   {"the API has no {key}, though one of its examples uses it", "shows or carries at the object"},
		"information-object": {"an InformationObject is named by conforms_to only", "a class of records"},
		"birth-death":        {"the tables deny a {class} {key}, though the published schemas leave it open", "no {key}"},
		"name-only":          {"the tables have names only here, the published schemas identifiers too", `"Name"`},
		"visual-language":    {"the tables let an image have language, the published schemas do not", "no language"},
		"participated-event": {"the tables let an event stand here, the published schemas an Activity only", `"Activity"`},
	}
}
