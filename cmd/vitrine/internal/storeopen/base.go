package storeopen

import (
	"context"
	"errors"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
)

// Base returns the base URL of the store, which the given one must not contradict. A store that
// the command makes gets the given one, without which it is a usage error.
func (f AnyStoreFlag) Base(ctx context.Context, given BaseURL, makes bool) (BaseURL, error) {
	kept, err := f.keptBase(ctx)
	var missing *noStoreError
	if makes && (errors.As(err, &missing) || errors.Is(err, pgstore.ErrNoStore)) {
		err = nil
	}
	if err != nil {
		return "", err
	}
	return agreedBase(f.name(), BaseURL(kept), given)
}

// agreedBase returns the base URL of a store that keeps one, "" for none, where a command is
// given another, "" for none.
func agreedBase(store string, kept, given BaseURL) (BaseURL, error) {
	switch {
	case kept == "" && given == "":
		return "", console.Usage("give the public URL that the records' URIs begin with, such as --base-url https://data.museum.example/; a new store keeps it", "%s has no base URL yet", store)
	case kept == "":
		return given, nil
	case given != "" && given != kept:
		return "", console.Usage("leave it out, or load the records into a new store", "--base-url: %s has the base URL %s, not %s", store, kept, given)
	}
	return kept, nil
}

// keptBase returns the base URL that the store has, "" for none. There may be no store.
func (f AnyStoreFlag) keptBase(ctx context.Context) (string, error) {
	service, err := f.Service(ctx)
	if err != nil {
		return "", err
	}
	if service != nil {
		base, err := service.Base(ctx)
		return base, Closing(service, HintedService(err))
	}
	store, err := f.Shared().Opened(ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return "", err
	}
	base, err := store.Base(ctx)
	return base, Closing(store, err)
}

// name returns what messages call the store.
func (f AnyStoreFlag) name() string {
	switch {
	case f.Server != "":
		return string(f.Server)
	case pgstore.IsAddress(f.DB):
		return pgstore.Redacted(f.DB)
	}
	return f.DB
}
