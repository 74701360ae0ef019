package storeopen

import (
	"os"
	"regexp"
	"slices"

	"github.com/alecthomas/kong"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore/pgstore"
)

// likeAddress finds addresses of databases that Vitrine does not take: URLs of another form,
// and keywords with values as libpq has them.
var likeAddress = regexp.MustCompile(`(?i)^[a-z]+:?//|^postgres(ql)?:|(^|\s)(host|hostaddr|port|dbname|user|password|passfile|service|sslmode)\s*=`)

// CheckStores refuses a command line with a store whose name looks like the address of a
// database. The error does not show the name, which may have a password.
func CheckStores(command *kong.Context) error {
	for _, f := range command.Flags() {
		if !slices.Contains([]string{"db", "db-read", "from", "to"}, f.Name) {
			continue
		}
		if name, ok := command.FlagValue(f).(string); ok && isLikeAddress(name) {
			return console.Usage("write it as postgres://ROLE@HOST/DATABASE, with the password in the variable PGPASSWORD or the file ~/.pgpass", "--%s looks like the address of a database, but has another form", f.Name)
		}
	}
	return nil
}

// isLikeAddress tells whether the name of a store is neither an address nor that of a file,
// but looks like an address.
func isLikeAddress(name string) bool {
	if pgstore.IsAddress(name) || !likeAddress.MatchString(name) {
		return false
	}
	_, err := os.Stat(name)
	return err != nil
}
