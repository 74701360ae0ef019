// Package brief says in brief what an entity is that a page mentions: its name, its kind,
// its dates, its picture, as a part of a sentence or as a card, in the reader's language.
//
// What is known of an entity without a language is its Brief, which a Cache keeps for all
// pages until the record changes. An Editor says it for one page, which reads a bounded
// number of records.
//
// The package never writes and renders no HTML. Of the entity that a page is about it says
// no more than of any other; package describe does.
package brief
