package provenance

// Limits on a history. docs/pages.md lists them.
const (
	// maxTriples is how many triples that name the object, or what it belongs to, are
	// looked at.
	maxTriples = 2000
	// MaxActivities is how many records are read for a history, besides those of the
	// parties, places and concepts that they name.
	MaxActivities = 500
	// maxHistoryTriples is how many triples these records have together.
	maxHistoryTriples = 500_000
	// maxReads is how many records of these may be read for it.
	maxReads = 400
	// MaxEvents is how many events a page shows.
	MaxEvents = 200
	// maxGroups is how many sets and wholes of an object are looked for.
	maxGroups = 10
	// MaxAccount is how many events of one activity the account tells.
	MaxAccount = 8
	// maxNote is the length of a footnote, in characters.
	maxNote = 2000
	// maxParties is how many parties, places and other values of one kind an event shows.
	maxParties = 100
	// maxNotes is how many texts about an event are shown, and maxText how much of each, in
	// characters.
	maxNotes = 50
	maxText  = 20_000
)
