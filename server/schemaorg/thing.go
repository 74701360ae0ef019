package schemaorg

// Thing is an entity in schema.org's vocabulary. Its members are written in their order
// and with their names in the form of schema.org (birthDate); which of them a type may have is
// tested against the tables in testdata.
type Thing struct {
	Context string
	Type    string
	ID      string

	// What every Thing may have.
	Name                      string
	AlternateName             []string
	Description               string
	DisambiguatingDescription string
	URL                       string
	Image                     []*Thing
	Identifier                []PropertyValue
	SameAs                    []string
	AdditionalType            []string

	// CreativeWork.
	Creator         []Reference
	DateCreated     string
	LocationCreated []Reference
	Artform         []string
	ArtMedium       []string
	Material        []string
	Height          *Quantity
	Width           *Quantity
	Depth           *Quantity
	About           []Reference
	InLanguage      []string
	IsPartOf        []Reference
	CreditText      string
	License         string
	MainEntity      *Thing
	DateModified    string

	// MediaObject.
	ContentURL     []string
	EncodingFormat string
	Caption        string

	// Dataset.
	Distribution []*Thing

	// Person and Organization.
	GivenName        string
	FamilyName       string
	BirthDate        string
	BirthPlace       Reference
	DeathDate        string
	DeathPlace       Reference
	HomeLocation     []Reference
	FoundingDate     string
	FoundingLocation Reference
	DissolutionDate  string
	MemberOf         []Reference

	// Place and Event.
	Geo              *Geo
	ContainedInPlace []Reference
	StartDate        string
	EndDate          string
	Location         []Reference
	Contributor      []Reference
	SuperEvent       []Reference

	// DefinedTerm.
	TermCode         string
	InDefinedTermSet []string

	// ItemList and its items.
	NumberOfItems   uint64
	ItemListElement []*Thing
	Position        int

	// WebSite.
	PotentialAction *Action
}

// Reference is an entity that is described elsewhere. The zero Reference is none.
type Reference struct{ Type, ID, Name string }

// PropertyValue is an identifier with what kind of identifier it is.
type PropertyValue struct{ Name, Value string }

// Quantity is a number, as JSON spells it, with its unit: UnitCode is that of UN/CEFACT,
// where there is one.
type Quantity struct{ Value, UnitCode, UnitText string }

// Geo is where a place is: GeoCoordinates, or a GeoShape with a box. Latitude and Longitude
// are numbers as JSON spells them.
type Geo struct {
	Type                string
	Latitude, Longitude string
	// Box is the south-west and the north-east corner: latitude, longitude, latitude,
	// longitude, with blanks between them.
	Box string
}

// Action is what can be done with a site: SearchAction. Target is its address, as a template
// of a URL (RFC 6570).
type Action struct{ Type, Target, QueryInput string }
