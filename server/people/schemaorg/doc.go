// Package schemaorg describes the entities of records in the vocabulary of schema.org
// (https://schema.org/docs/schemas.html), as JSON-LD: what search engines read in a page.
//
// A description is made from the Linked Art reading of a record and from the words of its
// page. It says what the record says and leaves out what schema.org has no place for: it
// is a signpost, and the record itself is the data. Of a date that is not known to the
// year it says nothing, since a Date of schema.org is one day, month or year.
//
// The package looks nothing up: a name that neither the page nor the record has is left
// out. Counts and texts are bounded.
package schemaorg

const context = "https://schema.org"

// The bounds of a description: how many values a property has, how many characters a
// text, and how many bytes a URL.
const (
	maxValues = 20
	maxText   = 1000
	maxURL    = 2000
)
