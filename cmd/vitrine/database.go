package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"vitrine/rdfstore/pgstore"
)

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
