// Package reading reads a record as Linked Art means it: its names, what kind of thing
// it is, its dates, sizes, statements and pictures, from its graph. It follows the
// patterns of https://linked.art/model/base/ and https://linked.art/api/1.0/shared/.
//
// A record that does not follow the model is read as far as it does: what is not there,
// or is not what the model says, is absent, and nothing is guessed. The package judges
// nothing, changes nothing, knows no language but as a tag, and sees neither HTTP nor
// the store.
package reading
