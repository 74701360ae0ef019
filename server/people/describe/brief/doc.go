// Package brief says in brief what an entity is that a page mentions: its name, its kind,
// its dates, its picture, as a part of a sentence or as a card, in the reader's language.
//
// What is known of an entity without a language is its Brief, which a Cache keeps for all
// pages until the record changes. An Editor says it for one page, which reads a bounded
// number of records.
//
// A Picture is what a page can show of a file: the address of a picture of the right size
// where an image service has it, that of the file otherwise. Image requests are those of the
// IIIF Image API, versions 2 and 3 (https://iiif.io/api/image/2.1/#image-request-uri-syntax
// and https://iiif.io/api/image/3.0/#4-image-requests), in the sizes that the level of
// compliance has which the record states. What a service can do is known from the record
// alone: no connection is opened.
//
// A MapEditor lays out the maps of a page. A place is where its own record says, or else
// where the record of the page does. No coordinates are guessed; a place without any is
// listed and not drawn.
//
// The package never writes and renders no HTML. Of the entity that a page is about it says
// no more than of any other; package describe does.
package brief
