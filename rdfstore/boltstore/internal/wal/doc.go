// Package wal keeps the write-ahead log of a store: a file beside that of the store
// which makes commits durable by one write that follows the last and one sync,
// where bbolt needs several pages here and there and two syncs.
//
// A log begins with a header that has the base: what is needed to go back to a
// commit of the store that is on disk as a whole. Each record after it is the batch
// of one later commit, which the file of the store may have in part, whole or not at
// all. A store that was not closed goes back to the base and applies the batches
// again. docs/store.md draws the file.
//
// Header and records begin at multiples of BlockSize and carry checksums. A log is
// used again by writing another header, so a record also carries the number that its
// header was given at random.
//
// The package does not know what is in a base or a batch, and never removes a record
// of a log that is in use but the last, which was not acknowledged.
package wal
