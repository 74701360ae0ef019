// Package ldes answers with the log of changes as a Linked Data Event Stream
// (https://w3id.org/ldes/specification, with the rules for servers of
// https://w3id.org/ldes/server-primer), in pages of TREE (https://w3id.org/tree/specification).
// Who reads it has a copy of all records, and keeps it up to date.
//
// A member is a change: an Activity of Activity Streams with the URI that it has in the change
// feed, with the record as it is in a named graph of that URI. The stream has the newest version of
// a record alone (ldes:LatestVersionSubset): an older change is no member. A deletion is a member without a graph for good. Each other change names the
// state that it made (prov:generated), a memento (RFC 7089).
//
// Pages are stretches of the log. The root leads to indexes, and these lead to pages, by the
// times of the changes in them. No member is added to a page or an index that another follows.
//
// The package never changes a record that it sends, and keeps nothing.
package ldes
