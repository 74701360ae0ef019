package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"vitrine/rdfstore"
	"vitrine/server"
	"vitrine/server/search"
)

// searchFlag switches full-text search on or off.
type searchFlag struct {
	Search string `enum:"on,off" default:"on" help:"Search at /-/search: on or off. The index is in FILE.search beside the store (default: ${default})."`
}

// start opens the index beside the store file db, "" for a temporary one, and
// adds it to the configuration. It follows the store until stop is called.
func (f searchFlag) start(ctx context.Context, config *server.Config, db string, store rdfstore.Store, logger *slog.Logger) (stop func() error, err error) {
	if f.Search == "off" {
		return func() error { return nil }, nil
	}
	dir, remove := beside(db)+".search", func() error { return nil }
	if db == "" {
		if dir, err = os.MkdirTemp("", "vitrine-search-"); err != nil {
			return nil, fmt.Errorf("make a folder for the search index: %w", err)
		}
		remove = func() error { return os.RemoveAll(dir) }
	}
	index, err := search.Open(ctx, dir, store, search.Options{Logger: logger})
	if err != nil {
		return nil, &hintedError{errors.Join(err, remove()), "make the folder writable, or switch search off with --search off"}
	}
	config.Search = index
	return func() error { return errors.Join(index.Close(), remove()) }, nil
}
