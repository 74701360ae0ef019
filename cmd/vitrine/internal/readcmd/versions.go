package readcmd

import (
	"context"
	"fmt"
	"iter"
	"text/tabwriter"
	"time"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/remote"
)

type VersionsCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	console.JSONFlag
	URI string `arg:"" name:"uri" help:"URI of the record; a relative one is resolved against the base URL."`
}

func (VersionsCommand) Help() string {
	return `Lists the versions of a record whose states are kept, newest first: its number, when it
came to be, what happened, who did it and why. A deletion has no state. 'vitrine get
--version' writes a state, and 'vitrine restore --version' makes it the present one.

Examples:

    vitrine versions --db museum.db person/rembrandt

    vitrine versions --json --server https://data.museum.example/ person/rembrandt`
}

func (c *VersionsCommand) Run(a *console.App) error {
	var err error
	if c.BaseURL, err = c.Base(a.Ctx, c.BaseURL, false); err != nil {
		return err
	}
	name, err := c.BaseURL.Name(c.URI)
	if err != nil {
		return err
	}
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	var versions []remote.Version
	if service != nil {
		versions, err = service.Versions(a.Ctx, name.String())
		err = storeopen.Closing(service, storeopen.MissingAt(err, name, 0))
	} else {
		versions, err = c.stored(a.Ctx, name)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return a.PrintJSON(versions)
	}
	table := tabwriter.NewWriter(a.Stdout, 0, 8, 2, ' ', 0)
	for _, v := range versions {
		what := v.Change
		if v.Purged {
			what = "purged"
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", v.Version, v.Time.Format(time.RFC3339), what, v.Author, v.Message)
	}
	return table.Flush()
}

// stored returns the versions that a store has which no server has open.
func (c *VersionsCommand) stored(ctx context.Context, name rdf.IRI) ([]remote.Version, error) {
	store, err := c.Shared().Opened(ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	versions, err := listed(store.Versions(ctx, name, 0))
	if err == nil && len(versions) == 0 {
		err = storeopen.NoRecord(name)
	}
	return versions, storeopen.Closing(store, err)
}

func listed(entries iter.Seq2[rdfstore.LogEntry, error]) (versions []remote.Version, err error) {
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		versions = append(versions, version(e))
	}
	return versions, nil
}

// version is an entry of the log as it is shown.
func version(e rdfstore.LogEntry) remote.Version {
	return remote.Version{Version: e.Seq, Time: e.Time, Change: e.Kind.String(), Purged: e.Purged, Successor: e.Successor.String(), Author: e.Author, Message: e.Message}
}
