// Package auth decides who may write, and who may read private records: clients that send a
// bearer token (RFC 6750, https://www.rfc-editor.org/rfc/rfc6750.html, section 2.1) whose scope
// allows it. It also limits how many wrong tokens of one address are answered one by one, and
// warns of tokens that others can read on their way.
//
// The tokens lie in one JSON file, which holds the SHA-256 hash of each secret and never a
// secret itself. A secret is 256 random bits, so that its plain hash tells nothing about it. A
// running server reads the file again when it changes; a token that was made or revoked by
// another process counts from then on. The package does not know records.
package auth
