// Package server is Vitrine over HTTP: entities at their own URIs, each in the
// representation the client asks for, and the service's own endpoints under
// the reserved prefix /-/.
//
// It follows RFC 9110 (https://www.rfc-editor.org/rfc/rfc9110.html: content
// negotiation section 12, conditional requests section 13), RFC 9457 for
// errors, RFC 8288 for links and FAIR Signposting
// (https://signposting.org/FAIR/); the change feed follows IIIF Change Discovery
// 1.0 (package feed). docs/http.md describes what it answers.
//
// An answer is complete before its first byte is sent; only dumps are sent as
// they are read from the store, and cut off where that fails. No request makes
// the server fetch a URL. The package knows the store and the formats by their
// interfaces only.
//
// The package has about as many files as the service has routes: a handler has a
// file of its own, named after what it answers with (entity.go, quads.go, dump.go),
// and server.go has the table of routes. Beside them are the files of what handlers
// share: config.go, server.go, serve.go, handle.go, errors.go, locate.go, listing.go,
// document.go and answer.go. What does not need a Server belongs in a package below.
package server
