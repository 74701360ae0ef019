// Package provenance says on a page what happened to an object, and what happened in a
// provenance activity: events, owners, the journey, and the provenance as a text in the form
// that the American Alliance of Museums recommends.
//
// Package linkedart/provenance finds out from the records which events there are, in which
// order, and writes them; this package finds the records by the index of the store, and has
// the words of pages, with links.
package provenance
