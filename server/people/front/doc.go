// Package front makes what the front page shows of the collection: pictures of some
// objects, a timeline of when they were made, and a map of all places. It takes what the
// index counts, which it asks once for each state of the index and each day, and knows
// neither HTTP nor HTML.
package front
