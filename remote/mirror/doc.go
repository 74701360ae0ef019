// Package mirror keeps the graphs of an RDF store elsewhere in step with the records of a
// Vitrine service: all of them at first, from its dump, then those that its change feed says
// have changed.
//
// A graph is replaced as a whole or deleted, so doing it again does no harm. How far a
// mirror came is kept in a small file, which moves on only when the target has
// answered. An end at any moment loses nothing: the next run does again what may not have
// been done.
//
// The first copy into an empty target adds many graphs by one request. That is the one
// request that must not be made twice, since blank nodes would be there twice: where its outcome
// is not known, those graphs are replaced one by one, and a copy that was ended begins anew, by
// replacing.
//
// The package never changes the source, and touches no graph of the target that is not named
// as a record of the source is, or was. It opens no connection: package remote does.
package mirror
