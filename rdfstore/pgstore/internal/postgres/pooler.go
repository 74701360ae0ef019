package postgres

import (
	"context"
	"net"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// pooler finds out whether a pooler such as PgBouncer stands between this process and the
// server. Where it pools by transactions, each transaction may be in another session of the
// server, so that a statement that was prepared by name in one is not there in the next, or
// is there already. All else is fit for that everywhere: what is set and what is locked is
// so until the end of a transaction.
type pooler struct {
	known, between atomic.Bool
	// chosen tells that the address says how statements are sent.
	chosen bool
}

// choose has statements sent without a name where there is a pooler: their types are asked
// for once, and kept. The server then plans a statement each time.
func (p *pooler) choose(ctx context.Context, config *pgx.ConnConfig) error {
	if !p.known.Load() {
		between, err := behindPooler(ctx, config.Copy())
		if err != nil {
			return err
		}
		p.between.Store(between)
		p.known.Store(true)
	}
	if !p.between.Load() {
		return nil
	}
	withoutCancel(config)
	if !p.chosen {
		config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return nil
}

// withoutCancel has a connection send no cancel requests, only be closed, where the context
// of a statement ends: PgBouncer 1.18 exits when it gets such requests while its server is
// frozen. pgx sends them to the remote address of the connection, which is none here.
func withoutCancel(config *pgx.ConnConfig) {
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return uncancelled{conn}, nil
	}
}

// uncancelled is a connection whose remote address leads nowhere.
type uncancelled struct{ net.Conn }

func (uncancelled) RemoteAddr() net.Addr { return nowhere{} }

type nowhere struct{}

func (nowhere) Network() string { return "none" }
func (nowhere) String() string  { return "" }

// keepAlive has the server look every few seconds whether a client is still there that says
// nothing: one that was lost without a word would keep its locks for hours, by the defaults
// of kernels. What an operator has set is left as it is, and so are the sessions of a pooler,
// which is to keep its own connections alive. A database that does not have these settings
// has to do without.
func (p *pooler) keepAlive(ctx context.Context, conn *pgx.Conn) error {
	if p.between.Load() {
		return nil
	}
	_, err := conn.Exec(ctx, `WITH unset AS MATERIALIZED (SELECT name FROM pg_settings WHERE source = 'default')
		SELECT set_config(name, value, false)
		FROM (VALUES ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '2')) AS s (name, value)
		JOIN unset USING (name)`)
	if conn.IsClosed() {
		return err
	}
	return nil
}

// behindPooler opens a connection and compares the number of the process that it was told
// when it began (BackendKeyData, manual of version 15, section 55.2.1) with that of the
// process that answers. A pooler tells one of its own making.
func behindPooler(ctx context.Context, config *pgx.ConnConfig) (bool, error) {
	withoutCancel(config)
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var process uint32
	err = conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeExec).Scan(&process)
	return process != conn.PgConn().PID(), err
}
