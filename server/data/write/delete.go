package write

import (
	"vitrine/rdfstore"
)

// Delete deletes the entity.
func (w *Writer) Delete(q *Request) (*Result, error) {
	if err := w.requirePrecondition(q.HTTP.Header); err != nil {
		return nil, err
	}
	name := q.Target.Names[0]
	done, err := w.change(q, proposal{name: name, present: true, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
		return rdfstore.Change{Delete: name}, nil
	}})
	if err != nil {
		return nil, err
	}
	return done, nil
}
