package entity

import "encoding/json"

// Member is a member of an entity that is not empty: a text, a number, an entity or a list.
type Member struct {
	Name   string
	Text   string
	Number json.Number
	One    *Entity
	List   []Entity
}

// Members appends the members that encoding/json writes, in their order. It is for those who
// make another form of an entity, without JSON on the way.
func (e *Entity) Members(all []Member) []Member {
	text := func(name, value string) {
		if value != "" || name == "type" {
			all = append(all, Member{Name: name, Text: value})
		}
	}
	one := func(name string, value *Entity) {
		if value != nil {
			all = append(all, Member{Name: name, One: value})
		}
	}
	list := func(name string, value []Entity) {
		if len(value) > 0 {
			all = append(all, Member{Name: name, List: value})
		}
	}
	text("id", e.ID)
	text("type", e.Type)
	text("_label", e.Label)
	list("classified_as", e.ClassifiedAs)
	list("identified_by", e.IdentifiedBy)
	list("referred_to_by", e.ReferredToBy)
	text("content", e.Content)
	if e.Value != "" {
		all = append(all, Member{Name: "value", Number: e.Value})
	}
	one("unit", e.Unit)
	one("currency", e.Currency)
	one("timespan", e.Timespan)
	text("begin_of_the_begin", e.BeginOfTheBegin)
	text("end_of_the_begin", e.EndOfTheBegin)
	text("begin_of_the_end", e.BeginOfTheEnd)
	text("end_of_the_end", e.EndOfTheEnd)
	list("took_place_at", e.TookPlaceAt)
	list("carried_out_by", e.CarriedOutBy)
	list("influenced_by", e.InfluencedBy)
	list("used_specific_object", e.UsedSpecificObject)
	list("technique", e.Technique)
	text("assigned_property", e.AssignedProperty)
	list("assigned", e.Assigned)
	list("attributed_by", e.AttributedBy)
	one("born", e.Born)
	one("died", e.Died)
	one("formed_by", e.FormedBy)
	one("dissolved_by", e.DissolvedBy)
	list("made_of", e.MadeOf)
	if e.Transfer != nil {
		list("transferred_title_of", e.TransferredTitleOf)
		list("transferred_title_from", e.TransferredTitleFrom)
		list("transferred_title_to", e.TransferredTitleTo)
		list("transferred_custody_of", e.TransferredCustodyOf)
		list("transferred_custody_from", e.TransferredCustodyFrom)
		list("transferred_custody_to", e.TransferredCustodyTo)
		list("moved", e.Moved)
		one("moved_from", e.MovedFrom)
		one("moved_to", e.MovedTo)
		list("encountered", e.Encountered)
		list("establishes", e.Establishes)
		list("applies_to", e.AppliesTo)
		list("possessed_by", e.PossessedBy)
		one("paid_amount", e.PaidAmount)
		list("paid_to", e.PaidTo)
		list("paid_from", e.PaidFrom)
	}
	list("part_of", e.PartOf)
	list("part", e.Part)
	list("equivalent", e.Equivalent)
	return all
}
