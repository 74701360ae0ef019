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

// WithFormat is the address of a representation of what a path leads to, by the name of its
// format.
func WithFormat(path, format string) string {
	if strings.Contains(path, "?") {
		return path + "&format=" + format
	}
	return path + "?format=" + format
}
