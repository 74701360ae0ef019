package private

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/atomicfile"
)

// The journal is a text of lines of JSON. The first is a head, and each other one a step.

// head says what a journal is about.
type head struct {
	// Version is journalVersion.
	Version int `json:"version"`
	// Rules is the digest of the rules.
	Rules string `json:"rules"`
}

const journalVersion = 1

// step is what a stretch of the store's log comes to.
type step struct {
	// At is the last entry of the stretch, and Time its time in nanoseconds since 1970.
	At   uint64 `json:"at"`
	Time int64  `json:"time"`
	// Hidden are the entries that are not shown, in order, and Kinds those that are shown
	// as something else.
	Hidden []uint64                 `json:"hidden,omitempty"`
	Kinds  map[uint64]rdfstore.Kind `json:"kinds,omitempty"`
}

// errStale is wrapped by errors that tell why a journal is of no use.
var errStale = errors.New("there is no journal of what was shown")

// journal keeps what was shown of a log. A nil one keeps nothing.
type journal struct {
	file *os.File
	// end is where the next step is written.
	end int64
}

// newJournal writes a journal of one step in place of any at the path.
func newJournal(path, rules string, all step) (*journal, error) {
	var text strings.Builder
	lines := json.NewEncoder(&text)
	if err := errors.Join(lines.Encode(head{journalVersion, rules}), lines.Encode(all)); err != nil {
		return nil, err
	}
	if err := atomicfile.Write(path, []byte(text.String()), 0o600); err != nil {
		return nil, fmt.Errorf("write the journal of what is public: %w", err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("open the journal of what is public: %w", err)
	}
	return &journal{file, int64(text.Len())}, nil
}

// readJournal returns what the journal at the path holds, as one step. The error wraps
// errStale where there is none of the rules, or it is damaged.
func readJournal(path, rules string) (step, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return step{}, fmt.Errorf("%w: %s is not there", errStale, path)
	}
	if err != nil {
		return step{}, fmt.Errorf("read the journal of what is public: %w", err)
	}
	defer file.Close()
	lines := json.NewDecoder(file)
	var h head
	if err := lines.Decode(&h); err != nil || h.Version != journalVersion {
		return step{}, fmt.Errorf("%w: it cannot be read (version %d, %w)", errStale, h.Version, err)
	}
	if h.Rules != rules {
		return step{}, fmt.Errorf("%w: the rules are others", errStale)
	}
	return readSteps(lines)
}

// readSteps joins the steps of a journal, up to one that was not written whole.
func readSteps(lines *json.Decoder) (step, error) {
	all := step{Kinds: map[uint64]rdfstore.Kind{}}
	for n := 0; ; n++ {
		var next step
		err := lines.Decode(&next)
		if n > 0 && err != nil {
			return all, nil
		}
		hidden := append(all.Hidden, next.Hidden...)
		if err == nil && (next.At < all.At || !slices.IsSorted(hidden) || len(hidden) > 0 && hidden[len(hidden)-1] > next.At) {
			err = errors.New("its lines are not in order")
		}
		if err != nil {
			return step{}, fmt.Errorf("%w: it cannot be read: %w", errStale, err)
		}
		all.At, all.Time, all.Hidden = next.At, next.Time, hidden
		maps.Copy(all.Kinds, next.Kinds)
	}
}

// add writes a step. One that hides nothing is written over by the next, which is longer or
// of the same length.
func (j *journal) add(next step) error {
	if j == nil {
		return nil
	}
	line, err := json.Marshal(next)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if _, err := j.file.WriteAt(line, j.end); err != nil || len(next.Hidden)+len(next.Kinds) == 0 {
		return err
	}
	j.end += int64(len(line))
	return j.file.Sync()
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}

// nanoseconds is 0 for the zero time.
func nanoseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}
