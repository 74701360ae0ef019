// Package update answers the requests that change the store: PUT, PATCH, DELETE and POST of one
// record, and the load of many. It finds the entity that a request is about, reads the body, makes
// a graph of it, has it judged, evaluates the preconditions (RFC 9110 section 13.2.2), gives the
// change to the store and answers with what came of it, as the client prefers. PATCH is that of
// RFC 5789.
//
// It never renders; package resource does. Who may write decides package auth. All errors for
// which the client is to blame are *respond.Error.
package update

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/data/resource"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// Writer answers requests that write. Every field but Record, Validator and Public is needed. It may
// be used by many goroutines.
type Writer struct {
	// Entities answers reads of the same addresses. Its store may be a view of Store.
	*resource.Entities
	// Store is what is written to.
	Store rdfstore.Store
	// Record is the format of Linked Art JSON; nil where there is none.
	Record *serialize.Format
	// Access decides who may write.
	Access *auth.Control

	// Validator checks records, and Checking says what is done about its
	// findings.
	Validator admission.Validator
	Checking  admission.Mode
	// RequirePreconditions refuses changes without If-Match or If-None-Match.
	RequirePreconditions bool
	// MaxBody and MaxLoad bound one record and a load, in bytes.
	MaxBody, MaxLoad int64
	// AuditLog takes a line for each change, Logger what the operator should know.
	AuditLog, Logger *slog.Logger
	// Public returns what the store of Entities has of an entity of Store, and false where it has
	// nothing; nil where the two are one store.
	Public func(ctx context.Context, e *rdfstore.Entity) (public *rdfstore.Entity, ok bool, err error)
}

// Text returns a graph as its Linked Art JSON.
func (w *Writer) Text(ctx context.Context, g *graph.Graph) ([]byte, error) {
	text, err := w.RecordText(ctx, g)
	if errors.Is(err, resource.ErrTooLarge) {
		return nil, tooLong(w.MaxRepresentation)
	}
	return text, err
}

// public returns what clients see of an entity who may read what is public, nil where they see
// nothing.
func (w *Writer) public(ctx context.Context, e *rdfstore.Entity) (*rdfstore.Entity, error) {
	if e == nil || w.Public == nil {
		return e, nil
	}
	public, ok, err := w.Public(ctx, e)
	if err != nil || !ok {
		return nil, err
	}
	return public, nil
}

// holds evaluates the preconditions of a request to write an entity, nil where there is none. The
// client may have seen it as the public does, or got its entity tag in the answer to a change.
func (w *Writer) holds(ctx context.Context, h http.Header, stored *rdfstore.Entity) (bool, error) {
	if !isConditional(h) {
		return true, nil
	}
	public, err := w.public(ctx, stored)
	if err != nil {
		return false, err
	}
	current, seen := resource.Current(stored), resource.Current(public)
	either := respond.Current{Modified: current.Modified, Matches: func(lines []string, strong bool) bool {
		return current.Matches(lines, strong) || seen.Matches(lines, strong)
	}}
	return respond.Evaluate(h, either, false) == respond.Proceed, nil
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
	// Repeated tells that the client may have sent the same before: a PUT of what is there already
	// is done, whatever its preconditions are.
	Repeated bool
	// Past tells that a DELETE is to remove the past states of the entity, and not the entity.
	Past bool
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
