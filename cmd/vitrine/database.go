package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
)

type dbCommand struct {
	Init    dbInit    `cmd:"" help:"Create an empty store in a database."`
	Migrate dbMigrate `cmd:"" help:"Derive the links of a store in a database as this version does."`
}

func (dbCommand) Help() string {
	return `A store can be a schema of a PostgreSQL database, of version 15 or later, which any
number of servers share. Its address is taken where the name of a store file is:

    postgres://ROLE@HOST:PORT/DATABASE?schema=NAME

Without schema=NAME the schema is called vitrine. Several hosts are separated by commas;
the one that takes writes is used. The password comes from the file ~/.pgpass or the
environment variable PGPASSWORD, so that it is not on the command line. The role needs no
privileges but CREATE on the database, for init.

Examples:

    vitrine db init --db postgres://vitrine@db.museum.example/museum

    vitrine db migrate --db postgres://vitrine@db.museum.example/museum`
}

// databaseFlag names a store in a database.
type databaseFlag struct {
	DB string `name:"db" required:"" placeholder:"URL" help:"Address of the store, such as postgres://ROLE@HOST/DATABASE."`
}

func (f databaseFlag) check() error {
	if !pgstore.IsAddress(f.DB) {
		return usage("give an address such as postgres://ROLE@HOST/DATABASE; a store file is created by vitrine load", "%q is not the address of a database", f.DB)
	}
	return nil
}

type dbInit struct {
	databaseFlag
	jsonFlag
}

// databaseResult is what the commands print as JSON. Changed tells whether there was
// anything to do.
type databaseResult struct {
	Store   string `json:"store"`
	Changed bool   `json:"changed"`
}

func (c *dbInit) Run(a *app) error {
	if err := c.check(); err != nil {
		return err
	}
	relations, err := derivation()
	if err != nil {
		return err
	}
	created, err := pgstore.Init(a.ctx, c.DB, relations)
	if err != nil {
		return err
	}
	text := "created an empty store"
	if !created {
		text = "the store is there already"
	}
	return c.report(a, databaseResult{pgstore.Redacted(c.DB), created}, "%s: %s", pgstore.Redacted(c.DB), text)
}

type dbMigrate struct {
	databaseFlag
	jsonFlag
}

func (c *dbMigrate) Run(a *app) error {
	if err := c.check(); err != nil {
		return err
	}
	relations, err := derivation()
	if err != nil {
		return err
	}
	bar := newProgressBar(a.stderr, a.terminal)
	bar.begin(func() int64 { return 0 })
	changed, err := pgstore.Rederive(a.ctx, c.DB, relations, func(entities uint64) { bar.rewrite(boltstore.BulkProgress{Graphs: entities}) })
	bar.end()
	if err != nil {
		return hintedDatabase(c.DB, err)
	}
	text := "the links are those of this version"
	if !changed {
		text = "nothing to do"
	}
	return c.report(a, databaseResult{pgstore.Redacted(c.DB), changed}, "%s: %s", pgstore.Redacted(c.DB), text)
}

// sharedStoreFlags are for a server whose store is in a database.
type sharedStoreFlags struct {
	DBRead string `placeholder:"URL" help:"Address of a copy of the store in PostgreSQL that follows it, such as a standby, to read from (docs/scale.md)."`
}

func (f sharedStoreFlags) check(db string) error {
	if f.DBRead != "" && (!pgstore.IsAddress(f.DBRead) || !pgstore.IsAddress(db)) {
		return usage("give both as addresses, such as --db postgres://ROLE@HOST/DATABASE --db-read postgres://ROLE@STANDBY/DATABASE", "--db-read is the address of a copy of a database that --db names")
	}
	return nil
}

// openDatabase opens a store in a database.
func openDatabase(ctx context.Context, address string, o pgstore.Options) (*pgstore.Store, error) {
	store, err := pgstore.Open(ctx, address, o)
	return store, hintedDatabase(address, err)
}

// hintedDatabase adds a hint to an error of a store in a database.
func hintedDatabase(address string, err error) error {
	switch {
	case errors.Is(err, pgstore.ErrNoStore):
		return &hintedError{err, "create one with: vitrine db init --db " + pgstore.Redacted(address)}
	case errors.Is(err, pgstore.ErrDerivation):
		return &hintedError{err, "derive them again with: vitrine db migrate --db " + pgstore.Redacted(address)}
	}
	// The class 28 of SQLSTATE is a login that was refused.
	var state interface{ SQLState() string }
	if errors.As(err, &state) && strings.HasPrefix(state.SQLState(), "28") {
		return &hintedError{err, "give the password of the role in the variable PGPASSWORD or the file ~/.pgpass, and see pg_hba.conf of the database"}
	}
	return err
}

// openDatabase opens the store in a database, and creates it if the flags say so.
func (c *serveCommand) openDatabase(ctx context.Context, relations rdfstore.Derivation, logger *slog.Logger) (rdfstore.Store, func() error, error) {
	if c.Create {
		if _, err := pgstore.Init(ctx, c.DB, relations); err != nil {
			return nil, nil, err
		}
	}
	o := pgstore.Options{Derivation: relations, Logger: logger, Replica: c.DBRead}
	store, err := openDatabase(ctx, c.DB, o)
	if err != nil {
		return nil, nil, err
	}
	return store, store.Close, nil
}

// beside returns what the names of the files beside a store begin with: the name of the
// store file, or in the current folder the names of the database and the schema.
func beside(db string) string {
	if !pgstore.IsAddress(db) {
		return db
	}
	u, err := url.Parse(db)
	if err != nil {
		return "database" // which does not open
	}
	name := strings.Trim(u.Path, "/")
	if schema := u.Query().Get("schema"); schema != "" {
		name += "." + schema
	}
	if name == "" {
		name = "database"
	}
	return "./" + url.PathEscape(name)
}

// onlyFile returns the error of a command for store files that is given a database.
func onlyFile(db, instead string) error {
	if !pgstore.IsAddress(db) {
		return nil
	}
	return &hintedError{fmt.Errorf("%s is not a store file", pgstore.Redacted(db)), instead}
}

// databaseStats are the statistics of a store in a database that are counted at once.
type databaseStats struct {
	Records uint64       `json:"records"`
	Quads   uint64       `json:"quads"`
	Changes uint64       `json:"changes"`
	Classes []classStats `json:"classes"`
}

// servedStatistics returns what the store of a server holds.
func servedStatistics(ctx context.Context, store rdfstore.Store) (any, error) {
	if file, ok := store.(*boltstore.Store); ok {
		return statistics(ctx, file)
	}
	out := databaseStats{Classes: []classStats{}}
	classes, err := store.Classes(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range classes {
		if class := c.Class.String(); class != "" {
			out.Classes = append(out.Classes, classStats{class, c.Count})
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
