package linkedart

import "slices"

// Rule is one thing that a record is checked for.
type Rule struct {
	ID string
	// Standard and Strict are its levels in the two readings.
	Standard, Strict Level
	// Source is what it rests on; see Finding.Source.
	Source string
	// Title says in one sentence what the rule asks for.
	Title string
}

// Rules returns all rules, in the order in which vitrine explain lists them.
func Rules() []Rule { return slices.Clone(rules) }

// Level returns the level of the rule in the reading.
func (r Rule) Level(reading Reading) Level {
	if reading == Strict {
		return r.Strict
	}
	return r.Standard
}

// rules lists first what holds of every JSON text, then what holds of every
// entity, then the shapes, then the rows of the table of disagreements.
var rules = []Rule{
	{"json", Error, Error, "RFC 8259", "The record is one JSON text in UTF-8."},
	{"not-object", Error, Error, "RFC 8259", "The record is a JSON object."},
	{"too-deep", Error, Error, "limit", "Values are nested at most 100 deep."},
	{"too-many", Error, Error, "limit", "A report holds at most 1,000 findings about one record."},
	{"duplicate-key", Error, Error, "RFC 8259", "Each key stands once in an object; of two, one would be lost."},
	{"null", Error, Error, "JSON-LD 1.1", "No value is null; JSON-LD drops it."},
	{"empty-array", Warning, Warning, "D-50", "No array is empty; RDF has nothing for it."},
	{"empty-object", Error, Error, "tables", "No object is empty."},
	{"bare-string", Error, Error, "tables", "A reference is an object with id and type, not a string."},
	{"value-object", Error, Error, "tables", "Text is a plain string, not a JSON-LD value object."},
	{"keyword-key", Error, Error, "JSON-LD 1.1", "No key begins with @ but the record's @context."},
	{"nested-context", Error, Error, "D-19", "Only the record itself has @context."},

	{"context", Error, Error, "D-46", "The @context is that of Linked Art, or an array that holds it."},
	{"context-last", Warning, Error, "D-46", "In an array of contexts that of Linked Art comes last."},
	{"context-inline", Warning, Error, "D-46", "Contexts are named by IRI, not written into the record."},
	{"context-unknown", Error, Error, "JSON-LD 1.1", "Each context is at hand; none is fetched."},
	{"record-id", Error, Error, "tables", "The id of a record is an absolute HTTP(S) URI."},
	{"outside-base", Error, Error, "base", "The id of a record lies inside the base."},
	{"record-class", Error, Error, "tables", "The class of a record is one that an endpoint serves."},
	{"endpoint-class", Warning, Warning, "tables", "The class of a record fits the endpoint in its path."},
	{"unknown-class", Error, Error, "D-52", "Each type is a class of the context."},
	{"type-missing", Error, Error, "D-18", "Each object has a type; without it the context's class terms are lost."},
	{"unknown-property", Error, Error, "context", "Each key is a term of the context for its class; another would be lost."},
	{"class-key", Error, Error, "context", "A key is the name of a property, not of a class."},
	{"iri", Error, Error, "RFC 3987", "Each id is a well-formed absolute IRI."},
	{"blank-id", Error, Error, "tables", "No id is a blank node label."},
	{"prefixed-id", Error, Error, "tables", "Ids are written in full, not with a prefix."},
	{"vocabulary-id", Error, Error, "Getty vocabularies", "An id in a Getty vocabulary has the vocabulary's form."},
	{"vocabulary-page", Warning, Warning, "Getty vocabularies", "A Getty concept is named by its id, not by its page."},
	{"label-concept", Warning, Warning, "Getty vocabularies", "The label of a well-known concept is not the name of another one."},
	{"reference-missing", Warning, Warning, "base", "An entity inside the base that is referred to exists."},
	{"language-tag", Error, Error, "BCP 47", "The notation of a language is a well-formed language tag."},
	{"assigned-property", Error, Error, "tables", "assigned_property is a term of the class that was described, or an IRI."},
	{"media-type", Warning, Error, "tables", "format is a media type."},
	{"empty-text", Warning, Error, "tables", "Text is not empty."},

	{"date", Error, Error, "D-49", "A date is a real one, as xsd:dateTime writes it."},
	{"date-time-missing", Warning, Error, "D-49", "A date has a time of day."},
	{"date-utc", Warning, Error, "D-49", "A date is in UTC and ends with Z."},
	{"date-year", Warning, Error, "D-49", "A year has no plus sign, and no zeros beyond four digits."},
	{"timespan-order", Error, Error, "CIDOC CRM", "A time span does not begin after it ends."},
	{"wkt", Error, Error, "tables", "defined_by is well-formed WKT, and its rings are closed."},
	{"wkt-range", Error, Error, "tables", "WKT has longitude before latitude, in degrees."},

	{"required", Error, Error, "tables", "What the tables require is there."},
	{"recommended-missing", Warning, Warning, "tables", "What the tables recommend for a record is there."},
	{"wrong-kind", Error, Error, "tables", "Each value is of the JSON kind that its property wants."},
	{"wrong-class", Error, Error, "tables", "Each object is of a class that its property takes."},
	{"beyond-table", Warning, Warning, "tables", "Properties are those of the table (Place, Person, and shapes left open)."},
	{"other-endpoint", Warning, Error, "tables", "A Place or Person has no property that only other endpoints have."},
	{"outside-table", Warning, Error, "tables", "Properties are those of the table (the other records and shapes)."},
	{"reference-extra", Warning, Error, "tables", "A reference says no more than its id, type and _label."},
	{"provenance-closed", Error, Error, "tables", "Provenance records and their parts have no properties beyond the table."},
	{"part-kind", Error, Error, "tables", "A provenance part is exactly one of the seven kinds, or a Transfer."},
	{"part-lacks", Error, Error, "tables", "A provenance part has what its kind requires."},

	{"label-missing", Warning, Error, "D-01", "A record has a _label (on Provenance: required)."},
	{"links", Warning, Error, "D-02", "_links is written by the server, not stored."},
	{"embedded-id", Warning, Error, "D-03", "Names, statements, parts and the like have no id."},
	{"complete-flag", Warning, Error, "D-04", "_complete is not used; RDF has nothing for it."},
	{"part-of-object", Warning, Error, "D-05", "part_of is an array."},
	{"part-of-period", Warning, Error, "D-07", "part_of of an activity names an Event or Activity."},
	{"held-by-array", Warning, Error, "D-08", "held_or_supported_by is one object."},
	{"custodian-object", Warning, Error, "D-09", "current_permanent_custodian is an array."},
	{"notation", Warning, Error, "D-10", "References have no notation."},
	{"classified-as-class", Warning, Error, "D-12", "classified_as holds objects of class Type."},
	{"reference-classified", Warning, Error, "D-13", "References have no classified_as."},
	{"type-identified", Warning, Error, "D-14", "An embedded Type has no identified_by."},
	{"statement-reference", Warning, Error, "D-15", "referred_to_by holds statements, not references."},
	{"work-reference", Warning, Error, "D-16", "representation and subject_of hold embedded works, not references."},
	{"work-empty", Warning, Error, "D-17", "An embedded work says which digital object carries or shows it."},
	{"work-mismatch", Error, Error, "D-17", "Images are digitally_shown_by, texts digitally_carried_by."},
	{"equivalent-class", Warning, Error, "D-20", "An equivalent is of the same class as the record."},
	{"used-object-class", Warning, Error, "D-21", "used_specific_object names a HumanMadeObject or Set."},
	{"event-class", Warning, Error, "D-22", "Periods and Events have only the properties of their class."},
	{"participant", Warning, Error, "D-23", "Provenance has no participant."},
	{"provenance-technique", Warning, Error, "D-24", "A provenance record has no technique."},
	{"part-relations", Warning, Error, "D-24", "A provenance part has no technique, caused_by, before or after."},
	{"provenance-event", Warning, Error, "D-25", "A provenance record is an Activity."},
	{"part-missing", Warning, Error, "D-26", "A provenance record has parts."},
	{"provenance-classification", Warning, Error, "D-27", "A provenance record is classified as provenance (aat:300055863)."},
	{"transfer-part", Warning, Error, "D-28", "A provenance part is not a plain Transfer."},
	{"promise-classification", Warning, Error, "D-29", "A promise is classified as one (aat:300435599)."},
	{"right-extra", Warning, Error, "D-30", "A right has no dimension, applies_to, part or created_by."},
	{"name-assigned-by", Warning, Error, "D-31", "A name has no assigned_by."},
	{"identifier-part", Warning, Error, "D-32", "An identifier has no part."},
	{"statement-extra", Warning, Error, "D-33", "A statement has no assigned_by, subject_to or created_by."},
	{"shape-statement", Warning, Error, "D-34", "Time spans, dimensions and amounts have no referred_to_by."},
	{"timespan-empty", Warning, Error, "D-35", "A time span has a name, a begin or an end."},
	{"assigned-missing", Warning, Error, "D-36", "An AttributeAssignment says what was assigned."},
	{"assigned-embed", Warning, Error, "D-36", "assigned holds references."},
	{"assigned-single", Warning, Error, "D-36", "assigned is an array."},
	{"assignment-place", Warning, Error, "D-37", "An AttributeAssignment has no took_place_at or part_of."},
	{"activity-part", Warning, Error, "D-38", "An embedded Activity or AttributeAssignment has no part."},
	{"part-class", Warning, Error, "D-38", "A part of an embedded activity is of the same class."},
	{"activity-part-of", Warning, Error, "D-39", "An embedded activity has no part_of."},
	{"set-amount", Warning, Error, "D-40", "The dimension of a set holds Dimensions."},
	{"dimension-bare", Warning, Error, "D-41", "A dimension has a value and a unit."},
	{"group-exemplified", Warning, Error, "D-42", "A group has no members_exemplified_by."},
	{"object-part", Warning, Error, "D-43", "An object names its whole, not its parts."},
	{"visual-representation", Warning, Error, "D-44", "A visual work has no representation."},
	{"inverse-property", Warning, Error, "D-45", "shown_by and carried_by are said at the object, as shows and carries."},
	{"information-object", Warning, Error, "D-51", "An InformationObject is named by conforms_to only."},

	{"birth-death", Warning, Error, "activity classes", "Births and deaths have no actor, influence, object used, technique or part."},
	{"name-only", Warning, Error, "shared shapes", "identified_by of a shared shape holds names, not identifiers."},
	{"visual-language", Warning, Error, "embedded works", "An embedded image has no language."},
	{"participated-event", Warning, Error, "person and group", "participated_in holds Activities."},
}

// ruleIndex maps the ids to the rules.
func ruleIndex() map[string]*Rule {
	index := make(map[string]*Rule, len(rules))
	for i := range rules {
		index[rules[i].ID] = &rules[i]
	}
	return index
}
