package pgstore

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/rdfstore"
)

// Errors of opening a store.
var (
	// ErrNoStore means that the schema has no store.
	ErrNoStore = errors.New("there is no store in this schema of the database")
	// ErrFormat means that the store is of a version that this program does not read.
	ErrFormat = errors.New("the store is of another format version")
	// ErrDerivation means that the relations of the store come from another derivation.
	ErrDerivation = errors.New("the relations of the store come from another version of vitrine")
	// ErrReadOnly means that the store was opened for reading only.
	ErrReadOnly = errors.New("the store is open for reading only")
)

// SQLSTATEs of PostgreSQL, appendix A of its manual.
const (
	serializationFailure = "40001"
	deadlock             = "40P01"
	completionUnknown    = "40003"
	uniqueViolation      = "23505"
	undefinedTable       = "42P01"
	invalidSchema        = "3F000"
	readOnlyTransaction  = "25006"
	queryCanceled        = "57014"
	lockNotAvailable     = "55P03"
)

// again tells whether what failed may succeed when it is tried again: the connection
// broke, the server is starting or shutting down, or transactions met.
func again(err error) bool {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		return !errors.Is(err, rdfstore.ErrCorrupt) && !errors.Is(err, context.Canceled) && broken(err)
	}
	switch answer.Code {
	case serializationFailure, deadlock, completionUnknown, readOnlyTransaction:
		return true
	}
	switch answer.Code[:2] {
	case "08", "53", "57": // connection, resources, operator
		return answer.Code != queryCanceled
	}
	return fatal(answer)
}

// met tells whether transactions met; on a standby, a query and what it replays.
func met(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && (answer.Code == serializationFailure || answer.Code == deadlock)
}

// fatal tells whether an answer of the server was its last on the connection.
func fatal(answer *pgconn.PgError) bool {
	return answer.SeverityUnlocalized == "FATAL" || answer.SeverityUnlocalized == "PANIC"
}

// broken tells whether an error, not an answer of the server, is about a connection.
func broken(err error) bool {
	var connecting *pgconn.ConnectError
	var answer *pgconn.PgError
	if errors.As(err, &connecting) {
		return true
	}
	// What pgx says of values that do not scan is no error of a connection.
	return !errors.As(err, &answer) && (pgconn.Timeout(err) || pgconn.SafeToRetry(err) || isNetwork(err))
}

// uncertain tells whether it is unknown if a COMMIT took place that ended in the error.
func uncertain(err error) bool {
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return fatal(answer) || answer.Code == completionUnknown
	}
	return err != nil
}

// overtime tells whether a statement took longer than the server allows. It is not tried
// again at once, since that takes as long.
func overtime(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && (answer.Code == queryCanceled || answer.Code == lockNotAvailable)
}

// unavailable makes an error about the database wrap rdfstore.ErrUnavailable where it may
// go away by itself.
func unavailable(err error) error {
	if err == nil || errors.Is(err, rdfstore.ErrUnavailable) || !again(err) && !overtime(err) {
		return err
	}
	return fmt.Errorf("%w: %w", rdfstore.ErrUnavailable, err)
}

// health is what a store knows of its database.
type health struct {
	mu sync.Mutex
	// failure is that of the last call, since when calls fail.
	failure error
	since   time.Time
}

// read notes how a call of the database ended.
func (h *health) read(err error) {
	if err != nil && !again(err) {
		return // the database answers
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil && h.failure == nil {
		h.since = time.Now()
	}
	h.failure = err
}

// Health tells whether the last call reached the database.
func (s *Store) Health() rdfstore.Health {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	h := rdfstore.Health{Writable: s.health.failure == nil && !s.options.ReadOnly, ReadOnly: s.options.ReadOnly}
	if s.health.failure != nil {
		h.NotWritable, h.NotWritableSince = unavailable(s.health.failure), s.health.since
	}
	return h
}
