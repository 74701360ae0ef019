package schemaorg

import (
	"slices"

	"vitrine/linkedart/reading"
)

// types are the types of schema.org with the classes of Linked Art that come to them, of
// which the first that an entity has counts.
var types = []struct {
	name    string
	classes []reading.Class
}{
	{"Person", []reading.Class{reading.ClassPerson}},
	{"Organization", []reading.Class{reading.ClassGroup}},
	{"Place", []reading.Class{reading.ClassPlace}},
	{"MediaObject", []reading.Class{reading.ClassDigitalObject}},
	{"CreativeWork", []reading.Class{
		reading.ClassHumanMadeObject, reading.ClassLinguisticObject, reading.ClassVisualItem, reading.ClassPropositionalObject,
	}},
	{"Collection", []reading.Class{reading.ClassSet}},
	{"Event", []reading.Class{reading.ClassPeriod, reading.ClassEvent, reading.ClassActivity}},
	{"DefinedTerm", []reading.Class{
		reading.ClassType, reading.ClassMaterial, reading.ClassLanguage, reading.ClassCurrency, reading.ClassMeasurementUnit,
	}},
}

// typeOf is the type of an entity by its classes. What is of no class of the table is a Thing.
func typeOf(n reading.Node) string {
	for _, t := range types {
		if slices.ContainsFunc(t.classes, n.Is) {
			return t.name
		}
	}
	return "Thing"
}

// row is a property of schema.org: what it is made of, and where the record has that.
type row struct {
	name  string
	value value
	paths []path
}

// value is what nodes come to as the value of a property.
type value func(d *describer, nodes []reading.Node) any

// path leads from the entity over properties to nodes; the empty path is the entity.
type path []reading.Property

// rows are the properties of each type, in the order in which they are written.
var rows = map[string][]row{
	"Person": {
		{"givenName", partOfName("http://vocab.getty.edu/aat/300404651"), of(nil)},
		{"familyName", partOfName("http://vocab.getty.edu/aat/300404652"), of(nil)},
		{"birthDate", when, of(path{reading.Born})},
		{"birthPlace", one("Place"), of(path{reading.Born, reading.TookPlaceAt})},
		{"deathDate", when, of(path{reading.Died})},
		{"deathPlace", one("Place"), of(path{reading.Died, reading.TookPlaceAt})},
		{"homeLocation", all("Place"), of(path{reading.Residence})},
		{"memberOf", all("Organization"), of(path{reading.ActorMemberOf})},
	},
	"Organization": {
		{"foundingDate", when, of(path{reading.FormedBy})},
		{"foundingLocation", one("Place"), of(path{reading.FormedBy, reading.TookPlaceAt})},
		{"dissolutionDate", when, of(path{reading.DissolvedBy})},
		{"memberOf", all("Organization"), of(path{reading.ActorMemberOf})},
		{"location", all("Place"), of(path{reading.Residence})},
	},
	"Place": {
		{"geo", coordinates, of(nil)},
		{"containedInPlace", all("Place"), of(path{reading.PlacePartOf})},
	},
	"MediaObject": append(slices.Clone(work),
		row{"contentUrl", urls, of(path{reading.AccessPoint})},
		row{"encodingFormat", format, of(nil)},
	),
	"CreativeWork": work,
	"Collection":   work,
	"Event": {
		{"about", references(typeOf), of(path{reading.UsedSpecificObject}, path{reading.ActivityPart, reading.TransferredTitleOf}, path{reading.ActivityPart, reading.TransferredCustodyOf},
			path{reading.ActivityPart, reading.Moved}, path{reading.ActivityPart, reading.Transferred}, path{reading.ActivityPart, reading.Encountered})},
		{"startDate", begin, of(nil)},
		{"endDate", end, of(nil)},
		{"location", all("Place"), of(path{reading.TookPlaceAt})},
		{"contributor", references(agentType), of(path{reading.CarriedOutBy}, path{reading.Participant})},
		{"superEvent", all("Event"), of(path{reading.ActivityPartOf}, path{reading.During})},
	},
	"DefinedTerm": {
		{"termCode", code, of(nil)},
		{"inDefinedTermSet", urls, of(path{reading.MemberOf})},
	},
}

// work are the properties of what was made by an activity, and has a subject.
var work = []row{
	{"creator", references(agentType), ofMaking(reading.CarriedOutBy)},
	{"dateCreated", when, of(path{reading.ProducedBy}, path{reading.CreatedBy})},
	{"locationCreated", all("Place"), ofMaking(reading.TookPlaceAt)},
	{"artform", artOnly(names), of(path{reading.ClassifiedAs})},
	{"artMedium", artOnly(names), of(path{reading.MadeOf})},
	{"material", otherOnly(names), of(path{reading.MadeOf})},
	{"height", artOnly(size("http://vocab.getty.edu/aat/300055644")), of(nil)},
	{"width", artOnly(size("http://vocab.getty.edu/aat/300055647")), of(nil)},
	{"depth", artOnly(size("http://vocab.getty.edu/aat/300072633")), of(nil)},
	{"about", references(typeOf), of(path{reading.About}, path{reading.Represents}, path{reading.DigitallyShows}, path{reading.DigitallyCarries})},
	{"inLanguage", names, of(path{reading.Language})},
	{"isPartOf", all("Collection"), of(path{reading.MemberOf})},
	{"creditText", creditLine, of(nil)},
	{"sdLicense", func(d *describer, _ []reading.Node) any { return link(d.s.Page.Data.Licence) }, of(nil)},
}

func of(paths ...path) []path { return paths }

// ofMaking are the paths over the activities by which something was made, and their parts.
func ofMaking(p reading.Property) []path {
	return of(path{reading.ProducedBy, p}, path{reading.ProducedBy, reading.ActivityPart, p},
		path{reading.CreatedBy, p}, path{reading.CreatedBy, reading.ActivityPart, p})
}

// nodes are those that a path leads to.
func (p path) nodes(n reading.Node) []reading.Node {
	at := []reading.Node{n}
	for _, property := range p {
		var next []reading.Node
		for _, n := range at[:min(len(at), maxValues)] {
			next = append(next, n.Nodes(property)...)
		}
		at = next
	}
	return at
}
