package respond

import (
	"cmp"
	"net/http"
	"time"
)

// Exchange is a request being answered: the ResponseWriter, with what the
// access log and the metrics want to know afterwards.
type Exchange struct {
	http.ResponseWriter
	// ID is the request's, and idField the field with it.
	ID      string
	idField [1]string
	// Route is the name of what answers.
	Route string
	// Format is the short name of the representation, or empty.
	Format string
	// Head tells that the request is a HEAD: no body is sent.
	Head bool
	// Status is that of the answer, 0 before it begins; Bytes counts its body.
	Status  int
	Bytes   int64
	Started time.Time
}

// The fields that every answer has. They are shared and never changed.
var (
	anyOrigin = []string{"*"}
	exposed   = []string{"Allow, Content-Location, ETag, Link, Location, Memento-Datetime, Preference-Applied, Retry-After, X-Query-Warning, X-Request-Id, X-Total-Count"}
	noSniff   = []string{"nosniff"}
	closed    = []string{"close"}
)

// Begin begins the answer to a request: it gives it an id, and adds the fields that
// every answer has.
func Begin(w http.ResponseWriter, r *http.Request, route string, ids *IDs) *Exchange {
	x := &Exchange{ResponseWriter: w, Route: route, Head: r.Method == http.MethodHead, Started: time.Now()}
	x.ID = ids.of(r)
	x.idField[0] = x.ID
	header := w.Header()
	header["Access-Control-Allow-Origin"] = anyOrigin
	header["Access-Control-Expose-Headers"] = exposed
	header["X-Content-Type-Options"] = noSniff
	header["X-Request-Id"] = x.idField[:]
	if len(r.TransferEncoding) > 0 {
		// Whether the request has a Content-Length, too, the HTTP library does not say; after
		// one that has, the connection must be closed (RFC 9112 section 6.1).
		header["Connection"] = closed
	}
	return x
}

// WriteHeader notes the status.
func (x *Exchange) WriteHeader(status int) {
	x.Status = cmp.Or(x.Status, status)
	x.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes, and leaves them out of the answer to a HEAD.
func (x *Exchange) Write(p []byte) (int, error) {
	x.Status = cmp.Or(x.Status, http.StatusOK)
	if x.Head {
		return len(p), nil
	}
	n, err := x.ResponseWriter.Write(p)
	x.Bytes += int64(n)
	return n, err
}

// Extend gives the request so much time from now on: to be read, and to be answered.
func (x *Exchange) Extend(d time.Duration) {
	controller, end := http.NewResponseController(x.ResponseWriter), time.Now().Add(d)
	// A connection that has no deadlines, such as a test's, needs none.
	_ = controller.SetReadDeadline(end)
	_ = controller.SetWriteDeadline(end)
}

// Unwrap is for http.ResponseController.
func (x *Exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }
