// Package placemap lays out the maps of pages: which places of a record its map shows, under
// which names, and what each is to the entity. Package atlas draws them.
//
// A place is where its own record says, or else where the record of the page does. No
// coordinates are guessed; a place without any is listed and not drawn.
package placemap
