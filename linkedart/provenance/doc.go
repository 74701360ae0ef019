// Package provenance reads the history of an object from the records that mention it:
// what happened to it in order, who owned and who kept it, where it went, and the
// statements of its provenance as text. It follows the patterns of
// https://linked.art/model/provenance/, and for the text those of the American Alliance
// of Museums (Nancy H. Yeide, Konstantin Akinsha and Amy L. Walsh, The AAM Guide to
// Provenance Research, 2001).
//
// An activity counts if it names the object anywhere in its parts, at any depth: as what
// was transferred, moved or found, in a right, in an attribution, or as an object that was
// used. One that names a set or a whole which the object belongs to counts if it did
// something with it: transferred, moved, found, promised, showed or established rights on
// it. Activities that are parts of records of other things, such as an exhibition in the
// record of its set, do not count.
//
// A Writer says the events, and the provenance as a text, in the words of a language, such
// as those of a page, with links. Package linkedart/provtext reads such texts.
//
// The package finds nothing out: who is not named is unknown, and what is not said to
// follow directly does not. It knows no language but by its Words, and sees no store; what
// other records say is asked of a Lookup.
package provenance
