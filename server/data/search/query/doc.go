// Package query is the small query language of the search: words, phrases, stars and
// filters, as docs/search.md describes it. A query is read by ParseText, narrowed down by
// its fields, and asked of an index (package search). The package also marks the words of
// a query in texts, and says by which squares of the earth places are found.
//
// It never passes what a client typed to a query parser other than its own, and knows no
// record, no index and no HTTP.
package query
