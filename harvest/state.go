package harvest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"vitrine/harvest/activity"
	"vitrine/rdfstore/atomicfile"
)

// stateVersion is that of the file's form.
const stateVersion = 1

// ErrState is wrapped by errors about a state file that cannot be read.
var ErrState = errors.New("cannot read how far earlier runs came")

// state is what the state file holds.
type state struct {
	Version int `json:"version"`
	// Feeds are by the URL they were asked for.
	Feeds map[string]*position `json:"feeds"`
}

// position is how far the harvest of a feed came.
type position struct {
	// Collection is the id of the feed.
	Collection string `json:"collection,omitempty"`
	// Began means that a run worked the feed off before.
	Began bool `json:"began,omitempty"`
	// EndTime is that of the newest activity that was carried out; zero where
	// nothing was, or where the feed has no order to go by.
	EndTime time.Time `json:"endTime,omitzero"`
	// Handled are the marks of the activities of that very time that need not
	// be looked at again.
	Handled []string `json:"handled,omitempty"`
	// Page is the last page that was read.
	Page string `json:"page,omitempty"`
	// Total is the number of activities that the feed had, -1 where unknown.
	Total int64 `json:"totalItems"`
	// Complete means that the last run worked off all there was.
	Complete bool `json:"complete"`
	// Store is the number of the store's newest change.
	Store uint64 `json:"storeChange"`
	// Refused are resources that the next run has to look at again.
	Refused []Refusal `json:"refused,omitempty"`
}

// mark is a short name for what an activity says of the resource with the name.
// Activities with one type, object and endTime are the same, unless they have
// names of their own.
func mark(a activity.Activity, name string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s\n%s", a.Type, a.Object.URL, a.EndTime.Format(time.RFC3339Nano), a.ID, name))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// readState reads the file; where there is none, the state is empty.
func readState(path string) (*state, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &state{Version: stateVersion, Feeds: map[string]*position{}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	s := &state{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%w: %s: %w; without the file, everything is compared anew", ErrState, path, err)
	}
	if s.Version != stateVersion {
		return nil, fmt.Errorf("%w: %s is of version %d, not %d; without the file, everything is compared anew", ErrState, path, s.Version, stateVersion)
	}
	for feed, p := range s.Feeds {
		if p == nil {
			delete(s.Feeds, feed)
		}
	}
	if s.Feeds == nil {
		s.Feeds = map[string]*position{}
	}
	return s, nil
}

// save writes the file in place of the one that is there.
func (r *run) save(ctx context.Context) error {
	last, err := r.Store.LastChange(ctx)
	if err != nil {
		return fmt.Errorf("read the store: %w", err)
	}
	r.position.Store = last.Seq
	return writePosition(r.StateFile, r.Feed, r.position)
}

// writePosition puts the position of one feed into the file. Those of other feeds, whose
// runs may write at the same time, stay.
func writePosition(path, feed string, p *position) error {
	unlock, err := lockedfile.MutexAt(path + ".lock").Lock()
	if err != nil {
		return fmt.Errorf("lock %s: %w", path, err)
	}
	defer unlock()
	s, err := readState(path)
	if err != nil {
		return err
	}
	s.Feeds[feed] = p
	return s.write(path)
}

// write puts the file in place by renaming, so that there always is a whole one.
func (s *state) write(path string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write how far this run came: %w", err)
		}
	}()
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return atomicfile.Write(path, append(text, '\n'), 0o600)
}
