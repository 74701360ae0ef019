// Package prefix lists the names of a store that begin with a prefix. Neither their
// number nor a page far back costs a walk of all of them: a List remembers where each
// thousandth name or so is, and follows the log of changes.
//
// It asks the store as any client does, and knows nothing of files or transactions.
package prefix

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/knakk/rdf"
	"vitrine/rdfstore"
)

// Store is what the package asks of a store; rdfstore.Store says how.
type Store interface {
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]
	Snapshot(ctx context.Context) (rdfstore.Snapshot, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
}

// Count returns the number of entities whose names begin with the prefix.
func (p *Lists) Count(ctx context.Context, s Store, prefix string) (uint64, error) {
	return p.list(s, prefix).total(ctx)
}

// Names yields the names that begin with the prefix, without the first skip.
func (p *Lists) Names(ctx context.Context, s Store, prefix string, skip uint64) iter.Seq2[rdf.IRI, error] {
	return func(yield func(rdf.IRI, error) bool) {
		after, skip := prefix, skip
		if skip > 0 {
			var err error
			if after, skip, err = p.list(s, prefix).find(ctx, skip); err != nil {
				yield(rdf.IRI{}, err)
				return
			}
		}
		for name, err := range s.Entities(ctx, after) {
			if err == nil && !strings.HasPrefix(name.String(), prefix) {
				return
			}
			if err == nil && skip > 0 {
				skip--
				continue
			}
			if !yield(name, err) || err != nil {
				return
			}
		}
	}
}

// Lists are the lists of names that were asked for of late, by their prefix. The
// zero value has none. Its methods may be called by many goroutines.
type Lists struct {
	mu    sync.Mutex
	lists map[string]*list
	// asked counts the questions; used is the one that a list was last asked for
	// with.
	asked uint64
	used  map[string]uint64
}

// maxPrefixes bounds the lists that are kept.
const maxPrefixes = 64

// list returns the list of the names that begin with the prefix.
func (p *Lists) list(s Store, prefix string) *list {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lists == nil {
		p.lists, p.used = map[string]*list{}, map[string]uint64{}
	}
	p.asked++
	p.used[prefix] = p.asked
	if l, ok := p.lists[prefix]; ok {
		return l
	}
	if len(p.lists) == maxPrefixes {
		oldest := prefix
		for other, used := range p.used {
			if used < p.used[oldest] {
				oldest = other
			}
		}
		delete(p.lists, oldest)
		delete(p.used, oldest)
	}
	l := &list{store: s, prefix: strings.Clone(prefix), size: stretchSize}
	p.lists[l.prefix] = l
	return l
}

// list is the list of the entities whose names begin with a prefix, in
// order of the name. It is a sparse index: it remembers no names but where each
// thousandth or so is, so that neither a count nor a page far back walks the
// whole list; the log of changes keeps it in step.
type list struct {
	store  Store
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

const (
	// stretchSize is the size of a stretch.
	stretchSize = 1000
	// maxFollowed is how many changes a list follows one by one; with more, it is
	// counted anew.
	maxFollowed = 10_000
)

// total returns the number of names.
func (l *list) total(ctx context.Context) (uint64, error) {
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

// find returns a name from which it is only skip names to a place of the list.
func (l *list) find(ctx context.Context, place uint64) (after string, skip uint64, err error) {
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
func (l *list) follow(ctx context.Context) error {
	last, err := l.store.LastChange(ctx)
	if err != nil {
		return err
	}
	if l.stretches == nil || last.Seq < l.seen || last.Seq-l.seen > maxFollowed {
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
func (l *list) take(change rdfstore.LogEntry) {
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
func (l *list) split(ctx context.Context) error {
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
func (l *list) count(ctx context.Context, after, until string) ([]stretch, error) {
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

// stretch counts one stretch as of one moment, and returns the last name of it.
func (l *list) stretch(ctx context.Context, after, until string) (s stretch, last string, err error) {
	snapshot, err := l.store.Snapshot(ctx)
	if err != nil {
		return s, "", err
	}
	defer snapshot.Close()
	s, last = stretch{after: after, counted: snapshot.At().Seq}, after
	for name, err := range snapshot.Entities(ctx, after) {
		if err != nil {
			return s, "", err
		}
		text := name.String()
		if !strings.HasPrefix(text, l.prefix) || until != "" && text > until {
			break
		}
		s.count, last = s.count+1, text
		if s.count == l.size {
			break
		}
	}
	return s, last, nil
}
