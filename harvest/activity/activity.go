package activity

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
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
	raw, err := read(text)
	if err != nil {
		return nil, err
	}
	switch kinds := types(raw["type"]); {
	case slices.Contains(kinds, PageType):
		hint := ""
		if of, err := reference(raw, "partOf", at); err == nil && of != "" {
			hint = "; the feed seems to be at " + of
		}
		return nil, fmt.Errorf("%w: it is one page of a feed%s", ErrNotFeed, hint)
	case !slices.Contains(kinds, CollectionType):
		return nil, fmt.Errorf("%w: its type is not %s", ErrNotFeed, CollectionType)
	}
	c := &Collection{Total: -1}
	if total, ok := raw["totalItems"].(float64); ok && total >= 0 && total == math.Trunc(total) && total < 1<<53 {
		c.Total = int64(total)
	}
	if word(raw["id"]) != "" {
		if c.ID, err = reference(raw, "id", at); err != nil {
			return nil, err
		}
	}
	if c.Last, err = reference(raw, "last", at); err != nil {
		return nil, err
	}
	if c.Last == "" && c.Total != 0 {
		return nil, fmt.Errorf("%w: the collection does not name its last page", ErrNotFeed)
	}
	return c, nil
}

// ReadPage reads a page that was found at the URL. The error wraps ErrNotFeed.
func ReadPage(text []byte, at *url.URL) (*Page, error) {
	raw, err := read(text)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(types(raw["type"]), PageType) {
		return nil, fmt.Errorf("%w: its type is not %s", ErrNotFeed, PageType)
	}
	items, ok := raw["orderedItems"].([]any)
	if !ok {
		return nil, fmt.Errorf("%w: the page has no array orderedItems", ErrNotFeed)
	}
	p := &Page{Items: len(items)}
	if p.Prev, err = reference(raw, "prev", at); err != nil {
		return nil, err
	}
	for i, item := range items {
		p.add(i, item)
	}
	return p, nil
}

// object is a JSON object.
type object = map[string]any

func read(text []byte) (out object, err error) {
	if err = json.Unmarshal(text, &out); err != nil {
		err = fmt.Errorf("%w: %w", ErrNotFeed, err)
	}
	return out, err
}

// word is a value that is a string; anything else reads as none.
func word(value any) string {
	text, _ := value.(string)
	return text
}

// types are the one or more types in a value.
func types(value any) (out []string) {
	several, ok := value.([]any)
	if !ok {
		return []string{word(value)}
	}
	for _, one := range several {
		out = append(out, word(one))
	}
	return out
}

// reference is the id of a member that is an object, or a string that is one, as an absolute URL;
// "" where there is none. Anything else is an error: pages that lie behind it would be missed.
func reference(of object, member string, at *url.URL) (string, error) {
	value := of[member]
	id := word(value)
	if o, ok := value.(object); ok {
		id = word(o["id"])
	}
	switch {
	case value == nil:
		return "", nil
	case id == "":
		return "", fmt.Errorf("%w: %s: it has no id", ErrNotFeed, member)
	}
	u, err := at.Parse(id)
	if err != nil {
		return "", fmt.Errorf("%w: %s: %w", ErrNotFeed, member, err)
	}
	return u.String(), nil
}
