package collection

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	ldcontext "vitrine/context"
)

// Profile is the profile of the media type application/ld+json that a
// collection and its pages have: the URI of their context.
const Profile = ldcontext.Search

// ErrNoPage is wrapped by the error about a page that a list does not have.
var ErrNoPage = errors.New("there is no such page")

// List is an ordered list of items, cut into pages.
type List struct {
	// ID is the URI of the collection.
	ID string
	// Label and Summary tell people what the list is; nil for none.
	Label, Summary Text
	// Total is the number of items over all pages.
	Total uint64
	// Size is the number of items on every page but the last, at least 1.
	Size uint64
	// Shown is the number of items that the pages show, from the first on; 0
	// stands for all of them.
	Shown uint64
}

// Text is a text by the language it is in, such as "en". The language "none"
// stands for no language.
type Text map[string][]string

// English returns a text in English.
func English(s string) Text { return Text{"en": {s}} }

// Item is one entity of a list.
type Item struct {
	// ID is the URI of the entity, as in its record.
	ID string `json:"id"`
	// Type is what its record has.
	Type Types `json:"type"`
}

// Types are the classes of an entity, in the words of its record. One class is
// written as a string, several as an array; an entity without a class is at
// least a resource, as everything is in RDF. Its class is written in full, since
// the context of search results has no prefix rdfs.
type Types []string

// MarshalJSON writes the classes.
func (t Types) MarshalJSON() ([]byte, error) {
	switch len(t) {
	case 0:
		return []byte(`"http://www.w3.org/2000/01/rdf-schema#Resource"`), nil
	case 1:
		return json.Marshal(t[0])
	default:
		return json.Marshal([]string(t))
	}
}

// Reference points to a page.
type Reference struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Collection is an OrderedCollection. The context is empty where it stands in a
// page.
type Collection struct {
	Context    string    `json:"@context,omitempty"`
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	Label      Text      `json:"label,omitempty"`
	Summary    Text      `json:"summary,omitempty"`
	First      Reference `json:"first"`
	Last       Reference `json:"last"`
	TotalItems uint64    `json:"totalItems"`
}

// Page is an OrderedCollectionPage.
type Page struct {
	Context      string     `json:"@context"`
	ID           string     `json:"id"`
	Type         string     `json:"type"`
	PartOf       Collection `json:"partOf"`
	Next         *Reference `json:"next,omitempty"`
	Prev         *Reference `json:"prev,omitempty"`
	StartIndex   uint64     `json:"startIndex"`
	OrderedItems []Item     `json:"orderedItems"`
}

const (
	collectionType = "OrderedCollection"
	pageType       = "OrderedCollectionPage"
)

// Pages returns the number of pages. A list without items has one, which is
// empty.
func (l List) Pages() uint64 {
	if l.Total == 0 {
		return 1
	}
	return (l.shown()-1)/l.size() + 1
}

// shown is the number of items that the pages show.
func (l List) shown() uint64 {
	if l.Shown == 0 {
		return l.Total
	}
	return min(l.Shown, l.Total)
}

func (l List) size() uint64 { return max(l.Size, 1) }

// Span returns the place of the first item of a page, counted from 0, and the
// number of its items. The error wraps ErrNoPage.
func (l List) Span(page uint64) (start, length uint64, err error) {
	if page < 1 || page > l.Pages() {
		return 0, 0, fmt.Errorf("%w: page %d of %d", ErrNoPage, page, l.Pages())
	}
	start = (page - 1) * l.size()
	return start, min(l.size(), l.shown()-start), nil
}

// Collection returns the collection, to be served alone.
func (l List) Collection() Collection {
	c := l.collection()
	c.Context = ldcontext.Search
	return c
}

func (l List) collection() Collection {
	return Collection{
		ID: l.ID, Type: collectionType, Label: l.Label, Summary: l.Summary,
		First: l.reference(1), Last: l.reference(l.Pages()), TotalItems: l.Total,
	}
}

// Page returns the page with the number, counted from 1, which holds the items.
// The error wraps ErrNoPage.
func (l List) Page(number uint64, items []Item) (Page, error) {
	start, _, err := l.Span(number)
	if err != nil {
		return Page{}, err
	}
	p := Page{
		Context: ldcontext.Search, ID: l.PageID(number), Type: pageType, PartOf: l.collection(),
		StartIndex: start, OrderedItems: items,
	}
	if items == nil {
		p.OrderedItems = []Item{}
	}
	if number < l.Pages() {
		next := l.reference(number + 1)
		p.Next = &next
	}
	if number > 1 {
		prev := l.reference(number - 1)
		p.Prev = &prev
	}
	return p, nil
}

// PageID returns the URI of the page with the number: that of the collection
// with the parameter page.
func (l List) PageID(number uint64) string {
	separator := "?"
	if strings.Contains(l.ID, "?") {
		separator = "&"
	}
	return l.ID + separator + "page=" + strconv.FormatUint(number, 10)
}

func (l List) reference(number uint64) Reference { return Reference{l.PageID(number), pageType} }

// Number reads the number of a page as PageID writes it: without a sign or
// leading zeros.
func Number(text string) (uint64, bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil && n > 0 && strconv.FormatUint(n, 10) == text
}
