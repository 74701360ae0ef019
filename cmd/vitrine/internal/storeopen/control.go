package storeopen

import (
	"context"
	"errors"
	"path/filepath"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/remote"
)

// ControlFlag names the control socket of a server, by which commands use the store
// that it has open.
type ControlFlag struct {
	Control string `placeholder:"SOCKET" help:"Control socket of the server that has the store, or off for none (default: the name of the store file with .sock added)."`
}

// NoControl is the value of the flag for no control socket.
const NoControl = "off"

// Socket returns the path of the control socket for a store file, "" for none.
func (f ControlFlag) Socket(db string) string {
	switch {
	case f.Control == NoControl, f.Control == "" && (db == "" || pgstore.IsAddress(db)):
		return ""
	case f.Control != "":
		return f.Control
	}
	// Every name of the file leads to the same socket.
	if path, err := filepath.EvalSymlinks(db); err == nil {
		db = path
	}
	return db + ".sock"
}

// LocalServer returns a client of the server that has the store file open, nil if there is
// none. It is an error if none answers at a socket that was named.
func (f ControlFlag) LocalServer(ctx context.Context, db string) (*remote.Client, error) {
	socket := f.Socket(db)
	if socket == "" {
		return nil, nil
	}
	client, err := remote.NewLocal(ctx, socket)
	switch {
	case err == nil:
		return client, nil
	case errors.Is(err, remote.ErrNoServer) && f.Control == "":
		return nil, nil
	case errors.Is(err, remote.ErrNoServer):
		return nil, console.Hinted(err, "no server answers at "+socket+"; start vitrine serve with --control "+socket+", or leave --control out")
	case errors.Is(err, remote.ErrDenied):
		return nil, console.Hinted(err, "run this command as the user of the server, or as root")
	}
	return nil, err
}

// Opened returns the store of a command that only reads and found no server that has it.
func (f SharedFlag) Opened(ctx context.Context, o boltstore.Options) (rdfstore.Store, error) {
	if pgstore.IsAddress(f.DB) {
		return OpenDatabase(ctx, f.DB, pgstore.Options{ReadOnly: true})
	}
	// A nil *boltstore.Store is no nil openedStore.
	store, err := OpenStore(f.DB, o)
	if err != nil {
		return nil, err
	}
	return store, nil
}
