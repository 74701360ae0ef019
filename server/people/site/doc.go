// Package site is what the service's own resources have in common: the frame of their
// pages with its languages and its navigation, the pages of problems, and documents, which
// are resources of a few forms of which a client gets the one that it likes best
// (RFC 9110 section 12).
//
// It never reads a record and knows no route: a room of the server gives it what a
// document says. A document is complete before its first byte is sent.
package site
