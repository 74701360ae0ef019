package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestRolledBack has the errors that a COMMIT may end in.
func TestRolledBack(t *testing.T) {
	tests := map[string]struct {
		err  error
		want bool
	}{
		"none":                            {nil, false},
		"the connection ended":            {io.ErrUnexpectedEOF, false},
		"the time was over":               {context.DeadlineExceeded, false},
		"an error of the client's":        {errors.New("cannot scan"), false},
		"the server is shutting down":     {&pgconn.PgError{SeverityUnlocalized: "FATAL", Code: "57P01"}, false},
		"a pooler lost the server":        {&pgconn.PgError{Severity: "FATAL", Code: "08P01"}, false},
		"a pooler that passes on no V":    {&pgconn.PgError{Severity: "ERROR", Code: "40001"}, false},
		"the server does not know itself": {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "40003"}, false},
		"the system fails the server":     {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "58030"}, false},
		"a fault of the server":           {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "XX000"}, false},
		"a query was cancelled":           {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "57014"}, false},
		"an answer without a code":        {&pgconn.PgError{SeverityUnlocalized: "ERROR"}, false},
		"no room for the log":             {&pgconn.PgError{SeverityUnlocalized: "PANIC", Code: "53100"}, false},
		"transactions met":                {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "40001"}, true},
		"transactions stopped each other": {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "40P01"}, true},
		"a value is there already":        {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "23505"}, true},
		"no room on the disk":             {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "53100"}, true},
	}
	for name, test := range tests {
		if got := RolledBack(test.err); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		Again(test.err) // does not panic
		if wrapped := fmt.Errorf("commit: %w", test.err); test.err != nil && RolledBack(errors.Join(wrapped)) != test.want {
			t.Errorf("%s, wrapped: not %v", name, test.want)
		}
	}
}
