package entity

import (
	"net/http"

	"vitrine/serialize"
	"vitrine/server/access"
	"vitrine/server/exchange"
	"vitrine/server/problem"
	"vitrine/server/token"
	"vitrine/server/write"
)

// Methods answer for the entity that a request's path names, and for the
// endpoint that it is: a path such as /person/, which takes new records.
func (s *Entities) Methods() exchange.Handler {
	reading, targets := exchange.Methods{http.MethodGet: s.Get}, s.targets()
	entity := s.writable(reading, s.changing(func(r *http.Request, p write.Parameters) (write.Target, error) {
		return targets.Addressed(r.Context(), s.Site.Proxies.Path(r), p)
	}), nil)
	minted := func(r *http.Request, p write.Parameters) (write.Target, error) {
		return targets.Minted(s.Site.Proxies.Path(r), p)
	}
	endpoint := s.writable(reading, exchange.Methods{http.MethodPost: s.writing(token.Write, minted, s.changed(s.Verbs.Post))}, s.Verbs.RecordFormats())
	return func(x *exchange.Exchange, r *http.Request) error {
		if !isReading(r.Method) && targets.IsEndpoint(s.Site.Proxies.Path(r)) {
			return endpoint(x, r)
		}
		return entity(x, r)
	}
}

// IDMethods answer for the entity that the id parameter names.
func (s *Entities) IDMethods() exchange.Handler {
	targets := s.targets()
	return s.writable(exchange.Methods{http.MethodGet: s.getByID}, s.changing(func(r *http.Request, p write.Parameters) (write.Target, error) {
		return targets.Identified(r.Context(), p)
	}), nil)
}

// LoadMethods answer where many records are taken at once.
func (s *Entities) LoadMethods() exchange.Handler {
	nowhere := func(_ *http.Request, p write.Parameters) (write.Target, error) { return write.Target{}, p.None() }
	return s.writable(exchange.Methods{}, exchange.Methods{http.MethodPost: s.writing(token.Admin, nowhere, s.loaded)}, s.Verbs.LineFormats())
}

// isReading tells whether a method is one of those that are open to all.
func isReading(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// writable makes a handler of the methods that read, which are open to all, and
// of those that write, which are not there as long as no token exists. posts are
// the formats that a POST takes.
func (s *Entities) writable(reads, writes exchange.Methods, posts serialize.Table) exchange.Handler {
	all := exchange.Methods{}
	for _, m := range []exchange.Methods{reads, writes} {
		for method, h := range m {
			all[method] = h
		}
	}
	reading, both := reads.Resource(), all.Resource()
	return func(x *exchange.Exchange, r *http.Request) error {
		if _, hasGet := reads[http.MethodGet]; s.Access.Tokens == nil || hasGet && isReading(r.Method) {
			return reading(x, r)
		}
		_, isWrite := writes[r.Method]
		on, err := s.Access.On()
		switch {
		case isWrite && err != nil:
			return access.Unknown(err)
		case isWrite && !on:
			return &problem.Error{Type: problem.WritingOff, Header: http.Header{"Allow": {reads.Allow()}}}
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
func (s *Entities) writeOptions(x *exchange.Exchange, r *http.Request, reads, all exchange.Methods, posts serialize.Table) error {
	header := x.Header()
	may, fields := reads, exchange.ReadFields
	if s.Access.AllowsOrigin(r.Header.Get("Origin")) {
		may, fields = all, exchange.ReadFields+", "+writeFields
	}
	for name, values := range exchange.Preflight(all.Allow(), may.Allow(), fields) {
		header[name] = values
	}
	header["Vary"] = []string{"Origin"}
	if _, ok := all[http.MethodPatch]; ok {
		header.Set("Accept-Patch", write.Acceptable(write.MergePatches))
	}
	if _, ok := all[http.MethodPost]; ok {
		header.Set("Accept-Post", write.Acceptable(posts))
	}
	x.WriteHeader(http.StatusNoContent)
	return nil
}

// changing are the methods that change one entity.
func (s *Entities) changing(find finder) exchange.Methods {
	return exchange.Methods{
		http.MethodPut:    s.writing(token.Write, find, s.changed(s.Verbs.Put)),
		http.MethodPatch:  s.writing(token.Write, find, s.changed(s.Verbs.Patch)),
		http.MethodDelete: s.writing(token.Write, find, s.changed(s.Verbs.Delete)),
	}
}

// finder finds the entity that a request writes to.
type finder func(*http.Request, write.Parameters) (write.Target, error)

// writing makes a handler of what do does for a client that may write, to the
// entity that find finds.
func (s *Entities) writing(need token.Scope, find finder, do func(*exchange.Exchange, *write.Request) error) exchange.Handler {
	return func(x *exchange.Exchange, r *http.Request) error {
		q := &write.Request{HTTP: r, Response: x.ResponseWriter, ID: x.ID, Client: s.Site.Proxies.Client(r)}
		var err error
		asked := access.Request{HTTP: r, ID: x.ID, Client: q.Client}
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
		if err := s.Access.Confine(asked, q.Token, s.Verbs.Base, q.Target.Names); err != nil {
			return err
		}
		return do(x, q)
	}
}

// changed answers for what a verb has done to one entity.
func (s *Entities) changed(verb func(*write.Request) (*write.Result, error)) func(*exchange.Exchange, *write.Request) error {
	return func(x *exchange.Exchange, q *write.Request) error {
		result, err := verb(q)
		if err != nil {
			return err
		}
		return s.answer(x, q, result)
	}
}

// loaded answers for many records.
func (s *Entities) loaded(x *exchange.Exchange, q *write.Request) error {
	report, err := s.Verbs.Load(q)
	if err != nil {
		return err
	}
	return x.SendJSON(http.StatusOK, report)
}
