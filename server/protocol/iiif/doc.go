// Package iiif offers entities to viewers by the IIIF Presentation API 3.0
// (https://iiif.io/api/presentation/3.0/): a manifest for each object, text and visual work that
// has pictures (section 5.2), and a collection (section 5.1) for each set, group and exhibition,
// and for the results of a search.
//
// A manifest says what the page of the entity says, in all languages of the pages, as language
// maps (section 4.4). Pages of long collections are collections of their own, since version 3 has
// no paging.
//
// The package never reads a picture, and names no IIIF service of which the record does not tell
// the version.
package iiif
