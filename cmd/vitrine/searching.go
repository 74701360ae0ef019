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
	index, stop, err := f.open(ctx, db, ".search", store, logger)
	if index != nil {
		config.Search = index
	}
	return stop, err
}

// open opens an index in a folder with the name of the store and a suffix, and returns nil
// where search is off.
func (f searchFlag) open(ctx context.Context, db, suffix string, store search.Store, logger *slog.Logger) (index *search.Index, stop func() error, err error) {
	if f.Search == "off" {
		return nil, func() error { return nil }, nil
	}
	dir, remove := beside(db)+suffix, func() error { return nil }
	if db == "" {
		if dir, err = os.MkdirTemp("", "vitrine-search-"); err != nil {
			return nil, nil, fmt.Errorf("make a folder for the search index: %w", err)
		}
		remove = func() error { return os.RemoveAll(dir) }
	}
	if index, err = search.Open(ctx, dir, store, search.Options{Logger: logger}); err != nil {
		return nil, nil, &hintedError{errors.Join(err, remove()), "make the folder writable, or switch search off with --search off"}
	}
	return index, func() error { return errors.Join(index.Close(), remove()) }, nil
}
