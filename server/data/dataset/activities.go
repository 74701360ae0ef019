package dataset

import (
	"fmt"
	"strconv"
	"time"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/server/web/address"
)

// ActivityPageSize is the number of activities on every page of the feed but the last. It
// is no setting: pages that caches keep for ever must not come out differently.
const ActivityPageSize = 100

// activities are what the documents of one feed have in common. The feed is the log
// itself: activity n stands for entry n+1, and page p holds the activities from
// p*ActivityPageSize on. So a page that is followed by another never changes, and a page
// costs one short read of the log wherever it lies.
type activities struct {
	// ID is the URI of the collection.
	ID string
	// Label names the feed for people, in English; empty for none.
	Label string
	// Rights is the URI of the licence; empty for none.
	Rights string
	// SeeAlso are descriptions of the data set and copies of it.
	SeeAlso []SeeAlso
	// Class returns the word for a class; see Object.Type.
	Class func(class rdf.IRI) string
	// Address returns the URI at which the description of an entity is served.
	Address func(name rdf.IRI) string
}

// SeeAlso is a document about the data set, or one that holds it.
type SeeAlso struct {
	ID      string              `json:"id"`
	Type    string              `json:"type"`
	Label   map[string][]string `json:"label,omitempty"`
	Format  string              `json:"format,omitempty"`
	Profile string              `json:"profile,omitempty"`
}

// newSeeAlso returns a SeeAlso with an English label. The profile may be empty.
func newSeeAlso(id, label, format, profile string) SeeAlso {
	return SeeAlso{ID: id, Type: "Dataset", Label: map[string][]string{"en": {label}}, Format: format, Profile: profile}
}

// Reference points to a page or a collection.
type Reference struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// ActivityCollection is the OrderedCollection: the way into the pages. It holds no
// activities.
type ActivityCollection struct {
	Context    []string            `json:"@context"`
	ID         string              `json:"id"`
	Type       string              `json:"type"`
	Label      map[string][]string `json:"label,omitempty"`
	TotalItems uint64              `json:"totalItems"`
	First      *Reference          `json:"first,omitempty"`
	Last       *Reference          `json:"last,omitempty"`
	Rights     string              `json:"rights,omitempty"`
	SeeAlso    []SeeAlso           `json:"seeAlso,omitempty"`
}

// ActivityPage is an OrderedCollectionPage.
type ActivityPage struct {
	Context      []string   `json:"@context"`
	ID           string     `json:"id"`
	Type         string     `json:"type"`
	PartOf       Reference  `json:"partOf"`
	Prev         *Reference `json:"prev,omitempty"`
	Next         *Reference `json:"next,omitempty"`
	StartIndex   uint64     `json:"startIndex"`
	OrderedItems []Activity `json:"orderedItems"`
}

// Activity is one change of one entity.
type Activity struct {
	ID     string `json:"id"`
	Type   string `json:"type"`
	Object Object `json:"object"`
	// Target is what is there in place of an object that has moved.
	Target *Object `json:"target,omitempty"`
	// EndTime is xsd:dateTime in UTC, to the second; see endTime.
	EndTime string `json:"endTime"`
}

// Object is the entity that changed.
type Object struct {
	// ID is where its description is served.
	ID string `json:"id"`
	// Type is the class: a word of the Linked Art context, else the IRI of the
	// class, and Object where the entity has none.
	Type string `json:"type"`
	// Canonical is the entity's own URI where that is not ID.
	Canonical string `json:"canonical,omitempty"`
	// SeeAlso is the state that the change made (RFC 7089), as long as it is kept.
	SeeAlso []SeeAlso `json:"seeAlso,omitempty"`
}

const (
	collectionType = "OrderedCollection"
	pageType       = "OrderedCollectionPage"
	// noClass is the Activity Streams class of everything.
	noClass = "Object"
)

// contexts returns the value of @context: that of IIIF has to be the last, and
// the one before it makes the types of objects mean the classes of Linked Art.
func contexts() []string { return []string{ldcontext.RecordTypes, ldcontext.Discovery} }

// collection returns the collection of so many activities. An empty feed has
// no pages, and so neither first nor last.
func (f activities) collection(total uint64) ActivityCollection {
	c := ActivityCollection{
		Context: contexts(), ID: f.ID, Type: collectionType, TotalItems: total, Rights: f.Rights, SeeAlso: f.SeeAlso,
	}
	if f.Label != "" {
		c.Label = map[string][]string{"en": {f.Label}}
	}
	if total > 0 {
		c.First, c.Last = PageReference(f.ID, 0), PageReference(f.ID, lastPage(total))
	}
	return c
}

// lastPage returns the number of the last page of so many activities, which are at
// least one.
func lastPage(total uint64) uint64 { return (total - 1) / ActivityPageSize }

// page returns the page with the number. The entries are those of the log from
// number*ActivityPageSize+1 on, at most ActivityPageSize; more tells whether others follow.
func (f activities) page(number uint64, entries []rdfstore.LogEntry, more bool) ActivityPage {
	p := ActivityPage{
		Context: contexts(), ID: PageID(f.ID, number), Type: pageType,
		PartOf:     Reference{f.ID, collectionType},
		StartIndex: number * ActivityPageSize, OrderedItems: make([]Activity, len(entries)),
	}
	if number > 0 {
		p.Prev = PageReference(f.ID, number-1)
	}
	if more {
		p.Next = PageReference(f.ID, number+1)
	}
	for i, entry := range entries {
		p.OrderedItems[i] = f.activity(p.ID, entry)
	}
	return p
}

// PageID returns the URI of the page of a feed with the number.
func PageID(feed string, number uint64) string { return fmt.Sprintf("%s/page/%d", feed, number) }

// PageReference points to that page.
func PageReference(feed string, number uint64) *Reference {
	return &Reference{PageID(feed, number), pageType}
}

// activity returns the activity of an entry. Its URI is that of its page with
// the entry's number as the fragment: it stays, it leads to the activity, and
// it tells two changes of one entity within one second apart.
func (f activities) activity(page string, entry rdfstore.LogEntry) Activity {
	a := Activity{
		ID: activityID(page, entry.Seq), Type: activityType(entry.Kind),
		Object:  f.object(entry.Name),
		EndTime: endTime(entry.Time).Format("2006-01-02T15:04:05Z"),
	}
	if entry.Class != (rdf.IRI{}) {
		a.Object.Type = f.Class(entry.Class)
	}
	if entry.Kind != rdfstore.Deleted {
		a.Object.SeeAlso = []SeeAlso{{ID: address.WithVersion(address.URI(a.Object.ID), entry.Seq), Type: "Dataset", Format: "application/ld+json"}}
	}
	// The content of what replaced a record may be another one. Harvesters that know nothing but
	// Delete do what that asks for, and others fetch the target as well (section 2.2.3).
	if entry.Successor != (rdf.IRI{}) {
		target := f.object(entry.Successor)
		a.Type, a.Target = "Move", &target
	}
	return a
}

// object returns an entity of no known class.
func (f activities) object(name rdf.IRI) Object {
	o := Object{ID: f.Address(name), Type: noClass}
	if text := name.String(); text != o.ID {
		o.Canonical = text
	}
	return o
}

func activityID(page string, seq uint64) string { return page + "#" + strconv.FormatUint(seq, 10) }

// activityType returns the Activity Streams class of a kind of change.
func activityType(kind rdfstore.Kind) string {
	switch kind {
	case rdfstore.Created:
		return "Create"
	case rdfstore.Deleted:
		return "Delete"
	default:
		return "Update"
	}
}

// endTime returns the endTime of a change at t: the full second by which it was
// done. Rounded down, it would lie before the description was there, and a
// harvester that was here within that second would not look at it again.
func endTime(t time.Time) time.Time {
	return t.UTC().Add(time.Second - time.Nanosecond).Truncate(time.Second)
}

// PageNumber reads the number of a page as PageID writes it.
func PageNumber(text string) (uint64, bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	// Beyond this no page can be, and the arithmetic stays within 64 bits.
	const most = 1 << 56
	return n, err == nil && n < most && strconv.FormatUint(n, 10) == text
}
