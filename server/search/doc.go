// Package search finds entities by the words of their records: an index beside
// the store, kept in step with the store's log, and a small query language.
//
// Words are what Unicode text segmentation (UAX #29) takes for words, with case,
// diacritics and compatibility forms folded; punctuation only separates them.
// No language is assumed: nothing is stemmed and no word is left out for being
// frequent. Ideographs and kana are words of one character each.
//
// The index is a full-text index of the library bleve, which no other package
// imports. It holds nothing that the store does not, so it is thrown away and
// built anew whenever it may be wrong: damaged, of another version, or of
// another store. The number of the last log entry that it covers is written
// together with the entries' documents, so that after a crash it goes on from
// there.
//
// The package never changes the store, and never passes what a client typed to
// a query parser other than its own.
package search
