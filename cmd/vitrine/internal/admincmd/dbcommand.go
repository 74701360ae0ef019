package admincmd

import (
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
)

type DatabaseCommand struct {
	Init    dbInit    `cmd:"" help:"Create an empty store in a database."`
	Migrate dbMigrate `cmd:"" help:"Derive the links of a store in a database as this version does."`
}

func (DatabaseCommand) Help() string {
	return `A store can be a schema of a PostgreSQL database, of version 15 or later, which any
number of servers share. Its address is taken where the name of a store file is:

    postgres://ROLE@HOST:PORT/DATABASE?schema=NAME

Without schema=NAME the schema is called vitrine. Several hosts are separated by commas;
the one that takes writes is used. The password comes from the file ~/.pgpass or the
environment variable PGPASSWORD, so that it is not on the command line. The role needs no
privileges but CREATE on the database, for init.

Examples:

    vitrine db init --db postgres://vitrine@db.museum.example/museum --base-url https://data.museum.example/

    vitrine db migrate --db postgres://vitrine@db.museum.example/museum`
}

// databaseFlag names a store in a database.
type databaseFlag struct {
	DB string `name:"db" required:"" placeholder:"URL" help:"Address of the store, such as postgres://ROLE@HOST/DATABASE."`
}

func (f databaseFlag) check() error {
	if !pgstore.IsAddress(f.DB) {
		return console.Usage("give an address such as postgres://ROLE@HOST/DATABASE; a store file is created by vitrine load", "%q is not the address of a database", f.DB)
	}
	return nil
}

type dbInit struct {
	databaseFlag
	storeopen.BaseFlag
	console.JSONFlag
}

// databaseResult is what the commands print as JSON. Changed tells whether there was
// anything to do.
type databaseResult struct {
	Store   string `json:"store"`
	Changed bool   `json:"changed"`
}

func (c *dbInit) Run(a *console.App) error {
	if err := c.check(); err != nil {
		return err
	}
	relations, err := storeopen.Derivation()
	if err != nil {
		return err
	}
	base, err := storeopen.Local(c.DB, storeopen.ControlFlag{}).Base(a.Ctx, c.BaseURL, true)
	if err != nil {
		return err
	}
	created, err := pgstore.Init(a.Ctx, c.DB, relations, string(base))
	if err != nil {
		return err
	}
	text := "created an empty store"
	if !created {
		text = "the store is there already"
	}
	return c.Report(a, databaseResult{pgstore.Redacted(c.DB), created}, "%s: %s", pgstore.Redacted(c.DB), text)
}

type dbMigrate struct {
	databaseFlag
	console.JSONFlag
}

func (c *dbMigrate) Run(a *console.App) error {
	if err := c.check(); err != nil {
		return err
	}
	relations, err := storeopen.Derivation()
	if err != nil {
		return err
	}
	bar := console.NewProgressBar(a.Stderr, a.Terminal)
	changed, err := pgstore.Rederive(a.Ctx, c.DB, relations, func(entities uint64) { bar.Rewrite(boltstore.BulkProgress{Graphs: entities}) })
	bar.Clear()
	if err != nil {
		return storeopen.HintedDatabase(c.DB, err)
	}
	text := "the links are those of this version"
	if !changed {
		text = "nothing to do"
	}
	return c.Report(a, databaseResult{pgstore.Redacted(c.DB), changed}, "%s: %s", pgstore.Redacted(c.DB), text)
}
