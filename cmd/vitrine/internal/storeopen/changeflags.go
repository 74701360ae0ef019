package storeopen

import (
	"errors"
	"strings"
	"unicode"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/remote"
)

// KeepFlag says which past states a store keeps of the records that are changed.
type KeepFlag struct {
	KeepVersions keep `default:"all" placeholder:"N" help:"Earlier states to keep of each record that is changed: all, a number, or a time such as 90d (default: ${default})."`
}

// keep is a retention as the value of a flag.
type keep rdfstore.Retention

// UnmarshalText parses the retention.
func (k *keep) UnmarshalText(text []byte) error {
	r, err := rdfstore.ParseRetention(string(text))
	*k = keep(r)
	return err
}

// Keep returns the retention.
func (f KeepFlag) Keep() rdfstore.Retention { return rdfstore.Retention(f.KeepVersions) }

// ChangeFlags are those of a command that changes records.
type ChangeFlags struct {
	KeepFlag
	Author  author  `placeholder:"NAME" help:"Who changes the records, for their histories, which the public sees (docs/versions.md)."`
	Message message `placeholder:"TEXT" help:"Why the records are changed, for their histories (docs/versions.md)."`
}

// author and message are texts that the log of a store takes.
type (
	author  string
	message string
)

// UnmarshalText checks the text.
func (a *author) UnmarshalText(text []byte) error {
	*a = author(text)
	return checkLine(string(text), rdfstore.Change{Author: string(text)})
}

// UnmarshalText checks the text.
func (m *message) UnmarshalText(text []byte) error {
	*m = message(text)
	return checkLine(string(text), rdfstore.Change{Message: string(text)})
}

func checkLine(text string, c rdfstore.Change) error {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return errors.New("it is one line of text")
	}
	return c.CheckMessage()
}

// Signature says who makes the changes, and why.
func (f ChangeFlags) Signature() rdfstore.Signature {
	return rdfstore.Signature{Author: string(f.Author), Message: string(f.Message)}
}

// Sign has a client send the same with each change.
func (f ChangeFlags) Sign(service *remote.Client) {
	s := f.Signature()
	service.Author, service.Reason = s.Author, s.Message
}

// OpenedForWriting returns the store of a command that writes and found no server that has
// it.
func (f SharedFlag) OpenedForWriting(a *console.App, by ChangeFlags, o boltstore.Options, progress func(boltstore.BulkProgress)) (rdfstore.Store, error) {
	if pgstore.IsAddress(f.DB) {
		return OpenDatabase(a.Ctx, f.DB, pgstore.Options{Derivation: o.Derivation, Keep: by.Keep(), Signature: by.Signature()})
	}
	o.Keep, o.Signature = by.Keep(), by.Signature()
	store, err := OpenForWriting(a.Ctx, f.DB, o, a.Notify, progress)
	if err != nil {
		return nil, err
	}
	return store, nil
}

// OpenedForChange opens a store that no server has, and does not make one.
func (f AnyStoreFlag) OpenedForChange(a *console.App, by ChangeFlags) (rdfstore.Store, error) {
	derivation, err := Derivation()
	if err != nil {
		return nil, err
	}
	return f.Shared().OpenedForWriting(a, by, boltstore.Options{Derivation: derivation}, func(boltstore.BulkProgress) {})
}
