package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"vitrine/control/wire"
	"vitrine/server/data/query"
	"vitrine/server/ops/pace"
	"vitrine/server/web/address"
	"vitrine/sparql"
)

// servedQueries returns what answers the queries of commands whose store this server has
// open, as they would answer them with the file: in the same forms, over the records below
// the same base URL. They have slots and limits in common with those that come over HTTP.
func servedQueries(service *query.Service) func(context.Context, wire.Query, io.Writer) error {
	return func(ctx context.Context, q wire.Query, out io.Writer) error {
		mapper := address.New(q.Base)
		prepared, err := sparql.Prepare(q.Text, sparql.Options{Base: mapper.ServiceURI("sparql")})
		if err != nil {
			return err
		}
		form, err := queryForm(q.Format, prepared.Form())
		if err != nil {
			return err
		}
		err = service.Serve(ctx, out, queryAnswer{mapper, prepared, form, q.Explain}.write)
		return ofServer(err, service)
	}
}

// ofServer adds to the error of a limit that it is one of the server.
func ofServer(err error, service *query.Service) error {
	var limit *sparql.LimitError
	switch {
	case errors.As(err, &limit):
		return fmt.Errorf("%w; this is a limit of the vitrine serve that has the store open", err)
	case errors.Is(err, sparql.ErrPool):
		return fmt.Errorf("%w; this is a limit of the vitrine serve that has the store open, which follows from its --memory; try again in a few seconds", err)
	case errors.Is(err, pace.ErrFull):
		return fmt.Errorf("too many queries wait in the vitrine serve that has the store open: %w", err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the query was not answered within %s by the vitrine serve that has the store open", service.Timeout)
	}
	return err
}
