// Package control lets the commands of one machine use the store that a server has
// open. The server listens on a Unix domain socket beside the store file, the control
// socket, which nothing else answers on: the interface for the public does not know it.
//
// Who may connect is decided by the system: the socket has mode 0600, and on Linux the
// peer of each connection has to be the user of the server or root (SO_PEERCRED in
// unix(7)). Such a user may as well open the file once the server ends, so nothing
// further is asked, and no token. The commands judge records as they do for a file of
// their own; what comes here is stored as it is, within the limits of
// rdfstore/graph.
//
// The package wire has the protocol, and the package client the other end. This package
// opens no connection.
package control
