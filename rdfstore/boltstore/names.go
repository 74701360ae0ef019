package boltstore

import (
	"context"
	"strings"
	"sync"

	"vitrine/rdfstore"
)

// CountNames returns the number of names that begin with the prefix and go on after it.
func (s *Store) CountNames(ctx context.Context, prefix string) (uint64, error) {
	c, ok := s.nameCounts.Get(prefix)
	if !ok { // two callers may both count
		c = &nameCount{prefix: strings.Clone(prefix)}
		s.nameCounts.Set(c.prefix, c)
	}
	return c.count(ctx, s)
}

// maxNameCounts bounds the prefixes whose names are counted.
const maxNameCounts = 64

// nameCount is the number of names that begin with a prefix. They are counted once; after
// that, the number follows the log.
type nameCount struct {
	prefix string

	mu sync.Mutex
	// n is the number of names at the entry seen of the log, where counted is set.
	counted bool
	n, seen uint64
}

// maxFollowed is how many changes a count follows one by one; with more to follow, the
// names are counted anew.
const maxFollowed = 10_000

// count brings the number up to the newest entry of the log and returns it.
func (c *nameCount) count(ctx context.Context, s *Store) (uint64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last, err := s.LastChange(ctx)
	if err != nil {
		return 0, err
	}
	if !c.counted || last.Seq-min(last.Seq, c.seen) > maxFollowed {
		err := c.walk(ctx, s)
		return c.n, err
	}
	if last.Seq <= c.seen {
		return c.n, nil
	}
	for change, err := range s.Changes(ctx, c.seen) {
		if err != nil {
			return 0, err
		}
		c.follow(change)
	}
	return c.n, nil
}

// walk counts the names of a snapshot.
func (c *nameCount) walk(ctx context.Context, s *Store) error {
	snapshot, err := s.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer snapshot.Close()
	n := uint64(0)
	for name, err := range snapshot.Entities(ctx, c.prefix) {
		if err != nil {
			return err
		}
		if !strings.HasPrefix(name.String(), c.prefix) {
			break
		}
		n++
	}
	c.counted, c.n, c.seen = true, n, snapshot.At().Seq
	return nil
}

// follow counts one entry of the log.
func (c *nameCount) follow(change rdfstore.LogEntry) {
	c.seen = change.Seq
	if name := change.Name.String(); !strings.HasPrefix(name, c.prefix) || name == c.prefix {
		return
	}
	switch change.Kind {
	case rdfstore.Created:
		c.n++
	case rdfstore.Deleted:
		c.n--
	}
}
