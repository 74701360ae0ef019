package html

import (
	"html/template"
	"net/url"
	"strings"
)

// Record is the page of one entity for people, in one language: all that it shows is
// words already. A block that is empty is not shown; which come first is up to the
// template of the endpoint.
type Record struct {
	Frame
	// IRI is the entity's own URI, Endpoint the name of its endpoint, such as "person";
	// empty for a record that none serves.
	IRI, Endpoint string

	// Name is the heading. Kinds say in words what the entity is, Dates when it was
	// made, lived or happened, and Summary in a sentence what it is.
	Name    Part
	Kinds   []Part
	Dates   Phrase
	Summary Phrase
	// OtherNames are its other names, each with its kind.
	OtherNames []Named

	Pictures []Picture
	// Facts are what the record says in short: made by, materials, dimensions.
	Facts []Fact
	// Statements are texts under what they are.
	Statements  []Statement
	Identifiers []Named
	Equivalents []Equivalent
	// Within is the chain of wholes that the entity belongs to, the nearest first: of a
	// place those that it falls within.
	Within []Part
	Map    *Map
	// Provenance is that of an object.
	Provenance *Provenance
	// Tree is that of a concept.
	Tree *Tree
	// Sections are the parts of the record that are shown one by one: those of a
	// provenance activity, and whatever the template has no place for.
	Sections []Section
	// Related are the lists of entities whose records refer to this one.
	Related []CardList
	// Memento says that this is how the record was; nil where it is as it is now. Then Versions are
	// its newest versions.
	Memento  *Memento
	Versions Versions
	Data     Data
}

// Named is a text with what kind of text it is.
type Named struct {
	Kind  Phrase
	Value Part
	// Note says more about it, such as who assigned it and when.
	Note Phrase
}

// Fact is a line of what a record says: what it is about, and the values.
type Fact struct {
	// Name is what the values are, such as "Made by", and Property the IRI of the
	// property, where there is one.
	Name, Property string
	Values         []Phrase
}

// Statement is a text of a record with what it is.
type Statement struct {
	// Kind is the heading, such as "Description".
	Kind Part
	// Paragraphs are the text, and Lang its language, "" where that is not known.
	Paragraphs []string
	Lang       string
	// More tells how many characters were left out of a text that is too long.
	More int
	// Provenance tells that the text is the history of who owned an object.
	Provenance bool
}

// Equivalent is the same entity elsewhere.
type Equivalent struct {
	// Source is whose it is, such as "Wikidata"; a host where the name is not known.
	Source string
	Link   Part
}

// Picture is a picture of an entity.
type Picture struct {
	// Src is the address of the picture, Srcset and Sizes those of its sizes, empty where
	// it has but one.
	Src, Srcset, Sizes string
	// File is the address to try where that of Src is not served, "" for none.
	File string
	// Alt says what is to be seen.
	Alt Part
	// Width and Height are the picture's size in pixels, 0 where it is not known.
	Width, Height int
	// Rights are the statements on who may use it, Caption what it is.
	Rights, Caption []Phrase
	// Full leads to the picture as it is, Manifest to its IIIF manifest, Page to the
	// record of the picture.
	Full, Manifest, Page string
	// Service is the URI of an IIIF image service that has the picture, "" where there is none.
	// Version is that of its API, 0 where it is not known, and Level that of its compliance, -1
	// where it is not known.
	Service        string
	Version, Level int
	// FullWidth and FullHeight are the size of the whole picture in pixels, 0 where it is not known.
	FullWidth, FullHeight int
	// Downloads are the sizes in which it can be had besides that of Full, the smallest first.
	Downloads []PictureSize
}

// PictureSize is a picture in a size.
type PictureSize struct {
	// Side is the width in pixels, or the longer side.
	Side int
	Href string
}

// Dragged is the address that IIIF viewers take when its link is dragged to them: with the
// manifest as a parameter (https://zimeon.github.io/iiif-dragndrop/), and as a content state (IIIF
// Content State API 1.0 section 2.2.3).
func (p Picture) Dragged() string {
	if p.Manifest == "" {
		return ""
	}
	separator := "?"
	if strings.Contains(p.Manifest, "?") {
		separator = "&"
	}
	manifest := url.QueryEscape(p.Manifest)
	return p.Manifest + separator + "manifest=" + manifest + "&iiif-content=" + manifest
}

// Map is a map that was drawn for a page.
type Map struct {
	// Drawing is the map itself, as SVG made by package svgmap.
	Drawing template.HTML
	// Places are those that it is about, in the order of their marks, with what they are:
	// Delft (birth, death). Those of a journey are Numbered as on the map.
	Places   []Phrase
	Numbered bool
	// Caption says what the map shows.
	Caption Phrase
}

// Provenance is the history of who had an object.
type Provenance struct {
	// Written are the texts of the record itself. Beside them there is no Text, and the
	// owners have no gaps.
	Written []Statement
	// Events are its activities in order.
	Events []Event
	// Owners are the owners in order, gaps included, and Custodians those who kept it.
	Owners, Custodians []Owner
	// Text is the history in the form that the American Alliance of Museums recommends,
	// with Notes as its footnotes, to be copied.
	Text  Phrase
	Notes []Phrase
	// More says that there is more than is shown, "" where there is not.
	More string
	// Map shows the journey of the object.
	Map *Map
}

// Event is an activity in a history.
type Event struct {
	// Kind is what happened, such as "Sale", Date when.
	Kind Part
	Date Phrase
	// Account tells in a sentence what happened, and Link leads to the record.
	Account Phrase
	Link    Part
	// Facts are the parties, place, price and lot.
	Facts []Fact
	// Status is "" for what happened, and otherwise what the record says of it, in words:
	// promised, uncertain, unknown.
	Status string
	// Written tells that the museum's own words of it are among the facts, or the account.
	Written bool
}

// Owner is somebody who owned an object for a time, or a gap between two owners.
type Owner struct {
	// Gap tells that no one is recorded for the time; Uncertain that the succession is
	// not certain.
	Gap, Uncertain bool
	Name           Phrase
	From, Until    Phrase
	// How says how the owner came to it.
	How Phrase
}

// Tree is a concept among the broader and narrower ones.
type Tree struct {
	// Broader are the chains of broader concepts, each from the broadest.
	Broader [][]Part
	// Narrower are those below, NarrowerCount how many there are in all.
	Narrower      []TreeNode
	NarrowerCount uint64
}

// TreeNode is a narrower concept with those below it.
type TreeNode struct {
	Concept  Part
	Narrower []TreeNode
}

// Section is a part of a record.
type Section struct {
	Title Part
	Facts []Fact
	// Sections are the parts of the part.
	Sections []Section
}

// leveled are sections whose headings are of a level.
type leveled struct {
	Level    int
	Sections []Section
}

// nested are the sections of a page.
func nested(sections []Section) leveled { return leveled{2, sections} }

// Below are the parts of one of the sections.
func (l leveled) Below(parts []Section) leveled { return leveled{min(l.Level+1, 6), parts} }

// Card is an entity in a list: what there is room for.
type Card struct {
	// Name leads to its page. Kind says what it is, Dates when, Note more.
	Name  Part
	Kind  Part
	Dates Phrase
	Note  Phrase
	// Picture is nil where there is none.
	Picture *Picture
	// Marked is the name in pieces, with the words marked that were searched for; empty
	// where nothing was.
	Marked []Mark
	// Found is where else these words stand, with the words marked.
	Found []Mark
}

// Mark is a piece of a text, marked where it is what was searched for.
type Mark struct {
	Text   string
	Marked bool
}

// CardList is a list of entities of which the first are shown.
type CardList struct {
	// Title says what they are to the entity of the page, such as "Born here", and Name is
	// the link's name in Linked Art.
	Title, Name string
	// Count is the number of all, 0 where they are not counted; Href leads to all.
	Count uint64
	Href  string
	// All is what Href leads to where that is another list than this one, "" where not.
	All   string
	Cards []Card
}

// Longer tells whether there is more than the cards.
func (l CardList) Longer() bool { return l.Count == 0 || l.Count > uint64(len(l.Cards)) }

// Data is the record as data.
type Data struct {
	// Source is the record as JSON-LD; without text where it is too long to be shown. The
	// text is the caller's again once the page is written.
	Source Source
	// Formats are its representations, and Address is the full URL that gives them to
	// those who ask for their types; without it, no commands are shown.
	Formats []Link
	Address string
	// Edit leads to the form by which the record is corrected, "" for none. A script shows it
	// to those who have given a token.
	Edit string
	// Triples leads to the page of the record's triples, Mentions to the quads that name
	// the entity.
	Triples, Mentions string
	// Cite is how to cite the record. Licence is the URI of the licence, Modified when the
	// record was last changed.
	Cite Phrase
	// Citations are the same for programs that manage references.
	Citations []Citation
	Licence   string
	Modified  Phrase
}

// Citation is a reference in one form: its text, and where it is a file.
type Citation struct{ Title, Text, Href string }

// Record is the record as JSON-LD, marked up; empty where it is too long to be shown.
func (d *Data) Record() template.HTML { return d.Source.HTML() }
