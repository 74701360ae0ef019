package servecmd

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/control"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/server"
	"vitrine/server/web/auth"
)

// StartControl lets other commands use the store until stop is called, which waits for those in
// progress. Without a control socket the server serves all the same, unless the socket
// was named.
func StartControl(ctx context.Context, f storeopen.ControlFlag, db string, served rdfstore.Store, handler *server.Server, logger *slog.Logger) (stop func() error, err error) {
	socket := f.Socket(db)
	store, file := served.(*boltstore.Store)
	if socket != "" && db != "" && !file {
		return nil, console.Usage("leave --control out", "commands use a store in a database side by side, without a control socket")
	}
	if socket == "" || db == "" {
		return func() error { return nil }, nil
	}
	listener, err := control.Listen(socket, logger)
	var long *control.PathError
	switch {
	case err != nil && f.Control != "":
		return nil, console.Hinted(err, "name another path with --control, or switch the control socket off with --control off")
	case errors.As(err, &long):
		logger.Warn("other commands cannot use the store while it is served; name a shorter path with --control", "error", err)
		return func() error { return nil }, nil
	case err != nil:
		logger.Warn("other commands cannot use the store while it is served", "error", err)
		return func() error { return nil }, nil
	}
	s := &control.Server{
		Service: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, auth.ByOperator(r)) }),
		Backup:  store.Backup, GiveWay: handler.GiveWay, Logger: logger,
		Statistics: func(ctx context.Context) (any, error) { return storeopen.Statistics(ctx, store) },
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	return func() error {
		cancel()
		return <-ended
	}, nil
}
