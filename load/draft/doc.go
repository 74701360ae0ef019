// Package draft writes a first mapping for an export, by looking at the names of its
// columns and at their values.
//
// Each guess is a comment in the mapping that it leads to, and each column that is not
// understood is listed with examples, so that a person can go on from there. A draft makes
// valid records or leaves a column out: it never gives a value a meaning that neither the
// name of its column nor most of its values show.
package draft
