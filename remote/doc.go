// Package remote asks a Vitrine service on another machine, or a server on this one at its
// control socket, to take, show and dump records, over its HTTP interface (RFC 9110), as docs/http.md, docs/writing.md and
// docs/feed.md describe it.
//
// It connects to the service that it was given and follows no redirect, so that a token
// goes nowhere else, and it sends a token only over TLS or to this machine. It decides
// nothing about records: the service does, and says what it found.
package remote
