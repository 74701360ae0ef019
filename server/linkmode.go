package server

// LinkMode says who gets the links of an entity in its record (_links) and on its
// page.
type LinkMode string

const (
	// Always puts them in unless the client asks for the record without.
	Always LinkMode = "always"
	// Negotiated puts them into records for clients that ask for them.
	Negotiated LinkMode = "negotiated"
	// Never puts them in.
	Never LinkMode = "never"
)
