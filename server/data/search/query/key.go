package query

import (
	"fmt"
	"strings"
)

// Key stands for what a query finds and counts, whatever its order. Phrases and stars are part of
// it: "girl with" and girl with find different records.
func (q Query) Key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %q %d %q %t %t", join(q.Items), q.Facets, q.Every, q.EveryPage, q.Within, q.EveryByName, q.Most)
	for _, f := range q.Filters() {
		fmt.Fprintf(&b, " %s %q", f.Field, f.Terms)
	}
	if q.Area != nil {
		fmt.Fprintf(&b, " %v", *q.Area)
	}
	if q.Years != nil {
		fmt.Fprintf(&b, " %v", *q.Years)
	}
	if q.Linked != nil {
		fmt.Fprintf(&b, " linked %q", *q.Linked)
	}
	return b.String()
}
