package generate

// contextIRI names the context of every record.
const contextIRI = "https://linked.art/ns/v1/linked-art.json"

// aat is what the URIs of the Art & Architecture Thesaurus begin with. They are
// the ones that Linked Art asks for.
const aat = "http://vocab.getty.edu/aat/"

// node is one JSON object of a record, with the members that the generator
// uses, in the order in which they are written.
type node struct {
	Context string `json:"@context,omitempty"`
	ID      string `json:"id,omitempty"`
	Type    string `json:"type"`
	Label   string `json:"_label,omitempty"`

	ClassifiedAs []*node `json:"classified_as,omitempty"`
	IdentifiedBy []*node `json:"identified_by,omitempty"`
	ReferredToBy []*node `json:"referred_to_by,omitempty"`
	MemberOf     []*node `json:"member_of,omitempty"`

	Language []*node `json:"language,omitempty"`
	Content  string  `json:"content,omitempty"`
	About    []*node `json:"about,omitempty"`
	Broader  []*node `json:"broader,omitempty"`

	PartOf    []*node `json:"part_of,omitempty"`
	DefinedBy string  `json:"defined_by,omitempty"`

	TookPlaceAt     []*node `json:"took_place_at,omitempty"`
	Timespan        *node   `json:"timespan,omitempty"`
	BeginOfTheBegin string  `json:"begin_of_the_begin,omitempty"`
	EndOfTheEnd     string  `json:"end_of_the_end,omitempty"`
	CarriedOutBy    []*node `json:"carried_out_by,omitempty"`

	Dimension    []*node `json:"dimension,omitempty"`
	Value        float64 `json:"value,omitempty"`
	Unit         *node   `json:"unit,omitempty"`
	Currency     *node   `json:"currency,omitempty"`
	MadeOf       []*node `json:"made_of,omitempty"`
	CurrentOwner []*node `json:"current_owner,omitempty"`
	ProducedBy   *node   `json:"produced_by,omitempty"`
	Born         *node   `json:"born,omitempty"`
	Died         *node   `json:"died,omitempty"`

	Part                   []*node `json:"part,omitempty"`
	TransferredTitleOf     []*node `json:"transferred_title_of,omitempty"`
	TransferredTitleFrom   []*node `json:"transferred_title_from,omitempty"`
	TransferredTitleTo     []*node `json:"transferred_title_to,omitempty"`
	TransferredCustodyOf   []*node `json:"transferred_custody_of,omitempty"`
	TransferredCustodyFrom []*node `json:"transferred_custody_from,omitempty"`
	TransferredCustodyTo   []*node `json:"transferred_custody_to,omitempty"`
	PaidAmount             *node   `json:"paid_amount,omitempty"`
	PaidFrom               []*node `json:"paid_from,omitempty"`
	PaidTo                 []*node `json:"paid_to,omitempty"`
	Encountered            []*node `json:"encountered,omitempty"`
	Establishes            []*node `json:"establishes,omitempty"`
	PossessedBy            []*node `json:"possessed_by,omitempty"`
	Moved                  []*node `json:"moved,omitempty"`
	MovedFrom              *node   `json:"moved_from,omitempty"`
	MovedTo                *node   `json:"moved_to,omitempty"`
}

// term returns a reference to a concept of the thesaurus.
func term(id, label string) *node {
	return &node{ID: aat + id, Type: "Type", Label: label}
}

// primaryName returns a name that is the entity's main one.
func primaryName(content string) *node {
	return &node{Type: "Name", ClassifiedAs: []*node{term("300404670", "Primary Name")}, Content: content}
}

// list returns a list of the nodes that there are, nil for none of them.
func list(nodes ...*node) []*node {
	var some []*node
	for _, n := range nodes {
		if n != nil {
			some = append(some, n)
		}
	}
	return some
}
