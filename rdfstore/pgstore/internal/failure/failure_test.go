package failure

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestUncertain has the errors that a COMMIT may end in.
func TestUncertain(t *testing.T) {
	tests := map[string]struct {
		err  error
		want bool
	}{
		"none":                            {nil, false},
		"the connection ended":            {io.ErrUnexpectedEOF, true},
		"the server is shutting down":     {&pgconn.PgError{SeverityUnlocalized: "FATAL", Code: "57P01"}, true},
		"a pooler lost the server":        {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "08P01"}, true},
		"a pooler that says so at last":   {&pgconn.PgError{SeverityUnlocalized: "FATAL", Code: "08P01"}, true},
		"the server does not know itself": {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "40003"}, true},
		"the system fails the server":     {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "58030"}, true},
		"a fault of the server":           {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "XX000"}, true},
		"an answer without a code":        {&pgconn.PgError{SeverityUnlocalized: "ERROR"}, true},
		"transactions met":                {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "40001"}, false},
		"a value is there already":        {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "23505"}, false},
		"no room on the disk":             {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "53100"}, false},
	}
	for name, test := range tests {
		if got := Uncertain(test.err); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		Again(test.err) // does not panic
		if wrapped := fmt.Errorf("commit: %w", test.err); test.err != nil && Uncertain(errors.Join(wrapped)) != test.want {
			t.Errorf("%s, wrapped: not %v", name, test.want)
		}
	}
}
