// Package remote asks a Vitrine service on another machine, or a server on this one at its
// control socket, to take, show and dump records, over its HTTP interface (RFC 9110), as docs/http.md, docs/writing.md and
// docs/feed.md describe it.
//
// Besides it asks other hosts for what only commands and the configuration of a server name:
// the graphs of an RDF store (GraphStore), the keys of an issuer of tokens (Issuer). Gate,
// Backoff, MayPass and RetryAfter (RFC 9110 section 10.2.3) say how often a host is asked, and
// when again.
//
// The package connects to the addresses that it was given and follows no redirect, so that a
// token goes nowhere else, and it sends a token only over TLS or to this machine. It decides
// nothing about records: the service does, and says what it found.
package remote
