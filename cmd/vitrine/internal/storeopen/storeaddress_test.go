package storeopen

import (
	"errors"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
)

// refusedLogin is an error as PostgreSQL answers a wrong password.
type refusedLogin struct{ error }

func (refusedLogin) SQLState() string { return "28P01" }

func TestRefusedLogin(t *testing.T) {
	err := HintedDatabase("postgres://vitrine:secret@db.museum.example/museum", refusedLogin{errors.New("no entry")})
	if got := strings.Join(console.Hints(err), ""); !strings.Contains(got, "PGPASSWORD") || !strings.Contains(got, "~/.pgpass") || strings.Contains(got, "secret") {
		t.Errorf("the hint is %q", got)
	}
}

func TestNamesOfStores(t *testing.T) {
	for name, want := range map[string]bool{
		"museum.db": false, "./a b=c.db": false, "backups/museum.db": false, "C:\\museum.db": false,
		"postgres://vitrine@db.museum.example/museum": false,
		"host=db password=x":                          true, "password = x": true, "postgres//vitrine@db/museum": true, "postgres:/museum": true, "http://db/museum": true,
	} {
		if isLikeAddress(name) != want {
			t.Errorf("isLikeAddress(%q) is %t", name, !want)
		}
	}
}
