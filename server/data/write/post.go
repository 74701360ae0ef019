package write

import (
	"vitrine/rdfstore"
)

// Post stores the record in the body under a name of the server's making.
func (w *Writer) Post(q *Request) (*Result, error) {
	f, body, err := w.receive(q, w.RecordFormats(), "Accept-Post")
	if err != nil {
		return nil, err
	}
	d, err := w.draft(q.HTTP.Context(), f, body, q.Target)
	if err != nil {
		return nil, err
	}
	done, err := w.change(q, proposal{name: d.graph.Name, fresh: true, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
		return rdfstore.Change{Put: d.graph}, nil
	}})
	if err != nil {
		return nil, err
	}
	done.Findings = d.findings
	return done, nil
}
