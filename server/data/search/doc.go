// Package search finds entities by the words of their records: an index beside
// the store, kept in step with the store's log. Package query is what it is asked.
//
// The index is a full-text index of the library bleve, which only this package
// and those below it import. It holds nothing that the store does not, so it is
// thrown away and built anew whenever it may be wrong: damaged, of another
// version, or of another store. The number of the last log entry that it covers is
// written together with the entries' documents, so that after a crash it goes on
// from there.
//
// The package never changes the store.
package search
