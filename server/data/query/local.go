package query

import (
	"context"
	"errors"
	"io"

	"vitrine/rdfstore"
	"vitrine/sparql"
)

// Writer writes the answer to a query over a state of the store, within limits.
type Writer func(ctx context.Context, out io.Writer, snapshot rdfstore.Snapshot, l sparql.Limits) error

// Serve has write answer a query of a command of this machine, with a slot and the limits of
// all queries, and copies the answer to out. The query is evaluated at full speed however
// slowly out takes what it gets. The error is that of write, the context's, or
// pace.ErrFull.
func (v *Service) Serve(ctx context.Context, out io.Writer, write Writer) error {
	slot, e, err := v.begin(ctx)
	if err != nil {
		return err
	}
	file, err := v.spool(slot, e, "", func(ctx context.Context, out io.Writer) error {
		return write(ctx, flushed{out}, e.snapshot, v.limits(e))
	})
	if err != nil {
		return err
	}
	defer file.Close()
	piece := make([]byte, 32<<10)
	for {
		n, err := file.Read(ctx, piece)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			_, err = out.Write(piece[:n])
		}
		if err != nil {
			return err
		}
	}
}
