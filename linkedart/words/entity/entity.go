// Package entity has the parts of Linked Art documents that the readers of museums' words
// make, as values that encoding/json writes with members in the order that records have
// them. It follows https://linked.art/model/base/, and checks nothing.
package entity

import "encoding/json"

// Entity is a part of a document. Members that are empty are not written.
type Entity struct {
	ID                 string      `json:"id,omitempty"`
	Type               string      `json:"type"`
	Label              string      `json:"_label,omitempty"`
	ClassifiedAs       []Entity    `json:"classified_as,omitempty"`
	IdentifiedBy       []Entity    `json:"identified_by,omitempty"`
	ReferredToBy       []Entity    `json:"referred_to_by,omitempty"`
	Content            string      `json:"content,omitempty"`
	Value              json.Number `json:"value,omitempty"`
	Unit               *Entity     `json:"unit,omitempty"`
	Currency           *Entity     `json:"currency,omitempty"`
	Timespan           *Entity     `json:"timespan,omitempty"`
	BeginOfTheBegin    string      `json:"begin_of_the_begin,omitempty"`
	EndOfTheBegin      string      `json:"end_of_the_begin,omitempty"`
	BeginOfTheEnd      string      `json:"begin_of_the_end,omitempty"`
	EndOfTheEnd        string      `json:"end_of_the_end,omitempty"`
	TookPlaceAt        []Entity    `json:"took_place_at,omitempty"`
	CarriedOutBy       []Entity    `json:"carried_out_by,omitempty"`
	InfluencedBy       []Entity    `json:"influenced_by,omitempty"`
	UsedSpecificObject []Entity    `json:"used_specific_object,omitempty"`
	Technique          []Entity    `json:"technique,omitempty"`
	AssignedProperty   string      `json:"assigned_property,omitempty"`
	Assigned           []Entity    `json:"assigned,omitempty"`
	AttributedBy       []Entity    `json:"attributed_by,omitempty"`
	Born               *Entity     `json:"born,omitempty"`
	Died               *Entity     `json:"died,omitempty"`
	FormedBy           *Entity     `json:"formed_by,omitempty"`
	DissolvedBy        *Entity     `json:"dissolved_by,omitempty"`
	MadeOf             []Entity    `json:"made_of,omitempty"`
	*Transfer
	PartOf     []Entity `json:"part_of,omitempty"`
	Part       []Entity `json:"part,omitempty"`
	Equivalent []Entity `json:"equivalent,omitempty"`
}

// Transfer are the members that parts of provenance activities and rights alone have. Few entities
// have them, and each is smaller without.
type Transfer struct {
	TransferredTitleOf     []Entity `json:"transferred_title_of,omitempty"`
	TransferredTitleFrom   []Entity `json:"transferred_title_from,omitempty"`
	TransferredTitleTo     []Entity `json:"transferred_title_to,omitempty"`
	TransferredCustodyOf   []Entity `json:"transferred_custody_of,omitempty"`
	TransferredCustodyFrom []Entity `json:"transferred_custody_from,omitempty"`
	TransferredCustodyTo   []Entity `json:"transferred_custody_to,omitempty"`
	Moved                  []Entity `json:"moved,omitempty"`
	MovedFrom              *Entity  `json:"moved_from,omitempty"`
	MovedTo                *Entity  `json:"moved_to,omitempty"`
	Encountered            []Entity `json:"encountered,omitempty"`
	Establishes            []Entity `json:"establishes,omitempty"`
	AppliesTo              []Entity `json:"applies_to,omitempty"`
	PossessedBy            []Entity `json:"possessed_by,omitempty"`
	PaidAmount             *Entity  `json:"paid_amount,omitempty"`
	PaidTo                 []Entity `json:"paid_to,omitempty"`
	PaidFrom               []Entity `json:"paid_from,omitempty"`
}

// aat is what the URIs of the Art & Architecture Thesaurus begin with.
const aat = "http://vocab.getty.edu/aat/"

// Type is a concept of the AAT, by its number.
func Type(number, label string) Entity { return Entity{ID: aat + number, Type: "Type", Label: label} }

// Of is a concept of the AAT of another class, such as Material or MeasurementUnit.
func Of(class, number, label string) *Entity {
	return &Entity{ID: aat + number, Type: class, Label: label}
}

// Name is a name with a text.
func Name(text string, kinds ...Entity) Entity {
	return Entity{Type: "Name", ClassifiedAs: kinds, Content: text}
}

// Statement is a statement in words: a LinguisticObject that is classified as what it says
// and as a brief text.
func Statement(text string, kind Entity) Entity {
	kind.ClassifiedAs = []Entity{Type("300418049", "Brief Text")}
	return Entity{Type: "LinguisticObject", ClassifiedAs: []Entity{kind}, Content: text}
}
