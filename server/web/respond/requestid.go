package respond

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strconv"
	"sync/atomic"

	"vitrine/server/web/address"
)

// IDs makes ids that no other run of the server makes. It may be used by many
// goroutines.
type IDs struct {
	run  string
	next atomic.Uint64
}

// NewIDs returns the ids of a run.
func NewIDs() *IDs {
	var run [6]byte
	// Read never fails (crypto/rand since Go 1.24).
	_, _ = rand.Read(run[:])
	return &IDs{run: hex.EncodeToString(run[:]) + "-"}
}

// of returns the id under which a request is known: the client's own if
// it is harmless, or a new one.
func (ids *IDs) of(r *http.Request) string {
	if values := r.Header["X-Request-Id"]; len(values) == 1 && isHarmless(values[0]) {
		return values[0]
	}
	return ids.run + strconv.FormatUint(ids.next.Add(1), 36)
}

// isHarmless tells whether an id can stand in a log and a header.
func isHarmless(id string) bool {
	if len(id) == 0 || len(id) > 64 {
		return false
	}
	for i := 0; i < len(id); i++ {
		if !address.IsUnreserved(id[i]) {
			return false
		}
	}
	return true
}
