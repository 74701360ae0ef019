package schemaorg

import "encoding/json"

// Thing is an entity in schema.org's vocabulary. Its members have the names and the order
// that they are written in; which of them a type may have is tested against
// the tables in testdata.
type Thing struct {
	Context string `json:"@context,omitempty"`
	Type    string `json:"@type"`
	ID      string `json:"@id,omitempty"`

	// What every Thing may have.
	Name                      string          `json:"name,omitempty"`
	AlternateName             []string        `json:"alternateName,omitempty"`
	Description               string          `json:"description,omitempty"`
	DisambiguatingDescription string          `json:"disambiguatingDescription,omitempty"`
	URL                       string          `json:"url,omitempty"`
	Image                     []*Thing        `json:"image,omitempty"`
	Identifier                []PropertyValue `json:"identifier,omitempty"`
	SameAs                    []string        `json:"sameAs,omitempty"`
	AdditionalType            []string        `json:"additionalType,omitempty"`

	// CreativeWork.
	Creator         []*Thing  `json:"creator,omitempty"`
	DateCreated     string    `json:"dateCreated,omitempty"`
	LocationCreated []*Thing  `json:"locationCreated,omitempty"`
	Artform         []string  `json:"artform,omitempty"`
	ArtMedium       []string  `json:"artMedium,omitempty"`
	Material        []string  `json:"material,omitempty"`
	Height          *Quantity `json:"height,omitempty"`
	Width           *Quantity `json:"width,omitempty"`
	Depth           *Quantity `json:"depth,omitempty"`
	About           []*Thing  `json:"about,omitempty"`
	InLanguage      []string  `json:"inLanguage,omitempty"`
	IsPartOf        []*Thing  `json:"isPartOf,omitempty"`
	CreditText      string    `json:"creditText,omitempty"`
	License         string    `json:"license,omitempty"`
	MainEntity      *Thing    `json:"mainEntity,omitempty"`
	DateModified    string    `json:"dateModified,omitempty"`

	// MediaObject.
	ContentURL     []string `json:"contentUrl,omitempty"`
	EncodingFormat string   `json:"encodingFormat,omitempty"`
	Caption        string   `json:"caption,omitempty"`

	// Dataset.
	Distribution []*Thing `json:"distribution,omitempty"`

	// Person and Organization.
	GivenName        string   `json:"givenName,omitempty"`
	FamilyName       string   `json:"familyName,omitempty"`
	BirthDate        string   `json:"birthDate,omitempty"`
	BirthPlace       *Thing   `json:"birthPlace,omitempty"`
	DeathDate        string   `json:"deathDate,omitempty"`
	DeathPlace       *Thing   `json:"deathPlace,omitempty"`
	HomeLocation     []*Thing `json:"homeLocation,omitempty"`
	FoundingDate     string   `json:"foundingDate,omitempty"`
	FoundingLocation *Thing   `json:"foundingLocation,omitempty"`
	DissolutionDate  string   `json:"dissolutionDate,omitempty"`
	MemberOf         []*Thing `json:"memberOf,omitempty"`

	// Place and Event.
	Geo              *Geo     `json:"geo,omitempty"`
	ContainedInPlace []*Thing `json:"containedInPlace,omitempty"`
	StartDate        string   `json:"startDate,omitempty"`
	EndDate          string   `json:"endDate,omitempty"`
	Location         []*Thing `json:"location,omitempty"`
	Contributor      []*Thing `json:"contributor,omitempty"`
	SuperEvent       []*Thing `json:"superEvent,omitempty"`

	// DefinedTerm.
	TermCode         string   `json:"termCode,omitempty"`
	InDefinedTermSet []string `json:"inDefinedTermSet,omitempty"`

	// ItemList and its items.
	NumberOfItems   uint64   `json:"numberOfItems,omitempty"`
	ItemListElement []*Thing `json:"itemListElement,omitempty"`
	Position        int      `json:"position,omitempty"`

	// WebSite.
	PotentialAction *Action `json:"potentialAction,omitempty"`
}

// PropertyValue is an identifier with what kind of identifier it is.
type PropertyValue struct {
	Type  string `json:"@type"`
	Name  string `json:"name,omitempty"`
	Value string `json:"value"`
}

// Quantity is a number with its unit: UnitCode is that of UN/CEFACT, where there is one.
type Quantity struct {
	Type     string      `json:"@type"`
	Value    json.Number `json:"value"`
	UnitCode string      `json:"unitCode,omitempty"`
	UnitText string      `json:"unitText,omitempty"`
}

// Geo is where a place is: GeoCoordinates, or a GeoShape with a box.
type Geo struct {
	Type      string      `json:"@type"`
	Latitude  json.Number `json:"latitude,omitempty"`
	Longitude json.Number `json:"longitude,omitempty"`
	// Box is the south-west and the north-east corner: latitude, longitude, latitude,
	// longitude, with blanks between them.
	Box string `json:"box,omitempty"`
}

// Action is what can be done with a site: SearchAction.
type Action struct {
	Type       string      `json:"@type"`
	Target     *EntryPoint `json:"target"`
	QueryInput string      `json:"query-input"`
}

// EntryPoint is the address of an action, as a template of a URL (RFC 6570).
type EntryPoint struct {
	Type        string `json:"@type"`
	URLTemplate string `json:"urlTemplate"`
}
