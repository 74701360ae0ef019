package server

import (
	"net/http"

	"vitrine/rdfstore"
	"vitrine/server/problem"
	"vitrine/server/token"
)

// entityMethods answer for the entity that a request's path names, and for the
// endpoint that it is: a path such as /person/, which takes new records.
func (s *Server) entityMethods() handler {
	reading := methods{http.MethodGet: s.getEntity}
	entity := s.writable(reading, s.changing(s.addressed), nil)
	endpoint := s.writable(reading, methods{http.MethodPost: s.writer(token.Write, s.minted, s.post)}, s.recordFormats())
	return func(x *exchange, r *http.Request) error {
		if !isReading(r.Method) && s.isEndpoint(s.requestPath(r)) {
			return endpoint(x, r)
		}
		return entity(x, r)
	}
}

// idMethods answer for the entity that the id parameter names.
func (s *Server) idMethods() handler {
	return s.writable(methods{http.MethodGet: s.getByID}, s.changing(s.identified), nil)
}

// loadMethods answer where many records are taken at once.
func (s *Server) loadMethods() handler {
	nowhere := func(_ *http.Request, p parameters) (target, error) { return target{}, p.none() }
	return s.writable(methods{}, methods{http.MethodPost: s.writer(token.Admin, nowhere, s.loadLines)}, s.lineFormats())
}

// changing are the methods that change one entity.
func (s *Server) changing(find finder) methods {
	return methods{
		http.MethodPut:    s.writer(token.Write, find, s.put),
		http.MethodPatch:  s.writer(token.Write, find, s.patch),
		http.MethodDelete: s.writer(token.Write, find, s.remove),
	}
}

// writing is one request that writes.
type writing struct {
	x     *exchange
	r     *http.Request
	token token.Token
	to    target
	// dryRun tells that nothing is to be stored.
	dryRun bool
}

// finder finds the entity that a request writes to.
type finder func(*http.Request, parameters) (target, error)

// writer makes a handler of what do does for a client that may write, to the
// entity that find finds.
func (s *Server) writer(need token.Scope, find finder, do func(*writing) error) handler {
	return func(x *exchange, r *http.Request) error {
		w := &writing{x: x, r: r}
		var err error
		if w.token, err = s.authorise(x, r, need); err != nil {
			return err
		}
		p, err := readParameters(r.URL.RawQuery)
		if err != nil {
			return err
		}
		w.dryRun = p.dryRun
		if w.to, err = find(r, p); err != nil {
			return err
		}
		if w.to.moved != "" {
			return x.redirect(w.to.moved, r.URL.RawQuery)
		}
		return do(w)
	}
}

// put stores the record in the body in place of the entity, if there is one.
func (s *Server) put(w *writing) error {
	if err := s.requirePrecondition(w.r.Header); err != nil {
		return err
	}
	if w.r.Header.Get("Content-Range") != "" {
		return &problem.Error{Type: problem.BadRequest, Detail: "A PUT replaces a whole description; Content-Range is not supported."}
	}
	f, body, err := s.receive(w, s.recordFormats(), "Accept")
	if err != nil {
		return err
	}
	d, err := s.draft(w.r.Context(), f, body, w.to)
	if err != nil {
		return err
	}
	done, err := s.change(w, proposal{name: d.graph.Name, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
		return rdfstore.Change{Put: d.graph}, nil
	}})
	if err != nil {
		return err
	}
	done.findings = d.findings
	return s.answer(w, done)
}

// remove deletes the entity.
func (s *Server) remove(w *writing) error {
	if err := s.requirePrecondition(w.r.Header); err != nil {
		return err
	}
	name := w.to.names[0]
	done, err := s.change(w, proposal{name: name, present: true, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
		return rdfstore.Change{Delete: name}, nil
	}})
	if err != nil {
		return err
	}
	if w.dryRun {
		return s.answer(w, done)
	}
	return w.x.sendNothing(http.StatusNoContent)
}

// patch changes the entity by a JSON Merge Patch (RFC 7396) of its Linked Art
// JSON.
func (s *Server) patch(w *writing) error {
	if err := s.requirePrecondition(w.r.Header); err != nil {
		return err
	}
	_, body, err := s.receive(w, mergePatches, "Accept-Patch")
	if err != nil {
		return err
	}
	p, err := s.parsePatch(w.r.Context(), body)
	if err != nil {
		return err
	}
	var d *draft
	done, err := s.change(w, proposal{name: w.to.names[0], present: true, pinned: true, from: func(current *rdfstore.Entity) (rdfstore.Change, error) {
		text, err := s.patched(w.r.Context(), current, p)
		if err != nil {
			return rdfstore.Change{}, err
		}
		if d, err = s.draft(w.r.Context(), s.offers.record().format, text, w.to); err != nil {
			return rdfstore.Change{}, err
		}
		return rdfstore.Change{Put: d.graph}, nil
	}})
	if err != nil {
		return err
	}
	done.findings = d.findings
	return s.answer(w, done)
}

// post stores the record in the body under a name of the server's making.
func (s *Server) post(w *writing) error {
	f, body, err := s.receive(w, s.recordFormats(), "Accept-Post")
	if err != nil {
		return err
	}
	d, err := s.draft(w.r.Context(), f, body, w.to)
	if err != nil {
		return err
	}
	done, err := s.change(w, proposal{name: d.graph.Name, fresh: true, from: func(*rdfstore.Entity) (rdfstore.Change, error) {
		return rdfstore.Change{Put: d.graph}, nil
	}})
	if err != nil {
		return err
	}
	done.findings = d.findings
	return s.answer(w, done)
}
