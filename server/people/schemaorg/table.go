package schemaorg

import "vitrine/linkedart/reading"

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

// kind is a type of schema.org with its properties, in the order in which they are written.
type kind struct {
	name string
	rows []row
}

// kinds are the types by the classes of Linked Art, of which the first that an entity has
// counts. Objects and files have more specific types, see typeOf.
var kinds = []struct {
	classes []reading.Class
	kind    kind
}{
	{[]reading.Class{reading.ClassPerson}, kind{"Person", []row{
		{"givenName", partOfName("http://vocab.getty.edu/aat/300404651"), of(nil)},
		{"familyName", partOfName("http://vocab.getty.edu/aat/300404652"), of(nil)},
		{"birthDate", when, of(path{reading.Born})},
		{"birthPlace", one("Place"), of(path{reading.Born, reading.TookPlaceAt})},
		{"deathDate", when, of(path{reading.Died})},
		{"deathPlace", one("Place"), of(path{reading.Died, reading.TookPlaceAt})},
		{"homeLocation", all("Place"), of(path{reading.Residence})},
		{"memberOf", all("Organization"), of(path{reading.ActorMemberOf})},
	}}},
	{[]reading.Class{reading.ClassGroup}, kind{"Organization", []row{
		{"foundingDate", when, of(path{reading.FormedBy})},
		{"foundingLocation", one("Place"), of(path{reading.FormedBy, reading.TookPlaceAt})},
		{"dissolutionDate", when, of(path{reading.DissolvedBy})},
		{"memberOf", all("Organization"), of(path{reading.ActorMemberOf})},
		{"location", all("Place"), of(path{reading.Residence})},
	}}},
	{[]reading.Class{reading.ClassPlace}, kind{"Place", []row{
		{"geo", coordinates, of(nil)},
		{"containedInPlace", all("Place"), of(path{reading.PlacePartOf})},
	}}},
	{[]reading.Class{reading.ClassDigitalObject}, kind{"MediaObject", append(work(reading.CreatedBy, reading.DigitallyShows, reading.DigitallyCarries),
		row{"contentUrl", urls, of(path{reading.AccessPoint})},
		row{"encodingFormat", format, of(nil)},
	)}},
	{[]reading.Class{reading.ClassHumanMadeObject}, kind{"CreativeWork", work(reading.ProducedBy)}},
	{[]reading.Class{reading.ClassSet}, kind{"Collection", work(reading.CreatedBy)}},
	{[]reading.Class{reading.ClassLinguisticObject, reading.ClassVisualItem, reading.ClassPropositionalObject}, kind{"CreativeWork", work(reading.CreatedBy)}},
	{[]reading.Class{reading.ClassPeriod, reading.ClassEvent, reading.ClassActivity}, kind{"Event", []row{
		{"about", subjects, of(path{reading.UsedSpecificObject}, path{reading.ActivityPart, reading.TransferredTitleOf}, path{reading.ActivityPart, reading.TransferredCustodyOf},
			path{reading.ActivityPart, reading.Moved}, path{reading.ActivityPart, reading.Transferred}, path{reading.ActivityPart, reading.Encountered})},
		{"startDate", begin, of(nil)},
		{"endDate", end, of(nil)},
		{"location", all("Place"), of(path{reading.TookPlaceAt})},
		{"contributor", agents, of(path{reading.CarriedOutBy}, path{reading.Participant})},
		{"superEvent", all("Event"), of(path{reading.ActivityPartOf}, path{reading.During})},
	}}},
	{[]reading.Class{reading.ClassType, reading.ClassMaterial, reading.ClassLanguage, reading.ClassCurrency, reading.ClassMeasurementUnit}, kind{"DefinedTerm", []row{
		{"termCode", code, of(nil)},
		{"inDefinedTermSet", urls, of(path{reading.MemberOf})},
	}}},
}

func of(paths ...path) []path { return paths }

// work are the properties of what was made by an activity, and is about what the properties
// lead to, besides its subjects.
func work(made reading.Property, about ...reading.Property) []row {
	parts := func(p reading.Property) []path { return of(path{made, p}, path{made, reading.ActivityPart, p}) }
	subjectPaths := of(path{reading.About}, path{reading.Represents})
	for _, p := range about {
		subjectPaths = append(subjectPaths, path{p})
	}
	return []row{
		{"creator", agents, parts(reading.CarriedOutBy)},
		{"dateCreated", when, of(path{made})},
		{"locationCreated", all("Place"), parts(reading.TookPlaceAt)},
		{"artform", artOnly(names), of(path{reading.ClassifiedAs})},
		{"artMedium", artOnly(names), of(path{reading.MadeOf})},
		{"material", otherOnly(names), of(path{reading.MadeOf})},
		{"height", artOnly(size("http://vocab.getty.edu/aat/300055644")), of(nil)},
		{"width", artOnly(size("http://vocab.getty.edu/aat/300055647")), of(nil)},
		{"depth", artOnly(size("http://vocab.getty.edu/aat/300072633")), of(nil)},
		{"about", subjects, subjectPaths},
		{"inLanguage", names, of(path{reading.Language})},
		{"isPartOf", all("Collection"), of(path{reading.MemberOf})},
		{"creditText", creditLine, of(nil)},
	}
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
