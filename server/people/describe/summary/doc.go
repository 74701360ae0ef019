// Package summary says in a sentence what an entity is, for the beginning of its page and
// for those who show a link to it: "Painting by Johannes Vermeer, about 1665, oil paint and
// canvas, Mauritshuis."
//
// The sentence is put together from parts of the record, in an order for each endpoint of
// Linked Art's API (https://linked.art/api/1.0/endpoint/); a part that the record does not
// have is left out, and where nothing but the kind is left there is no sentence. The package
// never guesses: what is attributed, and so may be doubted, is not in it.
package summary
