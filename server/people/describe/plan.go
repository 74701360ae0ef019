package describe

import (
	"vitrine/linkedart/reading"
	"vitrine/server/people/i18n"
)

// line is a line of the facts of a page: what it is called, and where the record says
// it.
type line struct {
	// name is what the values are, "" for the name of the property.
	name i18n.Key
	// path leads to the values: over activities and their parts to the property.
	path []reading.Property
}

// own is a line for each of the properties, by the names that these have.
func own(properties ...reading.Property) []line {
	var out []line
	for _, p := range properties {
		out = append(out, line{path: []reading.Property{p}})
	}
	return out
}

// happening are the lines of an activity that a record leads to: who, when and where.
func happening(p reading.Property, by, when, where i18n.Key) []line {
	return []line{
		{by, []reading.Property{p, reading.CarriedOutBy}},
		{when, []reading.Property{p, reading.Timespan}},
		{where, []reading.Property{p, reading.TookPlaceAt}},
	}
}

// plans are the facts of the pages of each endpoint, in the order in which readers care
// about them. What a plan does not name comes after it.
var plans = map[string][]line{
	"object": join(
		happening(reading.ProducedBy, "Made by", "Made", "Made in"),
		[]line{{"Technique", []reading.Property{reading.ProducedBy, reading.Technique}}},
		own(reading.MadeOf, reading.HasDimension),
		[]line{{"Influenced by", []reading.Property{reading.ProducedBy, reading.InfluencedBy}}},
		own(reading.CurrentOwner, reading.CurrentCustodian, reading.CurrentPermanentCustodian,
			reading.CurrentLocation, reading.CurrentPermanentLocation,
			reading.Shows, reading.Carries, reading.HeldOrSupportedBy,
			reading.PhysicalPartOf, reading.PhysicalPart, reading.MemberOf, reading.ChangedOwnershipThrough,
			reading.EncounteredBy, reading.ModifiedBy, reading.RemovedBy, reading.DestroyedBy, reading.UsedFor),
	),
	"person": join(
		happening(reading.Born, "", "Born", "Born in"),
		happening(reading.Died, "", "Died", "Died in"),
		own(reading.CarriedOut, reading.ParticipatedIn, reading.Residence, reading.ActorMemberOf, reading.MemberOf, reading.ContactPoint),
	),
	"group": join(
		happening(reading.FormedBy, "Founded by", "Founded", "Founded in"),
		happening(reading.DissolvedBy, "", "Dissolved", "Dissolved in"),
		[]line{{"Seat", []reading.Property{reading.Residence}}},
		own(reading.CarriedOut, reading.ParticipatedIn, reading.ActorMemberOf, reading.MemberOf, reading.ContactPoint),
	),
	"place":      own(reading.PlacePartOf, reading.MemberOf, reading.ApproximatedBy, reading.DefinedBy),
	"provenance": happened,
	"event":      happened,
	"concept": join(own(reading.Broader), happening(reading.CreatedBy, "Created by", "Created", "Created in"),
		own(reading.MemberOf)),
	"set": join(own(reading.HasDimension, reading.About), happening(reading.CreatedBy, "Put together by", "Put together", "Put together in"),
		own(reading.MembersExemplifiedBy, reading.MembersContainedBy, reading.UsedFor, reading.MemberOf)),
	"text": join(happening(reading.CreatedBy, "Written by", "Written", "Written in"),
		own(reading.Language, reading.HasDimension, reading.Format, reading.About, reading.SymbolicPartOf, reading.ConceptualPartOf,
			reading.UsedFor, reading.MemberOf)),
	"visual": join(happening(reading.CreatedBy, "Created by", "Created", "Created in"),
		own(reading.Represents, reading.RepresentsInstanceOfType, reading.About, reading.HasDimension, reading.SymbolicPartOf,
			reading.ConceptualPartOf, reading.UsedFor, reading.MemberOf)),
	"abstract": join(happening(reading.CreatedBy, "Created by", "Created", "Created in"),
		own(reading.About, reading.HasDimension, reading.ConceptualPartOf, reading.MemberOf)),
	"digital": join(happening(reading.CreatedBy, "Created by", "Created", "Created in"),
		own(reading.DigitallyShows, reading.DigitallyCarries, reading.Format, reading.HasDimension, reading.AccessPoint,
			reading.DigitallyAvailableVia, reading.ConformsTo, reading.PhysicalPartOf, reading.UsedFor, reading.MemberOf)),
}

// happened are the facts of events and of provenance activities.
var happened = own(reading.Timespan, reading.TookPlaceAt, reading.CarriedOutBy, reading.Participant, reading.Technique,
	reading.UsedSpecificObject, reading.CausedBy, reading.InfluencedBy, reading.MotivatedBy, reading.During,
	reading.After, reading.Before, reading.ActivityPartOf, reading.MemberOf)

// last are the facts that come after those of the plan, on every page.
var last = own(reading.SubjectOf, reading.SubjectTo, reading.Representation, reading.DigitallyShownBy, reading.DigitallyCarriedBy)

func join(lists ...[]line) []line {
	var out []line
	for _, list := range lists {
		out = append(out, list...)
	}
	return out
}
