package readcmd

import (
	"errors"
	"net/http"
	"net/url"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore/boltstore"
	"vitrine/remote"
	"vitrine/remote/mirror"
)

// isPassing tells whether a mirror that failed may succeed at another time.
func isPassing(err error) bool {
	var status *remote.GraphError
	var service *remote.StatusError
	var unreachable *remote.UnreachableError
	var wait *remote.WaitError
	var connection *url.Error
	switch {
	case errors.As(err, &status):
		return status.Passing()
	case errors.As(err, &service):
		return remote.MayPass(service.Status)
	}
	return errors.As(err, &unreachable) || errors.As(err, &wait) || errors.As(err, &connection) ||
		errors.Is(err, mirror.ErrBusy) || errors.Is(err, boltstore.ErrLocked)
}

// hintedMirror adds a hint to the error that ended a round.
func hintedMirror(err error) error {
	var status *remote.GraphError
	switch {
	case errors.Is(err, mirror.ErrReplaced):
		return console.Hinted(err, "if the store is the right one, start again with --full, and with --prune if the graph store is for its records alone")
	case errors.Is(err, mirror.ErrBusy):
		return console.Hinted(err, "wait until it has ended; runs of a crontab that overlap do no harm, and the next one continues")
	case errors.Is(err, mirror.ErrState):
		return console.Hinted(err, "give each graph store a file of its own with --state; without the file, everything is sent again")
	case !errors.As(err, &status):
		return storeopen.HintedService(err)
	}
	switch status.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return console.Hinted(err, "name a file with USER:PASSWORD or a bearer token with --credentials")
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return console.Hinted(err, "give the address of the Graph Store Protocol: /store of Oxigraph, /NAME/data of Fuseki, which need to be started so that they can be written to")
	}
	return err
}
