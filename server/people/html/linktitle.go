package html

import (
	"strings"
	"unicode"
)

// LinkTitle is the name of a link in words: "Person born at place" of
// personBornAtPlace.
func LinkTitle(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case i == 0:
			b.WriteRune(unicode.ToUpper(r))
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
