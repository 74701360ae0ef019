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
	"time"

	"github.com/knakk/rdf"

	"vitrine/harvest/activity"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/serialize"
	"vitrine/serialize/nquads"
)

// ServiceOptions say how a Vitrine service is asked.
type ServiceOptions struct {
	// Client asks it.
	Client *remote.Client
	// Folder is where a dump is kept while it is read; "" for that of temporary files.
	Folder string
	// Tries bounds how often a request is sent; 0 stands for 1.
	Tries int
	// Wait waits, until ctx ends; nil stands for the real thing.
	Wait func(ctx context.Context, d time.Duration) error
}

// NewService returns a Vitrine service as a source: its dump, its change feed, which is its
// log, and its records.
func NewService(o ServiceOptions) Source {
	if o.Wait == nil {
		o.Wait = remote.Wait
	}
	return &service{o}
}

type service struct{ ServiceOptions }

// asked calls ask until it succeeds, or another try would not help.
func (s *service) asked(ctx context.Context, ask func() error) error {
	for try := 1; ; try++ {
		err := ask()
		var status *remote.StatusError
		if err == nil || try >= s.Tries || ctx.Err() != nil || errors.As(err, &status) && !remote.MayPass(status.Status) {
			return err
		}
		if err := s.Wait(ctx, remote.Backoff(try)); err != nil {
			return err
		}
	}
}

// Get returns a record.
func (s *service) Get(ctx context.Context, name rdf.IRI) (*graph.Graph, error) {
	var text bytes.Buffer
	err := s.asked(ctx, func() error {
		text.Reset()
		return s.Client.Record(ctx, &text, name.String(), nquads.NTriples().MediaType)
	})
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
func (s *service) dump(ctx context.Context) (f *os.File, close func(), err error) {
	if f, err = os.CreateTemp(s.Folder, "vitrine-mirror-*.nq"); err != nil {
		return nil, nil, fmt.Errorf("keep the dump of the service: %w", err)
	}
	close = func() {
		_ = f.Close() // it was only read
		_ = os.Remove(f.Name())
	}
	err = s.asked(ctx, func() error {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err := f.Truncate(0); err != nil {
			return err
		}
		return s.Client.Dump(ctx, f, nquads.NQuads().Extensions[0])
	})
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		close()
		return nil, nil, err
	}
	return f, close, nil
}

// Graphs yields the records of the dump after a name.
func (s *service) Graphs(ctx context.Context, after string) iter.Seq2[*graph.Graph, error] {
	return func(yield func(*graph.Graph, error) bool) {
		dump, closeDump, err := s.dump(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		defer closeDump()
		for g, err := range nquads.NQuads().Decode(ctx, dump, serialize.DecodeOptions{}) {
			if err == nil && g.Name.String() <= after {
				continue
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// Names yields the names of the records of the dump.
func (s *service) Names(ctx context.Context) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		for g, err := range s.Graphs(ctx, "") {
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

// Changes yields the activities of the feed as entries of the log: that with the number n is
// the nth of all.
func (s *service) Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		for number := after / pageSize; ; number++ {
			entries, err := s.page(ctx, number)
			if err != nil {
				yield(rdfstore.LogEntry{}, err)
				return
			}
			for _, entry := range entries {
				if entry.Seq > after && !yield(entry, nil) {
					return
				}
			}
			if len(entries) < pageSize {
				return
			}
		}
	}
}

// page returns the entries of a page, none where there is no such page.
func (s *service) page(ctx context.Context, number uint64) ([]rdfstore.LogEntry, error) {
	var text bytes.Buffer
	err := s.asked(ctx, func() error {
		text.Reset()
		return s.Client.FeedPage(ctx, &text, number)
	})
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
func (s *service) LastChange(ctx context.Context) (rdfstore.LogEntry, error) {
	var text bytes.Buffer
	err := s.asked(ctx, func() error {
		text.Reset()
		return s.Client.Feed(ctx, &text)
	})
	if err != nil {
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
