// Package linkedart knows the Linked Art model: its endpoints and classes, the
// shapes of its records, and the rules by which a record is checked. A
// Validator tells what is wrong with a record, where, by which rule, and what
// would be right.
//
// The model is Linked Art 1.0 (https://linked.art/api/1.0/ and
// https://linked.art/model/). The shapes are JSON Schemas (draft 2020-12,
// https://json-schema.org/draft/2020-12/json-schema-core), in the folder
// schemas. What a schema cannot say, such as that a time span does not end
// before it begins, is checked in Go. Linked Art's tables and its published
// schemas disagree in places; `vitrine explain` lists every rule, its level in each
// reading, and the disagreement it rests on.
//
// The package never changes a record, never stores one and never uses the
// network. It sees neither HTTP nor the store.
package linkedart
