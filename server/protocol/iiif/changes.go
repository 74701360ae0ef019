package iiif

import (
	"context"
	"fmt"
	"iter"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/dataset"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// discovery is the context of the documents of changes.
const discovery = "http://iiif.io/api/discovery/1/context.json"

// Log is what the changes of manifests are read from; rdfstore.Store says how.
type Log interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
}

// changes is the collection of the pages of changes (IIIF Change Discovery 1.0). It has no total:
// which records have manifests is known page by page.
type changes struct {
	dataset.ActivityCollection
	TotalItems int `json:"totalItems,omitempty"`
}

// changesPage is a page of changes. It has the entries of the log that are about manifests among
// those of the page of the same number in the feed of records.
type changesPage struct {
	dataset.ActivityPage
	StartIndex int `json:"startIndex,omitempty"`
}

// Changes answers with the collection of the changes of manifests.
func (s *Service) Changes(x *respond.Exchange, r *http.Request) error {
	return s.sendAs(x, r, discovery, func(ctx context.Context) (any, error) {
		last, err := s.Log.LastChange(ctx)
		if err != nil {
			return nil, err
		}
		out := changes{ActivityCollection: dataset.ActivityCollection{
			Context: []string{discovery}, ID: s.changesURI(), Type: "OrderedCollection",
			Label: map[string][]string{"en": {"Changes of IIIF manifests of " + s.Site.Title}},
		}}
		if last.Seq > 0 {
			out.First, out.Last = dataset.PageReference(s.changesURI(), 0), dataset.PageReference(s.changesURI(), (last.Seq-1)/dataset.ActivityPageSize)
		}
		return out, nil
	})
}

// ChangesPage answers with a page of the changes of manifests. It says what is so now, and so it is
// not kept: a record may have lost its pictures since.
func (s *Service) ChangesPage(x *respond.Exchange, r *http.Request, page string) error {
	number, ok := dataset.PageNumber(page)
	if !ok {
		return noChanges()
	}
	return s.sendAs(x, r, discovery, func(ctx context.Context) (any, error) { return s.changesPage(ctx, number) })
}

func noChanges() error {
	return &respond.Error{Type: respond.NotFound, Detail: "The changes of manifests have no such page."}
}

func (s *Service) changesPage(ctx context.Context, number uint64) (any, error) {
	view, err := s.Maker.View(ctx)
	if err != nil {
		return nil, err
	}
	out := changesPage{ActivityPage: dataset.ActivityPage{
		Context: []string{discovery}, ID: dataset.PageID(s.changesURI(), number), Type: "OrderedCollectionPage",
		PartOf: dataset.Reference{ID: s.changesURI(), Type: "OrderedCollection"}, OrderedItems: []dataset.Activity{},
	}}
	if number > 0 {
		out.Prev = dataset.PageReference(s.changesURI(), number-1)
	}
	seen := 0
	for entry, err := range s.Log.Changes(ctx, number*dataset.ActivityPageSize) {
		if err != nil {
			return nil, err
		}
		if seen++; seen > dataset.ActivityPageSize {
			out.Next = dataset.PageReference(s.changesURI(), number+1)
			break
		}
		activity, ok, err := s.change(ctx, view.At(), entry)
		if err != nil {
			return nil, err
		}
		if ok {
			out.OrderedItems = append(out.OrderedItems, activity)
		}
	}
	if seen == 0 {
		return nil, noChanges()
	}
	return out, nil
}

// change is the activity of an entry of the log; false for one about a record that never had a
// manifest. A manifest that is not there now was deleted, whatever else changed then.
func (s *Service) change(ctx context.Context, at uint64, entry rdfstore.LogEntry) (dataset.Activity, bool, error) {
	switch reading.Class(entry.Class.String()) {
	case reading.ClassHumanMadeObject, reading.ClassLinguisticObject, reading.ClassVisualItem:
	default:
		return dataset.Activity{}, false, nil
	}
	activity := s.Activity(entry)
	activity.ID = fmt.Sprintf("%s#%d", dataset.PageID(s.changesURI(), (entry.Seq-1)/dataset.ActivityPageSize), entry.Seq)
	activity.Object, activity.Target = dataset.Object{ID: s.idOf(entry.Name.String()), Type: "Manifest"}, nil
	if entry.Kind == rdfstore.Deleted {
		activity.Type = "Delete" // of what replaced it, the feed tells by itself
		return activity, true, nil
	}
	there, err := s.described(ctx, at, []rdf.IRI{entry.Name})
	if err != nil {
		return activity, false, err
	}
	if len(there) == 0 || there[0].collection {
		if entry.Kind == rdfstore.Created {
			return activity, false, nil
		}
		activity.Type = "Delete"
	}
	return activity, true, nil
}

func (s *Service) changesURI() string { return s.Site.Mapper.ServiceURI(address.IIIFChanges) }
