// Package mirror keeps the graphs of an RDF store elsewhere in step with the records of a
// source: all of them at first, then those that the log of the source says have changed.
//
// A graph is replaced as a whole or deleted, so doing it again does no harm. How far a
// mirror came is kept in a small file, which moves on only when the target has
// answered. An end at any moment loses nothing: the next run does again what may not have
// been done.
//
// The first copy into an empty target adds many graphs by one request. That is the one
// request that must not be made twice, since blank nodes would be there twice; the file
// says which graphs are on their way before it is sent, and where its outcome is not known,
// those are replaced one by one.
//
// The package never changes the source, and touches no graph of the target that is not named
// as a record of the source is, or was, unless it is told to prune. It opens no connection:
// the target is a remote.GraphStore, or whatever else has its methods.
package mirror
