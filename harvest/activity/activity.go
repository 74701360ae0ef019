package activity

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The types of the documents.
const (
	CollectionType = "OrderedCollection"
	PageType       = "OrderedCollectionPage"
)

// ErrNotFeed is wrapped by errors about a document that is none of a feed.
var ErrNotFeed = errors.New("not a document of a change feed")

// Collection is the way into a feed.
type Collection struct {
	// ID is what the collection calls itself, absolute; empty for nothing.
	ID string
	// Last is the URL of the page to begin with; empty in an empty feed.
	Last string
	// Total is the number of activities; -1 where it is not told.
	Total int64
}

// Page is one page of a feed.
type Page struct {
	// Prev is the URL of the page before; empty for the first page.
	Prev string
	// Activities are those that mean something to a harvester, in the order of
	// the page: oldest first.
	Activities []Activity
	// Items is the number of all activities of the page.
	Items int
	// Unknown counts the activities of types that are passed over.
	Unknown int
	// Faults are activities that cannot be used.
	Faults []Fault
}

// Fault is an activity that is not as it should be.
type Fault struct {
	// Used means that it is among the activities all the same.
	Used bool
	// Index is its place on the page, from 0.
	Index  int
	Reason string
}

// Activity is one entry of a feed.
type Activity struct {
	// ID is the activity's own URI; empty for most.
	ID string
	// Type is Create, Update, Add, Delete, Remove, Move or Refresh.
	Type string
	// Object is what changed; the zero Resource for Refresh.
	Object Resource
	// Target is where a Move went; the zero Resource otherwise.
	Target Resource
	// EndTime is when the change was done, in UTC; zero where that is not told.
	EndTime time.Time
}

// Resource is what an activity is about.
type Resource struct {
	// URL is where it is found.
	URL string
	// Name is its own URI: its canonical one where it has one, else URL.
	Name string
}

// Known reports whether a harvester has something to do for the type.
func Known(activityType string) bool {
	switch activityType {
	case "Create", "Update", "Add", "Delete", "Remove", "Move", "Refresh":
		return true
	}
	return false
}

// ReadCollection reads a collection that was found at the URL. Relative
// references are resolved against it. The error wraps ErrNotFeed.
func ReadCollection(text []byte, at *url.URL) (*Collection, error) {
	var raw struct {
		ID     word           `json:"id"`
		Type   types          `json:"type"`
		Last   reference      `json:"last"`
		Total  jsontext.Value `json:"totalItems"`
		PartOf reference      `json:"partOf"`
	}
	if err := unmarshal(text, &raw); err != nil {
		return nil, err
	}
	if raw.Type.has(PageType) {
		hint := ""
		if raw.PartOf != "" {
			hint = "; the feed seems to be at " + string(raw.PartOf)
		}
		return nil, fmt.Errorf("%w: it is one page of a feed%s", ErrNotFeed, hint)
	}
	if !raw.Type.has(CollectionType) {
		return nil, fmt.Errorf("%w: its type is not %s", ErrNotFeed, CollectionType)
	}
	c := &Collection{Total: -1}
	var total int64
	if err := json.Unmarshal(raw.Total, &total); err == nil && total >= 0 {
		c.Total = total
	}
	var err error
	if c.ID, err = resolve(at, string(raw.ID)); err != nil {
		return nil, fmt.Errorf("%w: id: %w", ErrNotFeed, err)
	}
	if c.Last, err = resolve(at, string(raw.Last)); err != nil {
		return nil, fmt.Errorf("%w: last: %w", ErrNotFeed, err)
	}
	if c.Last == "" && c.Total != 0 {
		return nil, fmt.Errorf("%w: the collection does not name its last page", ErrNotFeed)
	}
	return c, nil
}

// ReadPage reads a page that was found at the URL. The error wraps ErrNotFeed.
func ReadPage(text []byte, at *url.URL) (*Page, error) {
	var raw struct {
		Type  types          `json:"type"`
		Prev  reference      `json:"prev"`
		Items jsontext.Value `json:"orderedItems"`
	}
	if err := unmarshal(text, &raw); err != nil {
		return nil, err
	}
	if !raw.Type.has(PageType) {
		return nil, fmt.Errorf("%w: its type is not %s", ErrNotFeed, PageType)
	}
	var items []jsontext.Value
	if err := json.Unmarshal(raw.Items, &items); err != nil || raw.Items.Kind() != '[' {
		return nil, fmt.Errorf("%w: the page has no array orderedItems", ErrNotFeed)
	}
	p := &Page{Items: len(items)}
	var err error
	if p.Prev, err = resolve(at, string(raw.Prev)); err != nil {
		return nil, fmt.Errorf("%w: prev: %w", ErrNotFeed, err)
	}
	for i, item := range items {
		p.add(i, item)
	}
	return p, nil
}

func unmarshal(text []byte, out any) error {
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("%w: %w", ErrNotFeed, err)
	}
	return nil
}

// resolve returns a reference as an absolute URL; empty for none.
func resolve(at *url.URL, reference string) (string, error) {
	if reference == "" {
		return "", nil
	}
	u, err := at.Parse(reference)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}
