package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// failure is an error as it is sent. The errors of package rdfstore that callers tell
// apart arrive as what they were; of others, the message does.
type failure struct {
	// Class names the error that is wrapped; "" for another.
	Class   string `json:"class,omitempty"`
	Message string `json:"message"`
	// Change is that of a rdfstore.ChangeError, counted from 0; nil for another error.
	Change *int `json:"change,omitempty"`
	// Name, Version and Time are those of a change or of a deletion.
	Name    string    `json:"name,omitempty"`
	Version uint64    `json:"version,omitempty"`
	Time    time.Time `json:"time,omitzero"`
}

// class is an error that callers tell apart, by its name.
type class struct {
	name string
	err  error
}

// classes returns those errors. An error that is several of them arrives as the first.
func classes() []class {
	return []class{
		{"not-found", rdfstore.ErrNotFound},
		{"deleted", rdfstore.ErrDeleted},
		{"precondition", rdfstore.ErrPrecondition},
		{"corrupt", rdfstore.ErrCorrupt},
		{"too-large", graph.ErrTooLarge},
		{"term", graph.ErrTerm},
		{"frame", ErrFrame},
		{"expired", rdfstore.ErrExpired},
		{"closed", rdfstore.ErrClosed},
	}
}

// className returns the name of the class of an error, "" for none.
func className(err error) string {
	for _, c := range classes() {
		if errors.Is(err, c.err) {
			return c.name
		}
	}
	return ""
}

// classNamed returns the error of a class, nil for a name that is none.
func classNamed(name string) error {
	for _, c := range classes() {
		if c.name == name {
			return c.err
		}
	}
	return nil
}

// RemoteError is an error of the server. It wraps the error that it belongs to, if that
// is one that callers tell apart.
type RemoteError struct {
	Message string
	class   error
}

func (e *RemoteError) Error() string { return e.Message }

func (e *RemoteError) Unwrap() error { return e.class }

func (e *Encoder) failure(err error) error {
	f := failure{Class: className(err), Message: err.Error()}
	var change *rdfstore.ChangeError
	if errors.As(err, &change) {
		f.Change, f.Name, f.Message = &change.Index, change.Name.String(), change.Err.Error()
	}
	var deleted *rdfstore.DeletedError
	if errors.As(err, &deleted) {
		f.Name, f.Version, f.Time = deleted.Name.String(), deleted.Version, deleted.Time
	}
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return e.text(string(text))
}

// failure reads what follows a Failed. The second error says why it cannot be read.
func (d *Decoder) failure() (error, error) {
	text, err := d.bytes()
	if err != nil {
		return nil, err
	}
	var f failure
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFrame, err)
	}
	remote := error(&RemoteError{Message: f.Message, class: classNamed(f.Class)})
	if f.Name == "" {
		return remote, nil
	}
	name, err := graph.IRI(f.Name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrFrame, err)
	case f.Change != nil:
		return &rdfstore.ChangeError{Index: *f.Change, Name: name, Err: remote}, nil
	case f.Class == "deleted":
		return &rdfstore.DeletedError{Name: name, Version: f.Version, Time: f.Time}, nil
	}
	return remote, nil
}
