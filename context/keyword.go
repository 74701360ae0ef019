package ldcontext

import "slices"

// keywords are those of JSON-LD 1.1 section 1.7, those of framing included: a
// context cannot give them a meaning either.
var keywords = []string{
	"@base", "@container", "@context", "@default", "@direction", "@embed", "@explicit", "@graph", "@id",
	"@import", "@included", "@index", "@json", "@language", "@list", "@nest", "@none", "@omitDefault",
	"@prefix", "@preserve", "@propagate", "@protected", "@requireAll", "@reverse", "@set", "@type",
	"@value", "@version", "@vocab",
}

// IsKeyword reports whether s is a keyword.
func IsKeyword(s string) bool {
	if len(s) < 3 || s[0] != '@' {
		return false
	}
	_, found := slices.BinarySearch(keywords, s)
	return found
}

// KeywordForm reports whether s has the form of a keyword ("@" and letters). Such
// names are reserved, so the algorithms ignore those that are no keyword.
func KeywordForm(s string) bool {
	if len(s) < 2 || s[0] != '@' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
