// Package private shows a store without its private records: those whose names begin
// with certain prefixes, and those whose graphs have certain statements. Whatever is
// built on the view (lists, counts, links, queries, feeds, an index) lacks them, too.
//
// The view is that of a store that never had the private records. Entries of the log
// about them are left out, and the others are numbered anew without gaps, so that
// versions count what can be seen. A record that becomes private is deleted in the log
// of the view, and one that becomes public is created. What the view showed of the log
// once, it shows again: what cannot be found out from the store later on is kept in a
// journal beside it.
//
// Every answer is made from a snapshot of the store and the set of names that are
// private in that very snapshot. Where the store has no snapshot to ask (relations,
// classes, lists of names), names are read first, and then left out unless they are those
// of public entities at a later moment.
//
// A public record that names a private one still does: what a record says is not
// changed. The package never writes to the store, and knows nothing of who asks.
package private
