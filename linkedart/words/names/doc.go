// Package names reads the names of people and groups as museums write them: "Saint,
// Lawrence B.", "Rembrandt van Rijn (Dutch, 1606–1669)", "attributed to Jan Steen", "Mr. and
// Mrs. James H. Beal [1898–1993]". It takes qualifiers, life dates and nationalities away
// from the name, and turns a name around that is written for sorting.
//
// A name stays as it is where it has none of these. Whether it is of a person or a group
// is said only where a word or a form says so. Qualifiers become what
// https://linked.art/model/object/production/ has for them.
package names
