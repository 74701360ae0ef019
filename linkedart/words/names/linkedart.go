package names

import "vitrine/linkedart/words/entity"

// Record is a Person or Group of the name, without an address of its own: names, birth and
// death, nationality where the caller knows its concept.
func (n Name) Record(nationality *entity.Entity) entity.Entity {
	e := entity.Entity{Type: "Person", Label: n.Name}
	e.IdentifiedBy = []entity.Entity{entity.Name(n.Name, entity.Type("300404670", "Primary Name"))}
	if n.Sort != "" {
		e.IdentifiedBy = append(e.IdentifiedBy, entity.Name(n.Sort, entity.Type("300451544", "Sort Name")))
	}
	if nationality != nil {
		kind := *nationality
		kind.ClassifiedAs = []entity.Entity{entity.Type("300379842", "Nationality")}
		e.ClassifiedAs = append(e.ClassifiedAs, kind)
	}
	begin, end := "Birth", "Death"
	if n.Kind == Group {
		e.Type, begin, end = "Group", "Formation", "Dissolution"
	}
	born, died := event(begin, n.Life.Born.TimeSpan()), event(end, n.Life.Died.TimeSpan())
	if n.Kind == Group {
		e.FormedBy, e.DissolvedBy = born, died
	} else {
		e.Born, e.Died = born, died
	}
	return e
}

// event is an event at a time, nil without one.
func event(class string, span entity.Entity) *entity.Entity {
	if span.BeginOfTheBegin == "" && span.EndOfTheEnd == "" {
		return nil
	}
	return &entity.Entity{Type: class, Timespan: &span}
}

// groupTypes are the concepts of the groups that qualifiers make, by number in the AAT.
var groupTypes = map[Qualifier]entity.Entity{
	Workshop: entity.Type("300404274", "Workshop"),
	Studio:   entity.Type("300404275", "Studio"),
	Circle:   entity.Type("300404283", "Circle"),
	Follower: entity.Type("300404282", "Follower"),
	Pupil:    entity.Type("300404279", "Pupil"),
	School:   entity.Type("300404284", "School"),
}

// certainties are the concepts of how sure an attribution is.
var certainties = map[Qualifier]entity.Entity{
	Possibly: entity.Type("300435722", "Possibly"),
	Probably: entity.Type("300435721", "Probably"),
	Formerly: entity.Type("300404908", "Obsolete"),
}

// Production adds the maker to a production, as Linked Art has it: who made it for certain
// carried it out; one who may have, by an assignment to it; a workshop, circle or school
// is a Group that the person influenced; after a work and in a manner are influences. The
// maker is a reference to the record of the person named. The group needs an address, which
// a caller gives; without one, such a maker is said to be an influence alone.
func (n Name) Production(production *entity.Entity, maker entity.Entity, group string) {
	switch kind, isGroup := groupTypes[n.Qualifier]; {
	case n.Qualifier == "":
		production.CarriedOutBy = append(production.CarriedOutBy, maker)
	case isGroup && group != "":
		production.CarriedOutBy = append(production.CarriedOutBy, entity.Entity{ID: group, Type: "Group", Label: kind.Label + " of " + maker.Label})
	case isGroup, n.Qualifier == Manner, n.Qualifier == After:
		production.InfluencedBy = append(production.InfluencedBy, maker)
	default:
		a := entity.Entity{Type: "AttributeAssignment", AssignedProperty: "carried_out_by", Assigned: []entity.Entity{maker}}
		if certainty, ok := certainties[n.Qualifier]; ok {
			a.ClassifiedAs = []entity.Entity{certainty}
		}
		if n.Qualified != "" {
			a.IdentifiedBy = []entity.Entity{entity.Name(n.Qualified)}
		}
		production.AttributedBy = append(production.AttributedBy, a)
	}
}

// GroupRecord is the record of the workshop, circle or school of a person; false for other
// qualifiers.
func (n Name) GroupRecord(maker entity.Entity) (entity.Entity, bool) {
	kind, ok := groupTypes[n.Qualifier]
	if !ok {
		return entity.Entity{}, false
	}
	name := kind.Label + " of " + maker.Label
	return entity.Entity{
		Type: "Group", Label: name, ClassifiedAs: []entity.Entity{kind},
		IdentifiedBy: []entity.Entity{entity.Name(name, entity.Type("300404670", "Primary Name"))},
		FormedBy:     &entity.Entity{Type: "Formation", InfluencedBy: []entity.Entity{maker}},
	}, true
}
