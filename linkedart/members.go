package linkedart

import (
	"slices"
	"strings"
	"sync"

	"github.com/agnivade/levenshtein"
)

// memberTable gives the members that objects of a class may have; those of every record are at
// *. The order in which they are written is that of package jsonld.
var memberTable = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, r := range tableRows("members.tsv", 2) {
		var own []string
		for _, name := range strings.Fields(r[1]) {
			if other, ok := strings.CutPrefix(name, "+"); ok {
				own = append(own, out[other]...)
			} else {
				own = append(own, name)
			}
		}
		for _, class := range strings.Split(r[0], ",") {
			out[class] = own
		}
	}
	return out
})

// members returns the members that an object of the class may have, for messages:
// those of every record, and the class's own.
func members(class string) []string { return slices.Concat(memberTable()["*"], ownMembers(class)) }

// ownMembers returns the members of a class that not every record has.
func ownMembers(class string) []string { return memberTable()[class] }

// suggestion says what to write in place of a key that an object of the class does not
// have: the key that was likely meant, unless this one is that of other classes.
func suggestion(key, class, otherwise string) string {
	if isMember(key) {
		return otherwise
	}
	if near := nearest(key, members(class)); near != "" && near != key {
		return "did you mean " + quote(near) + "?"
	}
	return otherwise
}

// isMember reports whether objects of some class may have the member.
func isMember(key string) bool {
	for _, all := range memberTable() {
		if slices.Contains(all, key) {
			return true
		}
	}
	return false
}

// nearest returns the one of the names that the word was likely meant to be, at
// most two letters away and one in a short word; "" where there is none.
func nearest(word string, names []string) string {
	const longest = 64
	if len(word) > longest {
		return ""
	}
	best, found := min(3, 1+len(word)/3), ""
	for _, name := range names {
		if d := levenshtein.ComputeDistance(word, name); d < best {
			best, found = d, name
		}
	}
	return found
}
