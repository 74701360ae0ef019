package query

import (
	"fmt"
	"strings"
)

// Key stands for what a query finds and counts, whatever its order.
func (q Query) Key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %q %t", q.Name(), q.Facets, q.Every, q.Most)
	for _, f := range q.Filters() {
		fmt.Fprintf(&b, " %s %q", f.Field, f.Terms)
	}
	if q.Area != nil {
		fmt.Fprintf(&b, " %v", *q.Area)
	}
	return b.String()
}
