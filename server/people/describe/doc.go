// Package describe says what a record says in words: it fills in the page of package html
// for an entity, from its graph, the store and its inverse links, in one language.
//
// A page is made of the Linked Art reading of the record (linkedart/reading). Whatever
// no part of a page has a place for goes into a section of its own, so that nothing of
// the record is left out. What is referred to is named by its own record where the store
// has one (package brief, which has the maps, too); what happened to it is package provenance.
//
// The sentence at the beginning of a page says what the entity is: "Painting by Johannes
// Vermeer, about 1665, oil paint and canvas, Mauritshuis." It is put together from parts of
// the record, in an order for each endpoint of Linked Art's API
// (https://linked.art/api/1.0/endpoint/). What is attributed, and so may be doubted, is not
// in it.
//
// The package never writes, renders HTML, or opens a connection. How much it reads and
// shows is bounded by the constants of limit.go, here and in these packages.
package describe
