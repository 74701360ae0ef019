package reading

// Property is the IRI of a property. The constants have the names that the terms have in
// the Linked Art context, but for dimension, since Dimension is what it leads to.
type Property string

// The namespaces of the properties and classes.
const (
	crm     = "http://www.cidoc-crm.org/cidoc-crm/"
	dc      = "http://purl.org/dc/elements/1.1/"
	dcterms = "http://purl.org/dc/terms/"
	dig     = "http://www.ics.forth.gr/isl/CRMdig/"
	la      = "https://linked.art/ns/terms/"
	sci     = "http://www.ics.forth.gr/isl/CRMsci/"
	skos    = "http://www.w3.org/2004/02/skos/core#"
)

// What every entity may have.
const (
	IdentifiedBy   Property = crm + "P1_is_identified_by"
	ClassifiedAs   Property = crm + "P2_has_type"
	ReferredToBy   Property = crm + "P67i_is_referred_to_by"
	Equivalent     Property = la + "equivalent"
	Representation Property = crm + "P138i_has_representation"
	SubjectOf      Property = crm + "P129i_is_subject_of"
	AttributedBy   Property = crm + "P140i_was_attributed_by"
	SubjectTo      Property = crm + "P104_is_subject_to"
)

// Names, identifiers and texts.
const (
	Content               Property = crm + "P190_has_symbolic_content"
	Language              Property = crm + "P72_has_language"
	Format                Property = dc + "format"
	ConformsTo            Property = dcterms + "conformsTo"
	AccessPoint           Property = la + "access_point"
	DigitallyShownBy      Property = la + "digitally_shown_by"
	DigitallyAvailableVia Property = la + "digitally_available_via"
	DigitallyShows        Property = la + "digitally_shows"
	DigitallyCarries      Property = la + "digitally_carries"
	DigitallyCarriedBy    Property = la + "digitally_carried_by"
	ShownBy               Property = crm + "P65i_is_shown_by"
	CarriedBy             Property = crm + "P128i_is_carried_by"
	Notation              Property = skos + "notation"
	TranslationOf         Property = crm + "P73i_is_translation_of"
	About                 Property = crm + "P129_is_about"
	RefersTo              Property = crm + "P67_refers_to"
	Note                  Property = crm + "P3_has_note"
)

// Time.
const (
	Timespan        Property = crm + "P4_has_time-span"
	BeginOfTheBegin Property = crm + "P82a_begin_of_the_begin"
	EndOfTheBegin   Property = crm + "P81a_end_of_the_begin"
	BeginOfTheEnd   Property = crm + "P81b_begin_of_the_end"
	EndOfTheEnd     Property = crm + "P82b_end_of_the_end"
	Duration        Property = crm + "P191_had_duration"
	During          Property = crm + "P10_falls_within"
	Before          Property = crm + "P183_ends_before_the_start_of"
	After           Property = crm + "P183i_starts_after_the_end_of"
)

// Sizes and amounts.
const (
	HasDimension    Property = crm + "P43_has_dimension"
	Value           Property = crm + "P90_has_value"
	Unit            Property = crm + "P91_has_unit"
	LowerValueLimit Property = crm + "P90a_has_lower_value_limit"
	UpperValueLimit Property = crm + "P90b_has_upper_value_limit"
	Currency        Property = crm + "P180_has_currency"
	PaidAmount      Property = la + "paid_amount"
	PaidFrom        Property = la + "paid_from"
	PaidTo          Property = la + "paid_to"
)

// Activities.
const (
	TookPlaceAt        Property = crm + "P7_took_place_at"
	CarriedOutBy       Property = crm + "P14_carried_out_by"
	Participant        Property = crm + "P11_had_participant"
	Technique          Property = crm + "P32_used_general_technique"
	CausedBy           Property = sci + "O13i_is_triggered_by"
	InfluencedBy       Property = crm + "P15_was_influenced_by"
	MotivatedBy        Property = crm + "P17_was_motivated_by"
	UsedSpecificObject Property = crm + "P16_used_specific_object"
	UsedObjectOfType   Property = crm + "P125_used_object_of_type"
	GeneralPurpose     Property = crm + "P21_had_general_purpose"
	Diminished         Property = crm + "P112_diminished"
)

// Objects and works.
const (
	MadeOf                    Property = crm + "P45_consists_of"
	ProducedBy                Property = crm + "P108i_was_produced_by"
	DestroyedBy               Property = crm + "P13i_was_destroyed_by"
	ModifiedBy                Property = crm + "P31i_was_modified_by"
	RemovedBy                 Property = crm + "P113i_was_removed_by"
	EncounteredBy             Property = sci + "O19i_was_object_encountered_at"
	CreatedBy                 Property = crm + "P94i_was_created_by"
	UsedFor                   Property = crm + "P16i_was_used_for"
	CurrentOwner              Property = crm + "P52_has_current_owner"
	FormerOrCurrentOwner      Property = crm + "P51_has_former_or_current_owner"
	FormerOrCurrentCustodian  Property = crm + "P49_has_former_or_current_keeper"
	CurrentCustodian          Property = crm + "P50_has_current_keeper"
	CurrentPermanentCustodian Property = la + "current_permanent_custodian"
	CurrentLocation           Property = crm + "P55_has_current_location"
	CurrentPermanentLocation  Property = crm + "P54_has_current_permanent_location"
	HeldOrSupportedBy         Property = crm + "P198i_is_held_or_supported_by"
	ChangedOwnershipThrough   Property = crm + "P24i_changed_ownership_through"
	Carries                   Property = crm + "P128_carries"
	Shows                     Property = crm + "P65_shows_visual_item"
	Represents                Property = crm + "P138_represents"
	RepresentsInstanceOfType  Property = crm + "P199_represents_instance_of_type"
)

// People and groups.
const (
	Born           Property = crm + "P98i_was_born"
	Died           Property = crm + "P100i_died_in"
	FormedBy       Property = crm + "P95i_was_formed_by"
	DissolvedBy    Property = crm + "P99i_was_dissolved_by"
	Residence      Property = crm + "P74_has_current_or_former_residence"
	ContactPoint   Property = crm + "P76_has_contact_point"
	CarriedOut     Property = crm + "P14i_performed"
	ParticipatedIn Property = crm + "P11i_participated_in"
)

// Places, concepts and sets.
const (
	DefinedBy            Property = crm + "P168_place_is_defined_by"
	ApproximatedBy       Property = crm + "P189i_is_approximated_by"
	Broader              Property = skos + "broader"
	Narrower             Property = skos + "narrower"
	MembersExemplifiedBy Property = la + "members_exemplified_by"
	MembersContainedBy   Property = la + "members_contained_by"
)

// What the parts of provenance activities say.
const (
	TransferredTitleOf     Property = crm + "P24_transferred_title_of"
	TransferredTitleFrom   Property = crm + "P23_transferred_title_from"
	TransferredTitleTo     Property = crm + "P22_transferred_title_to"
	TransferredCustodyOf   Property = crm + "P30_transferred_custody_of"
	TransferredCustodyFrom Property = crm + "P28_custody_surrendered_by"
	TransferredCustodyTo   Property = crm + "P29_custody_received_by"
	Moved                  Property = crm + "P25_moved"
	MovedFrom              Property = crm + "P27_moved_from"
	MovedTo                Property = crm + "P26_moved_to"
	Transferred            Property = la + "transferred"
	TransferredFrom        Property = la + "transferred_from"
	TransferredTo          Property = la + "transferred_to"
	Encountered            Property = sci + "O19_encountered_object"
	Destroyed              Property = crm + "P13_destroyed"
	Invalidates            Property = la + "invalidates"
	Establishes            Property = la + "establishes"
	EstablishedBy          Property = la + "established_by"
	PossessedBy            Property = crm + "P75i_is_possessed_by"
	AppliesTo              Property = crm + "P104i_applies_to"
	RightOn                Property = crm + "P105i_has_right_on"
	RightHeldBy            Property = crm + "P105_right_held_by"
	Assigned               Property = crm + "P141_assigned"
	AssignedProperty       Property = crm + "P177_assigned_property_of_type"
	AssignedTo             Property = crm + "P140_assigned_attribute_to"
	AssignedBy             Property = crm + "P141i_was_assigned_by"
	Added                  Property = crm + "P111_added"
	AddedMember            Property = la + "added_member"
	RemovedMember          Property = la + "removed_member"
	AddedTo                Property = la + "added_to"
	Removed                Property = crm + "P113_removed"
	RemovedFrom            Property = la + "removed_from"
	JoinedWith             Property = crm + "P144_joined_with"
	Joined                 Property = crm + "P143_joined"
	Separated              Property = crm + "P145_separated"
	SeparatedFrom          Property = crm + "P146_separated_from"
)

// The terms part, part_of, member and member_of mean other properties in other classes.
const (
	ActivityPart     Property = crm + "P9_consists_of"
	ActivityPartOf   Property = crm + "P9i_forms_part_of"
	PhysicalPart     Property = crm + "P46_is_composed_of"
	PhysicalPartOf   Property = crm + "P46i_forms_part_of"
	SymbolicPart     Property = crm + "P106_is_composed_of"
	SymbolicPartOf   Property = crm + "P106i_forms_part_of"
	ConceptualPart   Property = crm + "P148_has_component"
	ConceptualPartOf Property = crm + "P148i_is_component_of"
	TimeSpanPart     Property = crm + "P86i_contains"
	TimeSpanPartOf   Property = crm + "P86_falls_within"
	PlacePart        Property = crm + "P89i_contains"
	PlacePartOf      Property = crm + "P89_falls_within"
	ActorMember      Property = crm + "P107_has_current_or_former_member"
	ActorMemberOf    Property = crm + "P107i_is_current_or_former_member_of"
	Member           Property = la + "has_member"
	MemberOf         Property = la + "member_of"
)
