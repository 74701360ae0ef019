// Package server is Vitrine over HTTP: entities at their own URIs, each in the
// representation the client asks for, and the service's own endpoints under
// the reserved prefix /-/.
//
// It follows RFC 9110 (https://www.rfc-editor.org/rfc/rfc9110.html: content
// negotiation section 12, conditional requests section 13), RFC 9457 for
// errors, RFC 8288 for links and FAIR Signposting
// (https://signposting.org/FAIR/); the change feed follows IIIF Change Discovery
// 1.0 (package dataset). docs/http.md describes what it answers.
//
// An answer is complete before its first byte is sent; only dumps are sent as
// they are read from the store, and cut off where that fails. No request makes
// the server fetch a URL. The package knows the store and the formats by their
// interfaces only.
//
// What answers is in the packages below, which routes.go leads to: entities (resource, update),
// lists of them (listing), all of the data at once (dataset), patterns and SPARQL queries
// (fragments, query). They have their pages and documents made by package site, and know
// nothing of this package, which gives them what they need in handlers.go. Here are the
// configuration, the life cycle, the table of routes, errors as answers, and what is of the
// server itself: its front page, its state, its problem types, contexts and assets.
package server
