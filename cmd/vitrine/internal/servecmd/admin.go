package servecmd

import (
	"context"
	"encoding/json"
	"io"
	"net"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore"
	"vitrine/server"
)

// adminFlag gives what is for the operator alone an address of its own.
type adminFlag struct {
	Admin string `placeholder:"ADDR" help:"Address for metrics, profiles, statistics and details of health, such as 127.0.0.1:8081; the public address then has none of them."`
}

// listen opens the admin address. The error says what to do.
func (f adminFlag) listen() (net.Listener, error) {
	if f.Admin == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", f.Admin)
	if err != nil {
		return nil, console.Hinted(err, "choose another address with --admin, such as --admin 127.0.0.1:8081")
	}
	return listener, nil
}

// start serves the admin address, if there is one, until stop is called.
func (f adminFlag) start(ctx context.Context, s *server.Server, listener net.Listener, store rdfstore.Store) (stop func() error) {
	if listener == nil {
		return func() error { return nil }
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		ended <- s.ServeAdmin(ctx, listener, func(ctx context.Context, w io.Writer) error {
			out, err := servedStatistics(ctx, store)
			if err != nil {
				return err
			}
			return json.NewEncoder(w).Encode(out)
		})
	}()
	return func() error {
		cancel()
		return <-ended
	}
}
