package storeopen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore/pgstore"
)

// OpenDatabase opens a store in a database.
func OpenDatabase(ctx context.Context, address string, o pgstore.Options) (*pgstore.Store, error) {
	store, err := pgstore.Open(ctx, address, o)
	return store, HintedDatabase(address, err)
}

// HintedDatabase adds a hint to an error of a store in a database.
func HintedDatabase(address string, err error) error {
	switch {
	case errors.Is(err, pgstore.ErrNoStore):
		return console.Hinted(err, "create one with: vitrine db init --base-url URL --db "+pgstore.Redacted(address))
	case errors.Is(err, pgstore.ErrDerivation):
		return console.Hinted(err, "derive them again with: vitrine db migrate --db "+pgstore.Redacted(address))
	}
	// The class 28 of SQLSTATE is a login that was refused.
	var state interface{ SQLState() string }
	if errors.As(err, &state) && strings.HasPrefix(state.SQLState(), "28") {
		return console.Hinted(err, "give the password of the role in the variable PGPASSWORD or the file ~/.pgpass, and see pg_hba.conf of the database")
	}
	return err
}

// Beside returns what the names of the files beside a store begin with: the name of the
// store file, or in the current folder the names of the database and the schema.
func Beside(db string) string {
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
	name = cmp.Or(name, "database")
	return "./" + url.PathEscape(name)
}

// OnlyFile returns the error of a command for store files that is given a database.
func OnlyFile(db, instead string) error {
	if !pgstore.IsAddress(db) {
		return nil
	}
	return console.Hinted(fmt.Errorf("%s is not a store file", pgstore.Redacted(db)), instead)
}
