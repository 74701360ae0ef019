package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The pauses between attempts to get a connection.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = 200 * time.Millisecond
)

// Acquire returns a connection of the pool. Where the server has no more of them for this
// role, it waits for one of those that the pool has until the context ends; a pool alone
// would fail.
func Acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		conn, err := pool.Acquire(ctx)
		if err == nil || !TooManyConnections(err) {
			return conn, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, err
		}
	}
}
