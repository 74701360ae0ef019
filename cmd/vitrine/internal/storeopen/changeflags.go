package storeopen

import (
	"errors"
	"os/user"
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
	Message message `placeholder:"TEXT" help:"Why the records are changed, for their histories (docs/versions.md)."`
}

// message is a text that the log of a store takes.
type message string

// UnmarshalText checks the text.
func (m *message) UnmarshalText(text []byte) error {
	*m = message(text)
	if strings.ContainsFunc(string(text), unicode.IsControl) {
		return errors.New("a message is one line of text")
	}
	return rdfstore.Change{Message: string(text)}.CheckMessage()
}

// Signature says that the user of this machine makes the changes, and why.
func (f ChangeFlags) Signature() rdfstore.Signature {
	s := rdfstore.Signature{Message: string(f.Message)}
	if u, err := user.Current(); err == nil && len(u.Username) <= rdfstore.MaxAuthor {
		s.Author = strings.ToValidUTF8(u.Username, "?")
	}
	return s
}

// Sign has a service be told the same with each change.
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
