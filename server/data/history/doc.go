// Package history finds the states of an entity among its versions: the one that was at a time, and
// those around it. The terms are those of Memento (RFC 7089,
// https://www.rfc-editor.org/rfc/rfc7089.html). And it finds what is other in one state than in
// another: as a JSON Patch (RFC 6902), and as triples.
//
// It never reads a record and knows nothing of HTTP. A search for a state asks the store for about
// as many entries as the number of the newest one has bits, however many versions there are.
package history
