// Package links knows the links of Linked Art's API (https://linked.art/api/1.0/hal/
// and https://linked.art/api/1.0/search/): what a record is linked from. In
// Linked Art each statement stands in one record only, so the record of a place
// does not say who was born there. The link personBornAtPlace does: it leads
// from the place to the records of those people.
//
// The links are data: links.tsv has a line for each, with the path that leads
// from a record to the results. Two rules hold for all of them. The result is
// the root of a stored record, and what a path says of a node counts only in the
// record that describes the node: its own, or the one it is embedded in.
//
// Nothing is searched when a link is requested. The Derivation of a Table walks
// the paths backwards in each record that is written, and the store keeps what
// it yields. A path that goes through several records is cut where one refers to
// the other (junctions.tsv), and joined again by For and Items. docs/links.md
// tells more.
//
// Files: path.go reads the notation, machine.go and segment.go compile it,
// derive.go walks it, find.go and union.go ask the store. contain.go leaves out links
// whose results another one of the same record shows (wider.tsv).
//
// The package knows neither HTTP nor JSON, and reads nothing but the graph it is
// given and the store's relations.
package links
