package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/knakk/rdf"
	"github.com/maypok86/otter/v2"

	"vitrine/rdfstore"
	"vitrine/server/problem"
)

// prefixes count the entities whose names begin with a prefix, such as those of
// an endpoint, and find the one at a place of that list.
type prefixes struct {
	store rdfstore.Store
	lists *otter.Cache[string, *prefixList]
}

// maxPrefixes bounds the lists that are kept.
const maxPrefixes = 64

func newPrefixes(store rdfstore.Store) (*prefixes, error) {
	lists, err := otter.New(&otter.Options[string, *prefixList]{MaximumSize: maxPrefixes})
	if err != nil {
		return nil, fmt.Errorf("make the memory of lists: %w", err)
	}
	return &prefixes{store, lists}, nil
}

func (p *prefixes) close() { p.lists.StopAllGoroutines() }

// list returns the list of the names that begin with the prefix.
func (p *prefixes) list(prefix string) *prefixList {
	l, _ := p.lists.ComputeIfAbsent(prefix, func() (*prefixList, bool) {
		return &prefixList{store: p.store, prefix: prefix, size: stretchSize}, false
	})
	return l
}

// prefixList is the list of the entities whose names begin with a prefix, in
// order of the name. It remembers no names but where each thousandth or so is,
// so that neither a count nor a page far back walks the whole list; the log of
// changes keeps it in step.
type prefixList struct {
	store  rdfstore.Store
	prefix string
	// size is the number of names with which a stretch begins. One that has grown
	// to four times that is counted anew, as several.
	size uint64

	mu sync.Mutex
	// stretches follow one another; none before the list is first asked for.
	stretches []stretch
	// seen is the newest entry of the log that all of them know of.
	seen uint64
}

// stretch counts the names that are greater than after, up to the after of the
// next stretch, which it includes.
type stretch struct {
	after string
	count uint64
	// counted is the newest entry of the log at the time of counting.
	counted uint64
}

// stretchSize is the size of a stretch.
const stretchSize = 1000

// total returns the number of names.
func (l *prefixList) total(ctx context.Context) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return 0, err
	}
	sum := uint64(0)
	for _, s := range l.stretches {
		sum += s.count
	}
	return sum, nil
}

// names returns at most length names from a place on.
func (l *prefixList) names(ctx context.Context, start, length uint64) ([]rdf.IRI, error) {
	after, skip, err := l.find(ctx, start)
	if err != nil {
		return nil, err
	}
	var names []rdf.IRI
	for name, err := range l.store.Entities(ctx, after) {
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(name.String(), l.prefix) || uint64(len(names)) == length {
			break
		}
		if skip > 0 {
			skip--
			continue
		}
		names = append(names, name)
	}
	return names, nil
}

// find returns a name from which it is only skip names to a place of the list.
func (l *prefixList) find(ctx context.Context, place uint64) (after string, skip uint64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil {
		return "", 0, err
	}
	for _, s := range l.stretches {
		if after, skip = s.after, place; place < s.count {
			break
		}
		place -= s.count
	}
	return after, skip, nil
}

// follow brings the counts up to the newest entry of the log.
func (l *prefixList) follow(ctx context.Context) error {
	last, err := l.store.LastChange(ctx)
	if err != nil {
		return err
	}
	if l.stretches == nil || last.Seq < l.seen || last.Seq-l.seen > maxCatchUp {
		if l.stretches, err = l.count(ctx, l.prefix, ""); err != nil {
			return err
		}
		l.seen = l.stretches[0].counted
	}
	if last.Seq <= l.seen {
		return nil
	}
	for change, err := range l.store.Changes(ctx, l.seen) {
		if err != nil {
			return err
		}
		l.take(change)
		l.seen = change.Seq
	}
	return l.split(ctx)
}

// take counts one entry of the log.
func (l *prefixList) take(change rdfstore.LogEntry) {
	name := change.Name.String()
	if !strings.HasPrefix(name, l.prefix) || name == l.prefix {
		return
	}
	// The first stretch begins at the prefix, so there is one before the name.
	i, _ := slices.BinarySearchFunc(l.stretches, name, func(s stretch, name string) int { return strings.Compare(s.after, name) })
	s := &l.stretches[i-1]
	switch {
	case change.Seq <= s.counted:
	case change.Kind == rdfstore.Created:
		s.count++
	case change.Kind == rdfstore.Deleted:
		s.count--
	}
}

// split counts the stretches that have grown long as several.
func (l *prefixList) split(ctx context.Context) error {
	for i := len(l.stretches) - 1; i >= 0; i-- {
		if l.stretches[i].count < 4*l.size {
			continue
		}
		until := ""
		if i+1 < len(l.stretches) {
			until = l.stretches[i+1].after
		}
		parts, err := l.count(ctx, l.stretches[i].after, until)
		if err != nil {
			return err
		}
		l.stretches = slices.Replace(l.stretches, i, i+1, parts...)
	}
	return nil
}

// count counts the names after one, up to another or to the end of the list. It
// returns at least one stretch.
func (l *prefixList) count(ctx context.Context, after, until string) ([]stretch, error) {
	var stretches []stretch
	for end := false; !end; {
		s, last, err := l.stretch(ctx, after, until)
		if err != nil {
			return nil, err
		}
		stretches = append(stretches, s)
		after, end = last, s.count < l.size
	}
	return stretches, nil
}

// maxRecounts is how often a stretch is counted again because the store changed
// meanwhile.
const maxRecounts = 100

// stretch counts one stretch while the store does not change, and returns the
// last name of it.
func (l *prefixList) stretch(ctx context.Context, after, until string) (s stretch, last string, err error) {
	for range maxRecounts {
		before, err := l.store.LastChange(ctx)
		if err != nil {
			return s, "", err
		}
		s, last = stretch{after: after, counted: before.Seq}, after
		for name, err := range l.store.Entities(ctx, after) {
			if err != nil {
				return s, "", err
			}
			if !strings.HasPrefix(name.String(), l.prefix) || until != "" && name.String() > until || s.count == l.size {
				break
			}
			s.count++
			last = name.String()
		}
		now, err := l.store.LastChange(ctx)
		if err != nil {
			return s, "", err
		}
		if now.Seq == before.Seq {
			return s, last, nil
		}
	}
	return s, "", &problem.Error{Type: problem.Busy, Header: problem.RetryAfter, Err: errors.New("the store changes faster than a list can be counted")}
}
