package loadcmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/admincmd"
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart/report"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/remote"
)

type RestoreCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	storeopen.ContextsFlag
	storeopen.ChangeFlags
	console.JSONFlag
	admissionFlags
	Version uint64 `placeholder:"N" env:"-" help:"The version of the record whose state is put back, of those that vitrine versions lists."`
	What    string `arg:"" help:"The backup; with --version, the URI of the record, which may be relative to the base URL."`
}

func (RestoreCommand) Help() string {
	return `With --version, a record becomes again what it was of that version, also one that was
deleted: the state is checked as a record that is loaded, and stored as a new version, if
the record is not changed meanwhile. What was there before stays in its history.

Otherwise a backup is put in the place of the store. It is checked first, and copied, so that
it stays. The store before is kept beside the new one, with .before and the time added to
its name. No server may have the store open. If the command is interrupted, the store is
the one before or the restored one.

Examples:

    vitrine restore --db museum.db backups/museum-2026-11-21.db

    vitrine restore --db museum.db --version 1402 --message 'undoes a slip' person/rembrandt`
}

func (c *RestoreCommand) Run(a *console.App) (err error) {
	if c.Version == 0 {
		if c.Server != "" {
			return console.Usage("restore it where the service runs, or give --version and the URI of a record", "a backup cannot be restored through a service")
		}
		return (&admincmd.RestoreBackup{SharedFlag: c.Shared(), JSONFlag: c.JSONFlag, File: c.What}).Run(a)
	}
	if c.BaseURL, err = c.Base(a.Ctx, c.BaseURL, false); err != nil {
		return err
	}
	name, err := c.BaseURL.Name(c.What)
	if err != nil {
		return err
	}
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	result := restored{name.String(), c.Version, rdfstore.Updated.String()}
	if service != nil {
		c.Sign(service)
		err = storeopen.Closing(service, c.served(a.Ctx, r, service, name))
	} else {
		result.Change, err = c.stored(a, r, name)
	}
	if errors.Is(err, rdfstore.ErrPrecondition) {
		err = console.Hinted(err, "look at what it says now, and try again")
	}
	if err != nil {
		return err
	}
	return c.Report(a, result, "%s: restored as it was of version %d", name, c.Version)
}

// restored is what a restoration prints as JSON.
type restored struct {
	URI     string `json:"uri"`
	Version uint64 `json:"version"`
	// Change is what happened to the record: unchanged if it says that already.
	Change string `json:"change"`
}

// stored restores the record in a store that no server has open.
func (c *RestoreCommand) stored(a *console.App, r *storeopen.Dependencies, name rdf.IRI) (change string, err error) {
	store, err := c.OpenedForChange(a, c.ChangeFlags)
	if err != nil {
		return "", err
	}
	defer func() { err = storeopen.Closing(store, err) }()
	past, now, err := stateOf(a.Ctx, store, name, c.Version)
	if err != nil {
		return "", err
	}
	if err := c.admit(a, r, store, past); err != nil {
		return "", err
	}
	out, err := store.Apply(a.Ctx, rdfstore.Change{Put: past.Graph, If: rdfstore.Precondition{Absent: now == 0, Version: now}})
	if err != nil {
		return "", err
	}
	return out[0].Kind.String(), nil
}

// admit has the state judged as a record that is loaded.
func (c *RestoreCommand) admit(a *console.App, r *storeopen.Dependencies, store rdfstore.Store, e *rdfstore.Entity) error {
	found, err := reportFlags{}.open(a, a.Stderr, report.Options{Format: "text", Live: true}, nil)
	if err != nil {
		return err
	}
	check, err := newModelCheck(c.admissionFlags, string(c.BaseURL), r, found)
	if err != nil {
		return err
	}
	check.use(store)
	verdict := check.check(e.Graph, nil)
	if verdict.Tell != nil {
		verdict.Tell(load.Place{Source: e.Graph.Name.String()})
	}
	check.missing.report(store)
	return errors.Join(verdict.Err, found.close())
}

// served has a service restore the record.
func (c *RestoreCommand) served(ctx context.Context, r *storeopen.Dependencies, service *remote.Client, name rdf.IRI) error {
	records, err := r.RecordsOf(service, string(c.BaseURL))
	if err != nil {
		return err
	}
	_, tag, err := records.Tagged(ctx, name)
	var answer *remote.StatusError
	replaced := errors.As(err, &answer) && answer.Status == http.StatusPermanentRedirect
	if err != nil && !replaced && !rdfstore.IsMissing(err) {
		return storeopen.HintedService(err)
	}
	var state bytes.Buffer
	if err := service.Version(ctx, &state, name.String(), records.MediaType(), c.Version); err != nil {
		return storeopen.MissingAt(err, name, c.Version)
	}
	err = service.Put(ctx, name.String(), tag, records.MediaType(), state.Bytes())
	if errors.As(err, &answer) && answer.Status == http.StatusPreconditionFailed {
		return fmt.Errorf("%s: %w: %w", name, rdfstore.ErrPrecondition, err)
	}
	return storeopen.HintedService(err)
}

// stateOf returns the state that a store has of a version, and the version that the record has now, 0
// where there is none.
func stateOf(ctx context.Context, store rdfstore.Store, name rdf.IRI, version uint64) (past *rdfstore.Entity, now uint64, err error) {
	current, err := store.Get(ctx, name)
	switch {
	case rdfstore.IsMissing(err):
	case err != nil:
		return nil, 0, err
	default:
		now = current.Version
	}
	past, err = storeopen.State(ctx, store, name, version)
	return past, now, err
}
