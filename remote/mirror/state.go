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
const stateVersion = 2

// state is what the state file holds.
type state struct {
	Version int `json:"version"`
	// Endpoint is the address of the target.
	Endpoint string `json:"endpoint"`
	// Copied tells that a copy of everything came to its end, and Position the change of the
	// source after which the log is to be followed.
	Copied   bool     `json:"copied"`
	Position position `json:"position,omitzero"`
	// Refused are the graphs that the target did not take.
	Refused []Refusal `json:"refused,omitempty"`

	// began tells that there is a file.
	began bool
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

// readState reads the file; where there is none, the state is that of a new mirror.
func readState(path, endpoint string) (*state, error) {
	s := &state{Version: stateVersion, Endpoint: endpoint}
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
	s.began = true
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
}

// accept forgets that it did not.
func (s *state) accept(name string) {
	s.Refused = slices.DeleteFunc(s.Refused, func(r Refusal) bool { return r.Name == name })
}
