// Package columns holds the values of the documents of an index in memory, by column: for
// each document of a segment the numbers of its values in a field, and its rank in an
// order. The library reads such values of each hit from its files, one by one; columns
// make the facets and the order of a million records a matter of counting.
//
// A segment never changes, and its columns are made once, when they are first needed.
// Sets of documents are sets of bits.
//
// The package knows no query, and never writes to an index.
package columns
