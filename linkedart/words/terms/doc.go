// Package terms has the words for common concepts of the Art & Architecture Thesaurus
// (https://www.getty.edu/research/tools/vocabularies/aat/): those that Linked Art uses, and
// object types, materials, techniques, parts, dimensions, roles and nationalities, which
// the words of museums are matched with. The one table, terms.tsv, is also that of the
// pages.
//
// A word is found as a whole, whatever its letters' case and accents, in each language of
// the table. The package never matches a part of a word, and knows no hierarchy.
package terms
