package address

import (
	"slices"
	"strings"
)

// WithoutForm takes the parameters out of a query that ask for a form of an
// entity.
func WithoutForm(query string) string {
	if query == "" {
		return ""
	}
	pairs := strings.Split(query, "&")
	kept := slices.DeleteFunc(pairs, func(pair string) bool { return strings.HasPrefix(pair, "format=") || pair == "links=none" })
	return strings.Join(kept, "&")
}
