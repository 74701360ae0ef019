package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/remote"
)

type ReplaceCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	storeopen.ChangeFlags
	Old string `arg:"" help:"URI of the record to delete; a relative one is resolved against the base URL."`
	New string `arg:"" help:"URI of the record that is there in its place."`
}

func (ReplaceCommand) Help() string {
	return `The address of the deleted record leads to the other one from now on, and the change
feed says so. The record that is there in its place is not changed: what the deleted
one says beyond it has to be added before.

Examples:

    vitrine replace --db museum.db person/rembrandt-2 person/rembrandt

    vitrine replace --server https://data.museum.example/ --token-file secret person/rembrandt-2 person/rembrandt`
}

func (c *ReplaceCommand) Run(a *console.App) error {
	var err error
	if c.BaseURL, err = c.Base(a.Ctx, c.BaseURL, false); err != nil {
		return err
	}
	var names [2]rdf.IRI
	for i, text := range []string{c.Old, c.New} {
		if names[i], err = c.BaseURL.Name(text); err != nil {
			return err
		}
	}
	if names[0] == names[1] {
		return console.Usage("", "a record cannot replace itself")
	}
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	if service != nil {
		c.Sign(service)
		err = storeopen.Closing(service, replaceServed(a.Ctx, service, names[0].String(), names[1].String()))
	} else {
		err = c.replace(a, names[0], names[1])
	}
	if err != nil {
		return err
	}
	a.Notify(fmt.Sprintf("%s was deleted; it leads to %s", names[0], names[1]))
	return nil
}

// replaceServed has a service replace a record.
func replaceServed(ctx context.Context, service *remote.Client, old, by string) error {
	err := service.Replace(ctx, old, remote.AnyTag, by)
	var answer *remote.StatusError
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.Status {
	case http.StatusNotFound, http.StatusGone:
		return fmt.Errorf("%s: the store has no such record", old)
	case http.StatusConflict:
		return fmt.Errorf("%s: the store has no such record", by)
	}
	return storeopen.HintedService(err)
}

// replace replaces a record of a store that no server has open.
func (c *ReplaceCommand) replace(a *console.App, old, by rdf.IRI) error {
	store, err := c.OpenedForChange(a, c.ChangeFlags)
	if err != nil {
		return err
	}
	return storeopen.Closing(store, replaceStored(a.Ctx, store, old, by))
}

func replaceStored(ctx context.Context, store rdfstore.Store, old, by rdf.IRI) error {
	e, err := store.Get(ctx, by)
	if rdfstore.IsMissing(err) {
		return storeopen.NoRecord(by)
	}
	if err != nil {
		return err
	}
	_, err = store.Apply(ctx, rdfstore.Replace(old, e, rdfstore.Precondition{})...)
	if errors.Is(err, rdfstore.ErrNotFound) {
		return storeopen.NoRecord(old)
	}
	return err
}
