package schemaorg

import "vitrine/linkedart/reading"

// The parts of names (Getty AAT).
const (
	givenNameType  = "http://vocab.getty.edu/aat/300404651"
	familyNameType = "http://vocab.getty.edu/aat/300404652"
)

func (d *describer) person(t *Thing) {
	n := d.s.Node
	t.Type = "Person"
	born, died := n.Node(reading.Born), n.Node(reading.Died)
	t.BirthDate, t.BirthPlace = date(born), first(d.places(born.Nodes(reading.TookPlaceAt)))
	t.DeathDate, t.DeathPlace = date(died), first(d.places(died.Nodes(reading.TookPlaceAt)))
	t.HomeLocation = d.places(n.Nodes(reading.Residence))
	t.MemberOf = d.references(n.Nodes(reading.ActorMemberOf), always("Organization"))
	if names := n.Names(); len(names) > 0 {
		for _, part := range names[0].Node.Nodes(reading.SymbolicPart) {
			partOfName(t, part)
		}
	}
}

func partOfName(t *Thing, part reading.Node) {
	for _, content := range part.Literals(reading.Content) {
		switch {
		case part.IsClassified(givenNameType) && t.GivenName == "":
			t.GivenName = cut(content.String())
		case part.IsClassified(familyNameType) && t.FamilyName == "":
			t.FamilyName = cut(content.String())
		}
	}
}

func (d *describer) group(t *Thing) {
	n := d.s.Node
	t.Type = "Organization"
	formed := n.Node(reading.FormedBy)
	t.FoundingDate, t.FoundingLocation = date(formed), first(d.places(formed.Nodes(reading.TookPlaceAt)))
	t.DissolutionDate = date(n.Node(reading.DissolvedBy))
	t.Location = d.places(n.Nodes(reading.Residence))
	t.MemberOf = d.references(n.Nodes(reading.ActorMemberOf), always("Organization"))
}
