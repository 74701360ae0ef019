package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"vitrine/rdfstore/atomicfile"
)

// between is the shortest time from one writing of the file to the next, so that requests
// cost a write now and then.
const between = 5 * time.Minute

// uses are when tokens were last used, by their names. They are in a file beside that of
// the tokens, which stays as its owner wrote it. Losing it loses nothing else.
type uses struct {
	path string

	mu    sync.Mutex
	last  map[string]time.Time
	saved time.Time
	// dirty tells that something is not in the file.
	dirty bool
}

// note notes a use. A file that cannot be written is tried again later.
func (u *uses) note(name string, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.last == nil {
		u.last = map[string]time.Time{}
	}
	u.last[name], u.dirty = now.UTC().Truncate(time.Second), true
	if since := now.Sub(u.saved); since >= between || since < 0 {
		_ = u.write(now)
	}
}

// save writes what is not in the file.
func (u *uses) save(now time.Time) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.dirty {
		return nil
	}
	return u.write(now)
}

// write writes the file, with what it has of other tokens and other servers.
func (u *uses) write(now time.Time) error {
	u.saved = now
	all, err := readUses(u.path)
	if errors.Is(err, ErrFormat) {
		all, err = map[string]time.Time{}, nil
	}
	if err != nil {
		return err
	}
	for name, at := range u.last {
		if at.After(all[name]) {
			all[name] = at
		}
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err == nil {
		err = atomicfile.Write(u.path, append(text, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("write when tokens were used: %w", err)
	}
	u.dirty = false
	return nil
}

// readUses reads the file; where there is none, nothing was used.
func readUses(path string) (map[string]time.Time, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]time.Time{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read when tokens were used: %w", err)
	}
	defer file.Close()
	all := map[string]time.Time{}
	if err := json.NewDecoder(io.LimitReader(file, maxFile)).Decode(&all); err != nil || all == nil {
		return nil, fmt.Errorf("%w: %s, which says when tokens were used; remove it", ErrFormat, path)
	}
	return all, nil
}
