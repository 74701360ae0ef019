package servecmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/server"
	"vitrine/server/data/search"
)

// startSearch opens the index beside the store file db, "" for a temporary one, and
// adds it to the configuration. It follows the store until stop is called.
func startSearch(ctx context.Context, config *server.Config, db string, store rdfstore.Store, logger *slog.Logger) (stop func() error, err error) {
	index, stop, err := openSearch(ctx, db, ".search", store, logger)
	if err == nil {
		config.Search = index
	}
	return stop, err
}

// openSearch opens an index in a folder with the name of the store and a suffix.
func openSearch(ctx context.Context, db, suffix string, store search.Store, logger *slog.Logger) (index *search.Index, stop func() error, err error) {
	dir, remove := storeopen.Beside(db)+suffix, func() error { return nil }
	if db == "" {
		if dir, err = os.MkdirTemp("", "vitrine-search-"); err != nil {
			return nil, nil, fmt.Errorf("make a folder for the search index: %w", err)
		}
		remove = func() error { return os.RemoveAll(dir) }
	}
	if index, err = search.Open(ctx, dir, store, search.Options{Logger: logger}); err != nil {
		hint := "make the folder writable"
		if errors.Is(err, search.ErrBusy) {
			hint = "end the other server of the store"
		}
		return nil, nil, console.Hinted(errors.Join(err, remove()), hint)
	}
	return index, func() error { return errors.Join(index.Close(), remove()) }, nil
}
