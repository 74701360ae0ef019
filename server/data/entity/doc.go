// Package entity answers for entities one by one, at their own addresses or by their ids:
// it finds the one that an address stands for, reads it in the representation that is asked
// for, and carries out what is written to it. Package represent makes the representations,
// and package write makes the changes; the methods are those of RFC 9110
// (https://www.rfc-editor.org/rfc/rfc9110.html, section 9), PATCH that of RFC 5789.
//
// It never renders and never judges a record.
package entity
