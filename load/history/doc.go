// Package history keeps what the last import by a mapping did, in a folder beside the mapping:
// the ids of its records, and the records that it changed, as they were and as they are. So a
// run can be undone, and the next one can tell which rows are gone.
//
// It makes no records and judges none. A record that was changed after the import is never
// put back.
package history
