// Package fields names the fields of the documents of the index. Those that filter and
// are counted have the names of the parameters of a search (docs/search.md).
//
// The package says nothing of how fields are filled or searched.
package fields

// The fields of words and identifiers.
const (
	Label      = "label"
	Name       = "name"
	Type       = "type"
	Statement  = "statement"
	Reference  = "reference"
	Identifier = "identifier"
)

// The fields of whole values that filter; Century, Decade, Picture and Free are no IRIs.
const (
	Class        = "class"
	ClassifiedAs = "classified_as"
	Place        = "place"
	Maker        = "maker"
	Material     = "material"
	Century      = "century"
	Decade       = "decade"
	Picture      = "picture"
	Free         = "free"
	MemberOf     = "member_of"
	// Mentions holds the URIs of the entities that the record refers to, at most as many as
	// are searched by their names.
	Mentions = "mentions"
	// Objects holds the URIs of what an activity is about: what it exhibited, sold or moved.
	Objects = "objects"
	// Whole holds what a place, a set or a concept is directly a part of.
	Whole = "whole"
	// Years holds the first and the last year of an entity, see query.Years.
	Years = "years"
	// Publisher holds the base of the entity's URI, such as its scheme and host.
	Publisher = "publisher"
	// MadeAt holds the places where it was made, which are among those of Place.
	MadeAt = "made_at"
	// Folder holds the beginnings of the entity's URI that end in a slash.
	Folder = "folder"
	// Cell is where a place is, see query.Cell.
	Cell = "cell"
)

// Other fields.
const (
	// ID is the library's own field of the names of the documents.
	ID = "_id"
	// SortName, SortDate and SortChange are what entities are sorted by.
	SortName   = "sort_name"
	SortDate   = "sort_date"
	SortChange = "sort_change"
	// Called holds what the values of facets are called, and Suggest the names that are
	// suggested.
	Called  = "called"
	Suggest = "suggest"
	// Note is stored: what the follower has to know of a document.
	Note = "note"
)
