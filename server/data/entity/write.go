package entity

import (
	"context"
	"net/http"

	"vitrine/serialize"
	"vitrine/server/data/write"
	"vitrine/server/ops/pace"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// Methods answer for the entity that a request's path names, and for the
// endpoint that it is: a path such as /person/, which takes new records.
func (s *Entities) Methods() respond.Handler {
	reading, targets := respond.Methods{http.MethodGet: s.Get}, s.targets()
	entity := s.writable(reading, s.changing(func(r *http.Request, p write.Parameters) (write.Target, error) {
		return targets.Addressed(r.Context(), s.Site.Proxies.Path(r), p)
	}), nil)
	minted := func(r *http.Request, p write.Parameters) (write.Target, error) {
		return targets.Minted(s.Site.Proxies.Path(r), p)
	}
	endpoint := s.writable(reading, respond.Methods{http.MethodPost: s.writing(auth.Write, minted, s.change)}, s.Verbs.RecordFormats())
	return func(x *respond.Exchange, r *http.Request) error {
		if !isReading(r.Method) && targets.IsEndpoint(s.Site.Proxies.Path(r)) {
			return endpoint(x, r)
		}
		return entity(x, r)
	}
}

// IDMethods answer for the entity that the id parameter names.
func (s *Entities) IDMethods() respond.Handler {
	targets := s.targets()
	return s.writable(respond.Methods{http.MethodGet: s.getByID}, s.changing(func(r *http.Request, p write.Parameters) (write.Target, error) {
		return targets.Identified(r.Context(), p)
	}), nil)
}

// LoadMethods answer where many records are taken at once.
func (s *Entities) LoadMethods() respond.Handler {
	nowhere := func(_ *http.Request, p write.Parameters) (write.Target, error) { return write.Target{}, p.None() }
	return s.writable(respond.Methods{}, respond.Methods{http.MethodPost: s.writing(auth.Admin, nowhere, s.loaded)}, s.Verbs.LoadFormats())
}

// isReading tells whether a method is one of those that are open to all.
func isReading(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// writable makes a handler of the methods that read, which are open to all, and
// of those that write, which are not there as long as no token exists. posts are
// the formats that a POST takes.
func (s *Entities) writable(reads, writes respond.Methods, posts serialize.Table) respond.Handler {
	all := respond.Methods{}
	for _, m := range []respond.Methods{reads, writes} {
		for method, h := range m {
			all[method] = h
		}
	}
	reading, both := reads.Resource(), all.Resource()
	return func(x *respond.Exchange, r *http.Request) error {
		if _, hasGet := reads[http.MethodGet]; s.Access.Tokens == nil || hasGet && isReading(r.Method) {
			return reading(x, r)
		}
		_, isWrite := writes[r.Method]
		on, err := s.Access.On()
		if auth.IsOperator(r) {
			on, err = true, nil
		}
		switch {
		case isWrite && err != nil:
			return auth.Unknown(err)
		case isWrite && !on:
			return &respond.Error{Type: respond.WritingOff, Header: http.Header{"Allow": {reads.Allow()}}}
		case !on:
			return reading(x, r)
		case r.Method == http.MethodOptions:
			return s.writeOptions(x, r, reads, all, posts)
		default:
			return both(x, r)
		}
	}
}

// The request fields that a page of an origin that may write can send.
const writeFields = "Authorization, Content-Type"

// writeOptions answers OPTIONS where writing is on. Scripts of other origins
// are told of reading only, unless theirs may write.
func (s *Entities) writeOptions(x *respond.Exchange, r *http.Request, reads, all respond.Methods, posts serialize.Table) error {
	header := x.Header()
	may, fields := reads, respond.ReadFields
	if s.Access.AllowsOrigin(r.Header.Get("Origin")) {
		may, fields = all, respond.ReadFields+", "+writeFields
	}
	for name, values := range respond.Preflight(all.Allow(), may.Allow(), fields) {
		header[name] = values
	}
	header["Vary"] = []string{"Origin"}
	if _, ok := all[http.MethodPatch]; ok {
		header.Set("Accept-Patch", write.Acceptable(write.Patches))
	}
	if _, ok := all[http.MethodPost]; ok {
		header.Set("Accept-Post", write.Acceptable(posts))
	}
	x.WriteHeader(http.StatusNoContent)
	return nil
}

// changing are the methods that change one entity.
func (s *Entities) changing(find finder) respond.Methods {
	return respond.Methods{
		http.MethodPut:    s.writing(auth.Write, find, s.change),
		http.MethodPatch:  s.writing(auth.Write, find, s.change),
		http.MethodDelete: s.writing(auth.Write, find, s.change),
	}
}

// finder finds the entity that a request writes to.
type finder func(*http.Request, write.Parameters) (write.Target, error)

// writing makes a handler of what do does for a client that may write, to the
// entity that find finds.
func (s *Entities) writing(need auth.Scope, find finder, do func(*respond.Exchange, *write.Request) error) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		q := &write.Request{HTTP: r, Response: x.ResponseWriter, ID: x.ID, Client: s.Site.Proxies.Client(r)}
		var err error
		asked := auth.Request{HTTP: r, ID: x.ID, Client: q.Client}
		if q.Token, err = s.Access.Authorise(asked, need); err != nil {
			return err
		}
		p, err := write.ReadParameters(r.URL.RawQuery)
		if err != nil {
			return err
		}
		q.DryRun = p.DryRun
		if q.Target, err = find(r, p); err != nil {
			return err
		}
		if q.Target.Moved != "" {
			return x.Redirect(q.Target.Moved, r.URL.RawQuery)
		}
		if err := s.Access.Confine(asked, q.Token, s.Verbs.Mapper.Base, q.Target.Names); err != nil {
			return err
		}
		return do(x, q)
	}
}

// change carries out a request that changes one entity, and answers it.
func (s *Entities) change(x *respond.Exchange, q *write.Request) error {
	bytes, err := s.Verbs.Receive(q)
	if err != nil {
		return err
	}
	return s.weighed(x, q.HTTP, bytes, func(ctx context.Context, share *pace.Share) error {
		result, err := s.Verbs.Carry(ctx, q, share)
		if err != nil {
			return err
		}
		return s.answer(ctx, x, q, result)
	})
}

// weighed has work done for a request about a record of so many bytes with its share of the
// memory, for which it waits.
func (s *Entities) weighed(x *respond.Exchange, r *http.Request, bytes int64, work func(context.Context, *pace.Share) error) error {
	return s.Memory.Run(r.Context(), bytes, func() { x.Extend(s.HeavyTimeout) }, work)
}

// loaded answers for many records.
func (s *Entities) loaded(x *respond.Exchange, q *write.Request) error {
	x.Extend(s.HeavyTimeout)
	report, err := s.Verbs.Load(q)
	if err != nil {
		return err
	}
	return x.SendJSON(http.StatusOK, report)
}
