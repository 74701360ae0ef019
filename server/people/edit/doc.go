// Package edit has the pages on which a record is corrected, or made anew: as a form that is made
// from the tables of the model (linkedart.Shapes), or as its JSON text; with what is wrong with
// each value, the record as it will be, and what changes. Before it is stored it is judged as a
// record that is sent (package update), and only if nobody has changed it meanwhile (RFC 9110
// section 13.1.1). A change can wait as a draft.
//
// A form changes values where they stand in the JSON text, by JSON Pointer (RFC 6901): what it does
// not know stays as it is, byte for byte. A date in words that is not understood changes nothing.
// The pages need no script but for suggestions, and the server keeps nothing between two of
// them: each form carries the record. Who uses them gives a token (package session).
package edit
