package mirror

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"vitrine/rdfstore"
	"vitrine/rdfstore/atomicfile"
)

// stateVersion is that of the file's form.
const stateVersion = 1

// state is what the state file holds.
type state struct {
	Version int `json:"version"`
	// Endpoint is the address of the target.
	Endpoint string `json:"endpoint"`
	// Began tells that a first copy has begun, and Position the change of the source after
	// which the log is to be followed.
	Began    bool     `json:"began"`
	Position position `json:"position,omitzero"`
	// Copy is how far a copy of everything came, nil where none is in progress.
	Copy *copying `json:"copy,omitempty"`
	// Refused are the graphs that the target did not take, by name.
	Refused []Refusal `json:"refused,omitempty"`

	// fresh are the refusals of this run.
	fresh map[string]bool
}

// position is an entry of the source's log.
type position struct {
	Seq  uint64        `json:"change"`
	Name string        `json:"name"`
	Kind rdfstore.Kind `json:"kind"`
}

func positionOf(entry rdfstore.LogEntry) position {
	if entry.Seq == 0 {
		return position{}
	}
	return position{entry.Seq, entry.Name.String(), entry.Kind}
}

// copying is how far a copy of everything came.
type copying struct {
	// After is the name of the last graph that the target is known to have.
	After string `json:"after"`
	// Sent is the name of the last graph that may have been added, so that those up to it
	// are replaced.
	Sent string `json:"sent,omitempty"`
	// Add tells that the target has none of the graphs after Sent, so that they may be added.
	Add bool `json:"add,omitempty"`
}

// readState reads the file; where there is none, the state is that of a new mirror.
func readState(path, endpoint string) (*state, error) {
	s := &state{Version: stateVersion, Endpoint: endpoint, fresh: map[string]bool{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrState, path, err)
	}
	switch {
	case s.Version != stateVersion:
		return nil, fmt.Errorf("%w: %s is of version %d, not %d", ErrState, path, s.Version, stateVersion)
	case s.Endpoint != endpoint:
		return nil, fmt.Errorf("%w: %s is that of a mirror at %s", ErrState, path, s.Endpoint)
	}
	return s, nil
}

// write puts the file in place as a whole.
func (s *state) write(path string) error {
	text, err := json.MarshalIndent(s, "", " ")
	if err == nil {
		err = atomicfile.Write(path, append(text, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("write how far this run came: %w", err)
	}
	return nil
}

// refuse notes that the target does not take a graph.
func (s *state) refuse(name, reason string) {
	s.accept(name)
	s.Refused = append(s.Refused, Refusal{name, reason})
	s.fresh[name] = true
}

// accept forgets that it did not.
func (s *state) accept(name string) {
	s.Refused = slices.DeleteFunc(s.Refused, func(r Refusal) bool { return r.Name == name })
}
