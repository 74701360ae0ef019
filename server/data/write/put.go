package write

import (
	"vitrine/rdfstore"
	"vitrine/server/web/respond"
)

// Put stores the record in the body in place of the entity, if there is one.
func (w *Writer) Put(q *Request) (*Result, error) {
	if err := w.requirePrecondition(q.HTTP.Header); err != nil {
		return nil, err
	}
	if q.HTTP.Header.Get("Content-Range") != "" {
		return nil, &respond.Error{Type: respond.BadRequest, Detail: "A PUT replaces a whole description; Content-Range is not supported."}
	}
	f, body, err := w.receive(q, w.RecordFormats(), "Accept")
	if err != nil {
		return nil, err
	}
	d, err := w.draft(q.HTTP.Context(), f, body, q.Target)
	if err != nil {
		return nil, err
	}
	done, err := w.change(q, proposal{name: d.graph.Name, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
		return rdfstore.Change{Put: d.graph}, nil
	}})
	if err != nil {
		return nil, err
	}
	done.Findings = d.findings
	return done, nil
}
