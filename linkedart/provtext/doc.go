// Package provtext reads the text of a provenance into the activities that it describes. It
// follows the practice of the American Alliance of Museums (Nancy H. Yeide, Konstantin
// Akinsha and Amy L. Walsh, The AAM Guide to Provenance Research, 2001) and the CMOA Digital
// Provenance Standard (http://www.museumprovenance.org/reference/standard), and reads looser
// texts as well, with words of English, German, French and Dutch. Package
// linkedart/provenance goes the other way: from activities to a text.
//
// A text is cut into periods, each with its part of the text, so that the parts together
// are the text, byte for byte. A semicolon after a period says that the object passed
// directly to the next; a full stop, that it did not, or that this is not known. Brackets
// around a period are of dealers, auction houses and agents.
//
// A period is understood as a whole or not at all: one with a word that stands where the
// grammar has none becomes an activity with its text alone. Nothing is added but what the
// standard itself says: the party of a period acquired the object, at the date that stands
// behind the name and at the place before it, from the party before, where a semicolon
// and a transfer of title precede. From a dealer only the custody passes, since the standard
// does not say whom a dealer sold for.
//
// The activities are those of https://linked.art/model/provenance/.
package provtext
