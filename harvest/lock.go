package harvest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"vitrine/rdfstore/filelock"
)

// ErrBusy is wrapped by the error of a run that another run of the same feed, in this
// process or in another one, keeps from starting.
var ErrBusy = errors.New("another harvest of this feed into this store is in progress")

// lock keeps other runs of the feed out until unlock is called: two that go on from the
// same position would each forget what the other did. Runs of other feeds share the state
// file. The lock file stays.
func lock(stateFile, feed string) (unlock func(), err error) {
	sum := sha256.Sum256([]byte(feed))
	unlock, err = filelock.Lock(stateFile + "." + hex.EncodeToString(sum[:6]) + ".lock")
	if errors.Is(err, filelock.ErrBusy) {
		return nil, ErrBusy
	}
	return unlock, err
}
