package update

import (
	"context"
	"net/http"

	"vitrine/rdfstore"
	"vitrine/server/ops/pace"
	"vitrine/server/web/respond"
)

// receive looks at the header of a request that writes to one entity: its body, if the method
// has one, may be read. It returns how long that is at most, in bytes.
func (w *Writer) receive(q *Request) (bytes int64, err error) {
	method := q.HTTP.Method
	if method != http.MethodPost {
		if err := w.requirePrecondition(q.HTTP.Header); err != nil {
			return 0, err
		}
	}
	formats, accept := w.RecordFormats(), "Accept"
	switch {
	case method == http.MethodDelete:
		return 0, nil
	case method == http.MethodPatch:
		formats, accept = Patches, "Accept-Patch"
	case method == http.MethodPost:
		accept = "Accept-Post"
	case q.HTTP.Header.Get("Content-Range") != "":
		return 0, &respond.Error{Type: respond.BadRequest, Detail: "A PUT replaces a whole description; Content-Range is not supported."}
	}
	if q.Format, err = bodyFormat(q.HTTP.Header, formats, accept); err != nil {
		return 0, err
	}
	return lengthOf(q.HTTP, w.MaxBody)
}

// carry carries out a request that was received, once or more, by its method: PUT stores the record in the
// body in place of the entity, if there is one, POST stores it under a name of the server's
// making, PATCH changes the entity (RFC 5789), and DELETE deletes it, in favour of another one where
// a Link field names that, or its past states.
func (w *Writer) carry(ctx context.Context, q *Request, share *pace.Share) (*Result, error) {
	if q.Format != nil && q.Body == nil {
		if err := w.read(q); err != nil {
			return nil, err
		}
		share.Fit(len(q.Body))
	}
	switch q.HTTP.Method {
	case http.MethodDelete:
		name := q.Target.Names[0]
		if q.Past {
			return w.purge(ctx, q)
		}
		successor, err := w.successor(ctx, q.HTTP.Header, name)
		if err != nil {
			return nil, err
		}
		return w.change(ctx, q, proposal{name: name, present: true, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
			return rdfstore.Change{Delete: name, Successor: successor}, nil
		}})
	case http.MethodPatch:
		return w.patch(ctx, q)
	default:
		return w.store(ctx, q)
	}
}

// purge removes the past states of the entity, which may be deleted.
func (w *Writer) purge(ctx context.Context, q *Request) (*Result, error) {
	for _, name := range q.Target.Names {
		for _, err := range w.Store.Versions(ctx, name, 0) {
			if err != nil {
				return nil, err
			}
			return w.change(ctx, q, proposal{name: name, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
				return rdfstore.Change{Purge: name}, nil
			}})
		}
	}
	return nil, rdfstore.ErrNotFound
}

// store stores the record in the body.
func (w *Writer) store(ctx context.Context, q *Request) (*Result, error) {
	d, err := w.draft(ctx, q.Format, q.Body, q.Target)
	if err != nil {
		return nil, err
	}
	done, err := w.change(ctx, q, proposal{name: d.graph.Name, fresh: q.HTTP.Method == http.MethodPost, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
		return rdfstore.Change{Put: d.graph}, nil
	}})
	if err != nil {
		return nil, err
	}
	done.Findings = d.findings
	return done, nil
}
