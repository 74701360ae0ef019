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
			return one(w.purge(ctx, q))
		}
		successor, err := w.successor(ctx, q.HTTP.Header, name)
		if err != nil {
			return nil, err
		}
		return one(w.change(ctx, proposal{request: q, name: name, present: true, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
			return rdfstore.Change{Delete: name, Successor: successor}, nil
		}}))
	case http.MethodPatch:
		return w.patch(ctx, q)
	default:
		return one(w.store(ctx, q))
	}
}

// purge removes the past states of the entity, which may be deleted.
func (w *Writer) purge(ctx context.Context, q *Request) ([]*Result, error) {
	for _, name := range q.Target.Names {
		for _, err := range w.Store.Versions(ctx, name, 0) {
			if err != nil {
				return nil, err
			}
			return w.change(ctx, proposal{request: q, name: name, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
				return rdfstore.Change{Purge: name}, nil
			}})
		}
	}
	return nil, rdfstore.ErrNotFound
}

// store stores the records in the bodies of requests, all of them or none.
func (w *Writer) store(ctx context.Context, requests ...*Request) ([]*Result, error) {
	proposals := make([]proposal, len(requests))
	drafts := make([]*draft, len(requests))
	for i, q := range requests {
		proposals[i] = proposal{request: q, fresh: q.HTTP.Method == http.MethodPost}
		if len(q.Target.Names) > 0 {
			proposals[i].name = q.Target.Names[0]
		}
		d, err := w.draft(ctx, q.Format, q.Body, q.Target)
		if err != nil {
			return nil, ofOne(proposals, i, err)
		}
		drafts[i] = d
		proposals[i].name, proposals[i].from = d.graph.Name, func(*rdfstore.Entity) (rdfstore.Change, error) {
			return rdfstore.Change{Put: d.graph}, nil
		}
	}
	done, err := w.change(ctx, proposals...)
	if err != nil {
		return nil, err
	}
	for i, d := range drafts {
		done[i].Findings = d.findings
	}
	return done, nil
}

// one is the result of one change alone.
func one(done []*Result, err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	return done[0], nil
}
