package pgstore

import (
	"context"
	"io"

	"vitrine/rdfstore/pgstore/internal/postgres"
)

// copying is a COPY to a table that is going on. A goroutine of its own sends what it is
// given, and has ended when end returns.
type copying struct {
	pipe *io.PipeWriter
	// rows are those that are not sent yet.
	rows postgres.Rows
	done chan error
	// ended is the outcome, and over tells that there is one.
	ended error
	over  bool
}

// copyBytes is how much is sent at once.
const copyBytes = 64 << 10

// copy begins to copy to a table that is filled aside.
func (f *filling) copy(ctx context.Context, table, columns string) *copying {
	reader, writer := io.Pipe()
	c := &copying{pipe: writer, rows: make(postgres.Rows, 0, 2*copyBytes).Begin(), done: make(chan error, 1)}
	statement := f.store.sql("COPY @." + aside + table + " (" + columns + ") FROM STDIN WITH (FORMAT binary, FREEZE)")
	go func() {
		_, err := f.conn.Conn().PgConn().CopyFrom(ctx, reader, statement)
		// Who sends more learns of it.
		_ = reader.CloseWithError(err)
		c.done <- err
	}()
	return c
}

// send takes the rows so far with those that were added.
func (c *copying) send(rows postgres.Rows) error {
	if c.rows = rows; len(rows) < copyBytes {
		return nil
	}
	return c.flush()
}

func (c *copying) flush() error {
	_, err := c.pipe.Write(c.rows)
	c.rows = c.rows[:0]
	return err
}

// end sends what is left and waits for the answer.
func (c *copying) end() error {
	if c.over {
		return c.ended
	}
	c.over, c.rows = true, c.rows.End()
	// What the pipe says is what the answer is.
	_ = c.flush()
	_ = c.pipe.Close()
	c.ended = <-c.done
	return c.ended
}

// failed returns why the COPY has ended before it was to, nil where it has not.
func (c *copying) failed() error {
	if c.over {
		return c.ended
	}
	select {
	case err := <-c.done:
		c.over, c.ended = true, postgres.OfWrite(err)
		return c.ended
	default:
		return nil
	}
}
