package html

import "html/template"

// Results are entities in pages, with what they can be narrowed to: the results of a
// search, and lists. Every state of them is an address.
type Results struct {
	Frame
	// About says how many there are, and on which of the pages one is.
	About string
	// Chosen are the values that the results are narrowed to; the link of each leads to
	// the results without it. Clear leads to those without any, empty where none is chosen.
	Chosen []Chosen
	Clear  string
	// Facets are empty where nothing is counted.
	Facets []Facet
	// Sorts are the orders, and Views the ways to show the results, empty where there is but one.
	Sorts, Views []Choice
	Cards        []Card
	// Lines tells that they are lines of text, without pictures.
	Lines bool
	// Map shows where they are; nil where it is not asked for.
	Map *Map
	// Lacking tells that none of the results has all words. Fewer are searches without one
	// of the words, Spelled those for words that what was typed may be a misspelling of, and
	// Kinds those for all of a kind, where nothing was found.
	Lacking               bool
	Fewer, Spelled, Kinds []Choice
	// Pages leads to other pages.
	Pages Pager
	// Note says what else is to be known, such as that only so many results are shown.
	Note string
}

// Chosen is a value that results are narrowed to.
type Chosen struct {
	// Title is that of the facet, Label the value.
	Title string
	Label Part
	// Without leads to the results without it.
	Without string
}

// Facet is one aspect of the results with its values.
type Facet struct {
	// Name is the parameter of the address, Title the facet in words.
	Name, Title string
	// Values are the most frequent, More how many further ones there are, and Whole leads to
	// the results with these, "" where that shows no more.
	Values []FacetValue
	More   int
	Whole  string
	// Bars count the results by time, each with the years in words.
	Bars []Bar
	// Find looks for values by their names, nil where all can be seen; Sorts are their orders,
	// and Previous and Next lead to others.
	Find           *Form
	Sorts          []Choice
	Previous, Next string
	// Range narrows the results down to years; nil but for time.
	Range *Form
}

// Bar is a bar of a histogram of years.
type Bar struct {
	// From and To are the first and the last year.
	From, To int64
	// Label is the years in words, and leads to what is of them. Short is what stands below the bar.
	Label Part
	Short string
	Count uint64
	// Percent is the height of the bar, 0 to 100 of the highest.
	Percent int
}

// Top is where the bar begins, in hundredths from above.
func (b Bar) Top() int { return 100 - min(max(b.Percent, 0), 100) }

// Form is a form whose values are parameters of an address.
type Form struct {
	// Action is where it leads, Hidden what goes with it.
	Action string
	Hidden []Filter
	// Inputs are the values of the fields, in their order on the page.
	Inputs []string
}

// FacetValue is a value of a facet.
type FacetValue struct {
	Label Part
	// Count is the number of results that have it.
	Count uint64
	// Href leads to the results with it; of one that is selected, to those without.
	Href     string
	Selected bool
}

// Choice is one of several, of which one is selected.
type Choice struct {
	Text, Href string
	Selected   bool
}

// Pager leads to the pages of a list.
type Pager struct {
	// Number is the page that is shown, counted from 1, and Count how many there are.
	Number, Count uint64
	// First, Previous, Next and Last are empty where they lead nowhere else.
	First, Previous, Next, Last string
}

// Overview is the front page: what there is in the collection.
type Overview struct {
	Frame
	// Introduction is the operator's own text, made safe; empty where there is none.
	Introduction template.HTML
	// Total says how many records there are.
	Total string
	// Kinds are the kinds of records that visitors know, each with how many there are, and
	// MoreKinds the others.
	Kinds, MoreKinds []KindCount
	// Publishers are those whose records there are, where most are of others than the service.
	Publishers []KindCount
	// Highlights are objects with pictures, those that were chosen or some of all; Newest are
	// those that were added last.
	Highlights, Newest []Card
	// Shelves lead to the objects of a maker, a place, a period, a material.
	Shelves []Shelf
	// Map shows all places; nil where there are none.
	Map *Map
	// Timeline counts objects by their years; empty where few are dated.
	Timeline []Bar
	// Begin says how to import, where there is no record yet; nil otherwise.
	Begin *Begin
	// Programs is the section for programs.
	Programs Programs
}

// Shelf is a row of cards that lead to searches.
type Shelf struct {
	Title string
	Cards []Card
}

// Begin says how a service gets its first records.
type Begin struct {
	// Import is the address of the pages that import, "" where they are off.
	Import string
}

// KindCount is a kind of records.
type KindCount struct {
	// Label is in words, such as "People", and leads to the list.
	Label Part
	Count uint64
}

// Programs is what the front page says to those who write programs.
type Programs struct {
	// Base is what the URIs of the records begin with, Others is how many records there
	// are under other bases, and Bases are some of these.
	Base   string
	Others uint64
	Bases  []BaseCount
	// Classes are the classes of the model with how many records there are.
	Classes []Count
	// Example is the URL of some record, empty when there is none.
	Example string
	Formats []Format
	// Services are the service's own addresses.
	Services []Link
}
