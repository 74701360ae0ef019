// Package results makes the pages of lists for people, and of the results of searches:
// cards with the words that were searched for, facets, orders and the links between pages;
// and the facets of a list as the collections of Linked Art's search carry them
// (https://linked.art/api/1.0/search/), an extension of theirs.
//
// It neither searches nor renders: the entities and the counts are handed to it.
package results
