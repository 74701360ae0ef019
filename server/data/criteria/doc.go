// Package criteria reads what a search asks for from the parameters of its address, says
// what is wrong with them, and writes them back as addresses of other searches: narrowed
// down, in another order, or without a filter. docs/search.md lists the parameters.
//
// The package knows no index and no page; it makes queries (package query).
package criteria
