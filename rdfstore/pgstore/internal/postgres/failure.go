package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/rdfstore"
)

// SQLSTATEs of PostgreSQL, appendix A of its manual.
const (
	serializationFailure = "40001"
	Deadlock             = "40P01"
	completionUnknown    = "40003"
	UniqueViolation      = "23505"
	UndefinedTable       = "42P01"
	InvalidSchema        = "3F000"
	readOnlyTransaction  = "25006"
	queryCanceled        = "57014"
	LockNotAvailable     = "55P03"
	diskFull             = "53100"
	tooManyConnections   = "53300"
	insufficientRights   = "42501"
)

// Again tells whether what failed may succeed when it is tried again: the connection
// broke, the server is starting or shutting down, or transactions met.
func Again(err error) bool {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		return !errors.Is(err, rdfstore.ErrCorrupt) && !errors.Is(err, context.Canceled) && broken(err)
	}
	switch answer.Code {
	case serializationFailure, Deadlock, completionUnknown, readOnlyTransaction:
		return true
	}
	switch class(answer) {
	case "08", "53", "57": // connection, resources, operator
		return answer.Code != queryCanceled && !Full(err)
	}
	return fatal(answer)
}

// Met tells whether transactions met; on a standby, a query and what it replays.
func Met(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && (answer.Code == serializationFailure || answer.Code == Deadlock)
}

// class returns the class of an answer's code, "" where it has no code.
func class(answer *pgconn.PgError) string {
	if len(answer.Code) < 2 {
		return ""
	}
	return answer.Code[:2]
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

// RolledBack tells whether an error of a transaction, its COMMIT among them, says for certain
// that the transaction was rolled back: PostgreSQL met others (40001, 40P01), a constraint does
// not hold (class 23), or a disk is full (53100), all of which it finds before the record of
// the commit is written; what goes wrong after that ends the session or the server. The answer
// is PostgreSQL's own where its severity is there untranslated (field V, manual of version 15,
// section 55.8): a pooler that loses its connection to the server in the middle of a COMMIT
// answers without it. All other errors, a connection that breaks among them, say nothing.
func RolledBack(err error) bool {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) || answer.SeverityUnlocalized != "ERROR" {
		return false
	}
	switch answer.Code {
	case serializationFailure, Deadlock, diskFull:
		return true
	}
	return class(answer) == "23"
}

// overtime tells whether a statement took longer than the server allows. It is not tried
// again at once, since that takes as long.
func overtime(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && (answer.Code == queryCanceled || answer.Code == LockNotAvailable)
}

// Full tells whether the server lives and has no room on a disk.
func Full(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Code == diskFull && !fatal(answer)
}

// TooManyConnections tells whether the server has as many connections as it may have, or as
// the role may have.
func TooManyConnections(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Code == tooManyConnections
}

// Forbidden tells whether the role may not do what it was to do.
func Forbidden(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Code == insufficientRights
}

// OfWrite is Unavailable for what was to change something: the error wraps rdfstore.ErrFull
// where there is no room for it.
func OfWrite(err error) error {
	if Full(err) && !isClassified(err) {
		return fmt.Errorf("%w: %w", rdfstore.ErrFull, err)
	}
	return Unavailable(err)
}

// Unavailable makes an error about the database wrap rdfstore.ErrUnavailable where it may
// go away by itself.
func Unavailable(err error) error {
	if err == nil || isClassified(err) || !Again(err) && !overtime(err) && !Full(err) {
		return err
	}
	return fmt.Errorf("%w: %w", rdfstore.ErrUnavailable, err)
}

// isClassified tells whether an error says already what it means for what was to be done. One that is
// unknown is not to wrap ErrUnavailable, by which nothing was changed.
func isClassified(err error) bool {
	return errors.Is(err, rdfstore.ErrUnavailable) || errors.Is(err, rdfstore.ErrFull) || errors.Is(err, rdfstore.ErrUncertain)
}

// isNetwork tells whether an error comes from a connection.
func isNetwork(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
