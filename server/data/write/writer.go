// Package write carries out the requests that change the store: PUT, PATCH,
// DELETE and POST of one record, and the load of many. A verb reads the body,
// makes a graph of it, has it judged, evaluates the preconditions (RFC 9110
// section 13.2.2) and gives the change to the store, one file a verb.
//
// Targets finds the entity that a request is about. Who may write decides package
// access; package server answers with what comes back, and knows representations.
// All errors for which the client is to blame are *problem.Error.
package write

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/ops/pace"
	"vitrine/server/web/address"
	"vitrine/server/web/auth"
)

// Writer carries out requests that write. Every field but Record and Validator
// is needed. It may be used by many goroutines.
type Writer struct {
	Store rdfstore.Store
	// Formats are those of the server; records are taken in the readable ones.
	Formats serialize.Table
	// Record is the format of Linked Art JSON; nil where there is none.
	Record *serialize.Format
	// Mapper knows the addresses of entities, and its base is what the relative ids of a
	// record are resolved against.
	Mapper address.Mapper

	// Class is the word of Linked Art for a class, or its IRI.
	Class func(rdf.IRI) string

	// Validator checks records, and Checking says what is done about its
	// findings.
	Validator admission.Validator
	Checking  admission.Mode
	// RequirePreconditions refuses changes without If-Match or If-None-Match.
	RequirePreconditions bool
	// MaxBody and MaxLoad bound one record and a load, in bytes.
	MaxBody, MaxLoad int64
	// Memory bounds what requests hold together.
	Memory *pace.Memory
	// AuditLog takes a line for each change.
	AuditLog *slog.Logger

	// Slot waits for a place among those that work on records, and bounds the
	// time for the work. The function gives the place back.
	Slot func(ctx context.Context) (context.Context, func(), error)
	// Text returns a graph as its Linked Art JSON.
	Text func(ctx context.Context, g *graph.Graph) ([]byte, error)
	// Holds evaluates the preconditions in a header about an entity, which is nil
	// where there is none.
	Holds func(ctx context.Context, h http.Header, current *rdfstore.Entity) (bool, error)
}

// Request is one request that writes, of a client that may.
type Request struct {
	HTTP     *http.Request
	Response http.ResponseWriter
	// ID, Client and Token go into the audit log.
	ID, Client string
	Token      auth.Token
	Target     Target
	// Format is that of the body, as Receive finds it, and Body is what Carry has read; both
	// are nil for methods without a body.
	Format *serialize.Format
	Body   []byte
	// DryRun tells that nothing is to be stored.
	DryRun bool
}

// Result is what a write came to.
type Result struct {
	Name rdf.IRI
	// Graph is what is stored now; nil after a deletion.
	Graph    *graph.Graph
	Outcome  rdfstore.Outcome
	Findings []linkedart.Finding
	// Removed is what a patch has removed.
	Removed []Removal
}

// Entity is what the store holds after the write.
func (d *Result) Entity() *rdfstore.Entity {
	return &rdfstore.Entity{Graph: d.Graph, Version: d.Outcome.Version, Modified: d.Outcome.Time}
}
