package loadcmd

import (
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/remote"
)

type PurgeCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	storeopen.ChangeFlags
	URI []string `arg:"" name:"uri" help:"URIs of the records; relative ones are resolved against the base URL."`
}

func (PurgeCommand) Help() string {
	return `Removes the past states of records for good, where the law or a promise asks for that, and who
changed the records and why. What a record says now stays, and so does the deletion of one
that is deleted: delete it before, or correct it, if that has to go. The history says
that this was done, and who did it. Of several records, all or none are purged in a store
that no server has open. docs/versions.md says where traces may be left.

Examples:

    vitrine purge --db museum.db --message "request of the family" person/1234

    vitrine purge --server https://data.museum.example/ --token-file token person/1234`
}

func (c *PurgeCommand) Run(a *console.App) error {
	var err error
	if c.BaseURL, err = c.Base(a.Ctx, c.BaseURL, false); err != nil {
		return err
	}
	changes := make([]rdfstore.Change, len(c.URI))
	for i, text := range c.URI {
		if changes[i].Purge, err = c.BaseURL.Name(text); err != nil {
			return err
		}
	}
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	if service != nil {
		c.Sign(service)
		return storeopen.Closing(service, c.purgeServed(a, service, changes))
	}
	store, err := c.OpenedForChange(a, c.ChangeFlags)
	if err != nil {
		return err
	}
	_, err = store.Apply(a.Ctx, changes...)
	var failed *rdfstore.ChangeError
	if errors.As(err, &failed) && errors.Is(err, rdfstore.ErrNotFound) {
		err = storeopen.NoRecord(failed.Name)
	}
	if err = storeopen.Closing(store, err); err != nil {
		return fmt.Errorf("nothing was purged: %w", err)
	}
	for _, change := range changes {
		purged(a, change.Purge)
	}
	return nil
}

// purgeServed has a service purge records, one after the other.
func (c *PurgeCommand) purgeServed(a *console.App, service *remote.Client, changes []rdfstore.Change) error {
	for _, change := range changes {
		if err := service.Purge(a.Ctx, change.Purge.String()); err != nil {
			return storeopen.MissingAt(err, change.Purge, 0)
		}
		purged(a, change.Purge)
	}
	return nil
}

func purged(a *console.App, name rdf.IRI) {
	a.Notify(fmt.Sprintf("%s: its past states were removed", name))
}
