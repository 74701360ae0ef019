package iiif

import (
	"bytes"
	"context"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/criteria"
	"vitrine/server/data/dataset"
	"vitrine/server/data/resource"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// Service makes manifests and collections. It may be used by many goroutines.
type Service struct {
	Site  *site.Site
	Store Store
	// Log has the changes of records, and Activity is what the feed of these says of one.
	Log      Log
	Activity func(rdfstore.LogEntry) dataset.Activity
	// Maker finds entities by their names.
	Maker     *resource.Maker
	Describer Describer
	// Links are those by which entities have members, nil for none.
	Links *links.Table
	// Find carries out a search, and Criteria reads what for.
	Find     func(ctx context.Context, q query.Query, skip, limit int) (search.Hits, error)
	Criteria criteria.Reader
	// Publisher is the URI of who publishes the data, "" for none.
	Publisher string
	// Pictures is the URI below which the service has pictures of its own, "" where it has none.
	Pictures string
	// PictureSize is the size of a picture of the service's own in pixels, 0 and 0 where it cannot
	// be read. It may be nil.
	PictureSize func(name string) (width, height int)
}

// Store is what is asked of a store; rdfstore.Store says how.
type Store interface {
	rdfstore.Relations
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
}

// Describer describes entities as lists show them; *describe.Describer does.
type Describer interface {
	Cards(ctx context.Context, at uint64, iris []string, w *i18n.Wording) ([]html.Card, []string, error)
	Names(ctx context.Context, at uint64, iris []string, w *i18n.Wording) ([]html.Part, error)
}

// Name is what the parameter format calls a manifest or a collection.
const Name = "iiif"

// Alternate is a manifest or a collection as a form of an entity.
func (s *Service) Alternate() resource.Alternate {
	return resource.Alternate{
		Name: Name, Title: "IIIF Presentation", MediaType: "application/ld+json", Profile: presentation,
		Lacks: s.lacks, Write: s.write,
	}
}

// lacks says what a record lacks to have a manifest or a collection.
func (s *Service) lacks(r *reading.Record) string {
	root := r.Root()
	for _, class := range root.Classes() {
		switch reading.Class(class) {
		case reading.ClassSet, reading.ClassGroup:
			return ""
		case reading.ClassActivity, reading.ClassEvent:
			if root.Has(reading.UsedSpecificObject) {
				return ""
			}
			return "the event used no objects, as an exhibition does"
		case reading.ClassHumanMadeObject, reading.ClassLinguisticObject, reading.ClassVisualItem:
			if s.hasPictures(root) {
				return ""
			}
			return "the record has no picture"
		}
	}
	return "only objects, texts, visual works, sets, groups and exhibitions have a manifest or a collection"
}

// isCollection tells whether an entity has a collection rather than a manifest.
func isCollection(root reading.Node) bool {
	return !root.Is(reading.ClassHumanMadeObject) && !root.Is(reading.ClassLinguisticObject) && !root.Is(reading.ClassVisualItem)
}

// write makes the manifest or the collection of an entity.
func (s *Service) write(ctx context.Context, src resource.Source) ([]byte, error) {
	pages, err := s.pages(ctx, src)
	if err != nil {
		return nil, err
	}
	var made any
	if isCollection(src.Read.Root()) {
		made, err = s.collection(ctx, src, pages)
	} else {
		made, err = s.manifest(ctx, src, pages)
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = respond.WriteJSON(&b, made)
	return b.Bytes(), err
}

// pages are what the page of an entity says, in all languages.
func (s *Service) pages(ctx context.Context, src resource.Source) ([]page, error) {
	var out []page
	for _, words := range s.Site.Languages.List() {
		record, err := src.Facts(ctx, words)
		if err != nil {
			return nil, err
		}
		out = append(out, page{record, words})
	}
	return out, nil
}

// send answers with a collection.
func (s *Service) send(x *respond.Exchange, r *http.Request, make func(context.Context) (any, error)) error {
	return s.sendAs(x, r, presentation, make)
}

// sendAs answers with a document of the service's own, under a profile.
func (s *Service) sendAs(x *respond.Exchange, r *http.Request, profile string, make func(context.Context) (any, error)) error {
	return s.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		made, err := make(ctx)
		if err != nil {
			return nil, err
		}
		form := site.JSON(made)
		form.MediaType, form.Profile, form.Aliases = "application/ld+json", profile, []string{"application/json"}
		return []site.Document{form}, nil
	})
}
