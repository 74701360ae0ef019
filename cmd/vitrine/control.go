package main

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/knakk/rdf"

	"vitrine/control"
	controlclient "vitrine/control/client"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/server/data/query"
)

// openedStore is what commands ask of a store, whether its file is open in this process
// or in a server that is asked over its control socket.
type openedStore interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error)
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]
	Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	Close() error
}

var (
	_ openedStore = (*boltstore.Store)(nil)
	_ openedStore = (*controlclient.Store)(nil)
	_ openedStore = (*pgstore.Store)(nil)
)

// controlFlag names the control socket of a server, by which commands use the store
// that it has open.
type controlFlag struct {
	Control string `placeholder:"SOCKET" help:"Control socket of the server that has the store, or off for none (default: the name of the store file with .sock added)."`
}

// noControl is the value of the flag for no control socket.
const noControl = "off"

// socket returns the path of the control socket for a store file, "" for none.
func (f controlFlag) socket(db string) string {
	switch {
	case f.Control == noControl, f.Control == "" && (db == "" || pgstore.IsAddress(db)):
		return ""
	case f.Control != "":
		return f.Control
	}
	// Every name of the file leads to the same socket.
	if path, err := filepath.EvalSymlinks(db); err == nil {
		db = path
	}
	return db + ".sock"
}

// server returns the store of the server that has the store file open, nil if there is
// none. It is an error if none answers at a socket that was named.
func (f controlFlag) server(ctx context.Context, db string) (*controlclient.Store, error) {
	socket := f.socket(db)
	if socket == "" {
		return nil, nil
	}
	store, err := controlclient.Open(ctx, socket)
	switch {
	case err == nil:
		return store, nil
	case errors.Is(err, controlclient.ErrNoServer) && f.Control == "":
		return nil, nil
	case errors.Is(err, controlclient.ErrNoServer):
		return nil, &hintedError{err, "nobody answers at " + socket + "; start vitrine serve with --control " + socket + ", or leave --control out"}
	case errors.Is(err, controlclient.ErrDenied):
		return nil, &hintedError{err, "run this command as the user of the server, or as root"}
	}
	return nil, err
}

// start lets other commands use the store until stop is called, which waits for those in
// progress. Without a control socket the server serves all the same, unless the socket
// was named.
func (f controlFlag) start(ctx context.Context, db string, served rdfstore.Store, queries *query.Service, giveWay func(context.Context, time.Duration, bool), logger *slog.Logger) (stop func() error, err error) {
	socket := f.socket(db)
	store, file := served.(*boltstore.Store)
	if socket != "" && db != "" && !file {
		return nil, usage("leave --control out", "commands use a store in a database side by side, without a control socket")
	}
	if socket == "" || db == "" {
		return func() error { return nil }, nil
	}
	listener, err := control.Listen(socket, logger)
	var long *control.PathError
	switch {
	case err != nil && f.Control != "":
		return nil, &hintedError{err, "name another path with --control, or switch the control socket off with --control off"}
	case errors.As(err, &long):
		logger.Warn("other commands cannot use the store while it is served; name a shorter path with --control", "error", err)
		return func() error { return nil }, nil
	case err != nil:
		logger.Warn("other commands cannot use the store while it is served", "error", err)
		return func() error { return nil }, nil
	}
	s := &control.Server{Store: store, Program: version(), Logger: logger, Query: servedQueries(queries), GiveWay: giveWay, Statistics: func(ctx context.Context) (any, error) {
		return statistics(ctx, store)
	}}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	return func() error {
		cancel()
		return <-ended
	}, nil
}

// opened returns the store of a command that only reads: that of the server that has it,
// or the file, opened with the options.
func (f sharedFlag) opened(ctx context.Context, o boltstore.Options) (openedStore, error) {
	served, err := f.server(ctx, f.DB)
	if err != nil {
		return nil, err
	}
	if served != nil {
		return served, nil
	}
	if pgstore.IsAddress(f.DB) {
		return openDatabase(ctx, f.DB, pgstore.Options{ReadOnly: true})
	}
	// A nil *boltstore.Store is no nil openedStore.
	store, err := openStore(f.DB, o)
	if err != nil {
		return nil, err
	}
	return store, nil
}

// openedForWriting returns the store of a command that writes: that of the server that
// has it, or the file, as openForWriting opens it.
func (f sharedFlag) openedForWriting(a *app, o boltstore.Options, progress func(boltstore.BulkProgress)) (openedStore, error) {
	served, err := f.server(a.ctx, f.DB)
	if err != nil {
		return nil, err
	}
	if served != nil {
		a.say("a server has %s open; the records go through it", f.DB)
		return served, nil
	}
	if pgstore.IsAddress(f.DB) {
		return openDatabase(a.ctx, f.DB, pgstore.Options{Derivation: o.Derivation})
	}
	store, err := openForWriting(a.ctx, f.DB, o, a.notify, progress)
	if err != nil {
		return nil, err
	}
	return store, nil
}
