// Package control lets the commands of one machine use the store that a server has open. The
// server listens on a Unix domain socket beside the store file, the control socket, and
// answers there by its ordinary HTTP interface (docs/http.md, docs/writing.md), as one whose
// clients are the operator: they need no token, read private records too, and may load.
// Two resources are there alone: a copy of the store, and what it holds.
//
// Who may connect is decided by the system: the socket has mode 0600, and on Linux the
// peer of each connection has to be the user of the server or root (SO_PEERCRED in
// unix(7)). Such a user may as well open the file once the server ends.
//
// The other end is package remote. This package opens no connection and judges no record.
package control
