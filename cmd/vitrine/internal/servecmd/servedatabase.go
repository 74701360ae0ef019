package servecmd

import (
	"context"
	"log/slog"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
)

// sharedStoreFlags are for a server whose store is in a database.
type sharedStoreFlags struct {
	DBRead string `placeholder:"URL" help:"Address of a copy of the store in PostgreSQL that follows it, such as a standby, to read from (docs/scale.md)."`
}

func (f sharedStoreFlags) check(db string) error {
	if f.DBRead != "" && (!pgstore.IsAddress(f.DBRead) || !pgstore.IsAddress(db)) {
		return console.Usage("give both as addresses, such as --db postgres://ROLE@HOST/DATABASE --db-read postgres://ROLE@STANDBY/DATABASE", "--db-read is the address of a copy of a database that --db names")
	}
	return nil
}

// openDatabase opens the store in a database, and creates it if the flags say so.
func (c *ServeCommand) openDatabase(ctx context.Context, relations rdfstore.Derivation, logger *slog.Logger) (rdfstore.Store, func() error, error) {
	if c.Create {
		if _, err := pgstore.Init(ctx, c.DB, relations, string(c.BaseURL)); err != nil {
			return nil, nil, err
		}
	}
	o := pgstore.Options{Derivation: relations, Keep: c.Keep(), Logger: logger, Replica: c.DBRead}
	store, err := storeopen.OpenDatabase(ctx, c.DB, o)
	if err != nil {
		return nil, nil, err
	}
	return store, store.Close, nil
}

// databaseStats are the statistics of a store in a database that are counted at once.
type databaseStats struct {
	Records uint64                 `json:"records"`
	Quads   uint64                 `json:"quads"`
	Changes uint64                 `json:"changes"`
	Classes []storeopen.ClassStats `json:"classes"`
}

// servedStatistics returns what the store of a server holds.
func servedStatistics(ctx context.Context, store rdfstore.Store) (any, error) {
	if file, ok := store.(*boltstore.Store); ok {
		return storeopen.Statistics(ctx, file)
	}
	out := databaseStats{Classes: []storeopen.ClassStats{}}
	classes, err := store.Classes(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range classes {
		if class := c.Class.String(); class != "" {
			out.Classes = append(out.Classes, storeopen.ClassStats{Class: class, Records: c.Count})
		} else {
			out.Records = c.Count
		}
	}
	if out.Quads, err = store.Count(ctx, rdfstore.Pattern{}); err != nil {
		return nil, err
	}
	last, err := store.LastChange(ctx)
	out.Changes = last.Seq
	return out, err
}
