package pgstore_test

import (
	"strings"
	"testing"

	"vitrine/rdfstore/pgstore"
)

func TestRedacted(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://v:secret@db.example:5432/museum?schema=a&password=secret": "postgres://v@db.example:5432/museum?schema=a",
		"postgresql:///museum":       "postgresql:///museum",
		"postgres://v:se%zzcret@h/x": "postgres://",
	} {
		if got := pgstore.Redacted(address); got != want {
			t.Errorf("Redacted(%s) = %s, want %s", address, got, want)
		}
	}
}

func TestIsAddress(t *testing.T) {
	for text, want := range map[string]bool{"postgres://h/d": true, "postgresql://h/d": true, "museum.db": false, "": false, "postgres": false} {
		if got := pgstore.IsAddress(text); got != want {
			t.Errorf("IsAddress(%q) = %v", text, got)
		}
	}
}

// TestWrongAddress opens addresses that lead nowhere; no message has the password.
func TestWrongAddress(t *testing.T) {
	for _, address := range []string{
		"postgres://v:secret@127.0.0.1:1/museum",
		"postgres://v:secret@127.0.0.1:port/museum",
		"postgres://v:secret@127.0.0.1/museum?schema=",
		"postgres://v:secret@127.0.0.1/museum?schema=pg_catalog",
		"postgres://v:secret@127.0.0.1/museum?sslmode=maybe",
		"postgres://v:secret@127.0.0.1/museum?schema=" + strings.Repeat("a", 64),
	} {
		s, err := pgstore.Open(t.Context(), address, pgstore.Options{})
		if err == nil {
			t.Errorf("%s opens", address)
			_ = s.Close()
			continue
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the message has the password: %v", address, err)
		}
	}
}
