package address

import (
	"slices"
	"strconv"
	"strings"
)

// Version is the parameter that asks for a state of an entity by its number.
const Version = "version"

// WithoutForm takes the parameters out of a query that ask for a form or a state of an
// entity.
func WithoutForm(query string) string {
	if query == "" {
		return ""
	}
	pairs := strings.Split(query, "&")
	kept := slices.DeleteFunc(pairs, func(pair string) bool {
		return strings.HasPrefix(pair, "format=") || strings.HasPrefix(pair, Version+"=") || pair == "links=none"
	})
	return strings.Join(kept, "&")
}

// WithFormat is the address of a representation of what a path leads to, by the name of its
// format.
func WithFormat(path, format string) string { return with(path, "format", format) }

// WithVersion is the address of a state of what a path leads to, by its number.
func WithVersion(path string, version uint64) string {
	return with(path, Version, strconv.FormatUint(version, 10))
}

func with(path, parameter, value string) string {
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	return path + separator + parameter + "=" + value
}
