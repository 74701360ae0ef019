package mirror

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/harvest/activity"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
)

// Service is a Vitrine service as a source: its dump, its change feed, which is its log, and its
// records.
type Service struct {
	// Client asks it.
	Client *remote.Client
	// Folder is where a dump is kept while it is read; "" for that of temporary files.
	Folder string
}

// get returns a record; rdfstore.IsMissing tells the errors for none.
func (s Service) get(ctx context.Context, name rdf.IRI) (*graph.Graph, error) {
	var text bytes.Buffer
	err := s.Client.Record(ctx, &text, name.String(), nquads.NTriples().MediaType)
	var status *remote.StatusError
	if errors.As(err, &status) && (status.Status == http.StatusNotFound || status.Status == http.StatusGone) {
		return nil, fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	for g, err := range nquads.NTriples().Decode(ctx, &text, serialize.DecodeOptions{Name: name}) {
		return g, err
	}
	return &graph.Graph{Name: name}, nil
}

// dump returns the dump of the service in a file, which close removes.
func (s Service) dump(ctx context.Context) (f *os.File, close func(), err error) {
	if f, err = os.CreateTemp(s.Folder, "vitrine-mirror-*.nq"); err != nil {
		return nil, nil, fmt.Errorf("keep the dump of the service: %w", err)
	}
	close = func() {
		_ = f.Close() // it was only read
		_ = os.Remove(f.Name())
	}
	if err = s.Client.Dump(ctx, f, nquads.NQuads().Extensions[0]); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		close()
		return nil, nil, err
	}
	return f, close, nil
}

// graphs yields the records of the dump.
func (s Service) graphs(ctx context.Context) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		dump, closeDump, err := s.dump(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		defer closeDump()
		for g, err := range nquads.NQuads().Decode(ctx, dump, serialize.DecodeOptions{}) {
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// Names yields the names of the records of the dump.
func (s Service) Names(ctx context.Context) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		for g, err := range s.graphs(ctx) {
			if err != nil {
				yield(rdf.IRI{}, err)
				return
			}
			if !yield(g.Name, nil) {
				return
			}
		}
	}
}

// pageSize is the number of activities on a page of the feed, which is that of all
// services (docs/feed.md).
const pageSize = 100

// changes returns the next entries of the log after one, oldest first, none at its end: the
// activities of the feed, of which that with the number n is the nth of all.
func (s Service) changes(ctx context.Context, after uint64) ([]rdfstore.LogEntry, error) {
	entries, err := s.page(ctx, after/pageSize)
	return entries[min(int(after%pageSize), len(entries)):], err
}

// page returns the entries of a page, none where there is no such page.
func (s Service) page(ctx context.Context, number uint64) ([]rdfstore.LogEntry, error) {
	var text bytes.Buffer
	err := s.Client.FeedPage(ctx, &text, number)
	var status *remote.StatusError
	if errors.As(err, &status) && status.Status == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := activity.ReadPage(text.Bytes(), &url.URL{})
	if err != nil {
		return nil, fmt.Errorf("page %d of the feed: %w", number, err)
	}
	entries := make([]rdfstore.LogEntry, 0, len(p.Activities))
	for i, a := range p.Activities {
		entry, err := entryOf(a)
		if want := number*pageSize + uint64(i) + 1; err == nil && entry.Seq != want {
			err = fmt.Errorf("activity %d where %d follows", entry.Seq, want)
		}
		if err != nil {
			return nil, fmt.Errorf("page %d of the feed: %w", number, err)
		}
		entries = append(entries, entry)
	}
	if len(entries) != p.Items {
		return nil, fmt.Errorf("page %d of the feed: %d of %d activities can be read", number, len(entries), p.Items)
	}
	return entries, nil
}

// entryOf reads an activity; its URI ends in its number.
func entryOf(a activity.Activity) (entry rdfstore.LogEntry, err error) {
	_, number, _ := strings.Cut(a.ID, "#")
	if entry.Seq, err = strconv.ParseUint(number, 10, 64); err != nil {
		return entry, fmt.Errorf("%q does not end in the number of a change; is it the feed of a Vitrine service?", a.ID)
	}
	if entry.Name, err = graph.IRI(a.Object.Name); err != nil {
		return entry, err
	}
	switch a.Type {
	case "Create":
		entry.Kind = rdfstore.Created
	case "Delete", "Move":
		entry.Kind = rdfstore.Deleted
	default:
		entry.Kind = rdfstore.Updated
	}
	entry.Time = a.EndTime
	return entry, nil
}

// LastChange returns the newest entry of the log.
func (s Service) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	var text bytes.Buffer
	if err := s.Client.Feed(ctx, &text); err != nil {
		return rdfstore.LogEntry{}, err
	}
	c, err := activity.ReadCollection(text.Bytes(), &url.URL{})
	if err != nil || c.Total <= 0 {
		return rdfstore.LogEntry{}, err
	}
	entries, err := s.page(ctx, uint64(c.Total-1)/pageSize)
	if err != nil {
		return rdfstore.LogEntry{}, err
	}
	if len(entries) == 0 {
		return rdfstore.LogEntry{}, fmt.Errorf("the feed has no page with its activity %d", c.Total)
	}
	return entries[len(entries)-1], nil
}
