// Package related lists on the page of an entity what has to do with it: what it is part of,
// the concepts above and below it, and the records that lead to it, by Linked Art's inverse
// links and by the index of the store where Linked Art has no link.
package related
