package update

import (
	"context"
	"maps"
	"net/http"

	"vitrine/serialize"
	"vitrine/server/ops/pace"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// Methods answer for the entity that a request's path names, and for the
// endpoint that it is: a path such as /person/, which takes new records.
func (w *Writer) Methods() respond.Handler {
	reading := respond.Methods{http.MethodGet: w.Get}
	entity := w.writable(reading, w.changing(func(r *http.Request, p Parameters) (Target, error) {
		return w.addressed(r.Context(), w.Site.Proxies.Path(r), p)
	}), nil)
	minted := func(r *http.Request, p Parameters) (Target, error) {
		return w.minted(w.Site.Proxies.Path(r), p)
	}
	endpoint := w.writable(reading, respond.Methods{http.MethodPost: w.writing(auth.Write, minted, w.answerChange)}, w.RecordFormats())
	return func(x *respond.Exchange, r *http.Request) error {
		if !isReading(r.Method) && w.isEndpoint(w.Site.Proxies.Path(r)) {
			return endpoint(x, r)
		}
		return entity(x, r)
	}
}

// IDMethods answer for the entity that the id parameter names.
func (w *Writer) IDMethods() respond.Handler {
	return w.writable(respond.Methods{http.MethodGet: w.GetByID}, w.changing(func(r *http.Request, p Parameters) (Target, error) {
		return w.identified(r.Context(), p)
	}), nil)
}

// LoadMethods answer where many records are taken at once.
func (w *Writer) LoadMethods() respond.Handler {
	nowhere := func(_ *http.Request, p Parameters) (Target, error) { return Target{}, p.None() }
	return w.writable(respond.Methods{}, respond.Methods{http.MethodPost: w.writing(auth.Admin, nowhere, w.answerLoad)}, w.loadFormats())
}

// isReading tells whether a method is one of those that are open to all.
func isReading(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// writable makes a handler of the methods that read, which are open to all, and
// of those that write, which are not there as long as no token exists. posts are
// the formats that a POST takes.
func (w *Writer) writable(reads, writes respond.Methods, posts serialize.Table) respond.Handler {
	all := respond.Methods{}
	for _, m := range []respond.Methods{reads, writes} {
		maps.Copy(all, m)
	}
	reading, both := reads.Resource(), all.Resource()
	return func(x *respond.Exchange, r *http.Request) error {
		if _, hasGet := reads[http.MethodGet]; w.Access.Tokens == nil || hasGet && isReading(r.Method) {
			return reading(x, r)
		}
		_, isWrite := writes[r.Method]
		on, err := w.Access.On()
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
			return w.writeOptions(x, r, reads, all, posts)
		default:
			return both(x, r)
		}
	}
}

// The request fields that a page of an origin that may write can send.
const writeFields = "Authorization, Content-Type, " + Message

// writeOptions answers OPTIONS where writing is on. Scripts of other origins
// are told of reading only, unless theirs may write.
func (w *Writer) writeOptions(x *respond.Exchange, r *http.Request, reads, all respond.Methods, posts serialize.Table) error {
	header := x.Header()
	may, fields := reads, respond.ReadFields
	if w.Access.AllowsOrigin(r.Header.Get("Origin")) {
		may, fields = all, respond.ReadFields+", "+writeFields
	}
	maps.Copy(header, respond.Preflight(all.Allow(), may.Allow(), fields))
	header["Vary"] = []string{"Origin"}
	if _, ok := all[http.MethodPatch]; ok {
		header.Set("Accept-Patch", acceptable(Patches))
	}
	if _, ok := all[http.MethodPost]; ok {
		header.Set("Accept-Post", acceptable(posts))
	}
	x.WriteHeader(http.StatusNoContent)
	return nil
}

// changing are the methods that change one entity.
func (w *Writer) changing(find finder) respond.Methods {
	return respond.Methods{
		http.MethodPut:    w.writing(auth.Write, find, w.answerChange),
		http.MethodPatch:  w.writing(auth.Write, find, w.answerChange),
		http.MethodDelete: w.writing(auth.Write, find, w.answerChange),
	}
}

// finder finds the entity that a request writes to.
type finder func(*http.Request, Parameters) (Target, error)

// writing makes a handler of what do does for a client that may write, to the
// entity that find finds.
func (w *Writer) writing(need auth.Scope, find finder, do func(*respond.Exchange, *Request) error) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		q := &Request{HTTP: r, Response: x.ResponseWriter, ID: x.ID, Client: w.Site.Proxies.Client(r)}
		var err error
		asked := auth.Request{HTTP: r, ID: x.ID, Client: q.Client}
		if q.Token, err = w.Access.Authorise(asked, need); err != nil {
			return err
		}
		p, err := ReadParameters(r.URL.RawQuery)
		if err != nil {
			return err
		}
		q.DryRun, q.Past = p.DryRun, p.Past
		if q.Past && r.Method != http.MethodDelete {
			return UnknownParameter(pastVersions, DryRun)
		}
		if q.Target, err = find(r, p); err != nil {
			return err
		}
		if q.Target.Moved != "" {
			return x.Redirect(q.Target.Moved, r.URL.RawQuery)
		}
		if err := q.sign(); err != nil { // before the body is read
			return err
		}
		if err := w.Access.Confine(asked, q.Token, auth.Write, w.Mapper.Base, q.Target.Names); err != nil {
			return err
		}
		return do(x, q)
	}
}

// answerChange carries out a request that changes one entity, and answers it.
func (w *Writer) answerChange(x *respond.Exchange, q *Request) error {
	bytes, err := w.receive(q)
	if err != nil {
		return err
	}
	return w.Weighed(x, q.HTTP, bytes, func(ctx context.Context, share *pace.Share) error {
		result, err := w.carry(ctx, q, share)
		if err != nil {
			return err
		}
		return w.answer(ctx, x, q, result)
	})
}

// answerLoad answers for many records.
func (w *Writer) answerLoad(x *respond.Exchange, q *Request) error {
	x.Extend(w.HeavyTimeout)
	report, err := w.load(q)
	if err != nil {
		return err
	}
	return x.SendJSON(http.StatusOK, report)
}
