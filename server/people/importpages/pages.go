package importpages

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine/server/data/update"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/session"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// Pages answers for the pages of imports. Its fields are set before its first request.
type Pages struct {
	Site *site.Site
	// Uploads may be shared by several Pages.
	Uploads *Uploads
	// Writer judges and stores the records.
	Writer    *update.Writer
	Describer Describer
	// GiveWay pauses after work on the store, where requests come.
	GiveWay func(ctx context.Context, worked time.Duration)
}

// Describer says in words what the page of a record shows; *describe.Describer does.
type Describer interface {
	Record(ctx context.Context, s describe.Subject, w *i18n.Wording) (html.Record, error)
}

// Bounds on requests.
const (
	// maxForm bounds a form without a file, in bytes: a mapping grows when it is sent.
	maxForm = 4 * maxMapping
	// maxDrained is how much of a file is read that is too large, so that the browser comes
	// to read the answer.
	maxDrained = 256 << 20
	// uploadTime bounds the time in which a file comes.
	uploadTime = 10 * time.Minute
	// reportTime is how long a report waits for the end of an import.
	reportTime = 5 * time.Second
)

func (p *Pages) sessions() *session.Sessions {
	return &session.Sessions{Site: p.Site, Access: p.Writer.Access, Need: auth.Write}
}

// action is what is done for a session.
type action func(x *respond.Exchange, r *http.Request, s *session.Session) error

// Start answers where imports begin.
func (p *Pages) Start() respond.Handler {
	return respond.Methods{http.MethodGet: func(x *respond.Exchange, r *http.Request) error {
		return p.sessions().Use(x, r, func(s *session.Session) error { return p.sendStart(x, r, s, nil) },
			func(fault error) error { return p.sendStart(x, r, nil, fault) })
	}}.Resource()
}

// Token answers to the form with the token. An empty one is forgotten, with its files.
func (p *Pages) Token() respond.Handler {
	return respond.Methods{http.MethodPost: func(x *respond.Exchange, r *http.Request) error {
		return p.sessions().Token(x, r, func(_ url.Values, fault error) error { return p.sendStart(x, r, nil, fault) },
			func(url.Values) error { return p.see(x, r, "") },
			func(form url.Values) error { return p.forget(x, r, form.Get("key")) })
	}}.Resource()
}

// forget ends a session.
func (p *Pages) forget(x *respond.Exchange, r *http.Request, key string) error {
	if s, err := p.sessions().Open(x, r, session.SecretOf(r)); err == nil && p.sessions().MayPost(r, s, key) == nil {
		for _, f := range p.Uploads.of(s.Owner) {
			if running := f.running(); running == nil || running.hasEnded() {
				p.Uploads.remove(f)
			}
		}
	}
	return p.see(x, r, "")
}

// Files answers to the form with a file.
func (p *Pages) Files() respond.Handler {
	return respond.Methods{http.MethodPost: func(x *respond.Exchange, r *http.Request) error {
		return p.with(x, r, p.receive)
	}}.Resource()
}

// File answers for a file that waits, and Report for its import.
func (p *Pages) File(id func(*http.Request) string) respond.Handler {
	return respond.Methods{http.MethodGet: p.of(id, p.sendFile), http.MethodPost: p.of(id, p.change)}.Resource()
}

// Report answers for the import of a file.
func (p *Pages) Report(id func(*http.Request) string) respond.Handler {
	return respond.Methods{http.MethodGet: p.of(id, p.sendReport)}.Resource()
}

// with does something for a session. Without a token, or with a wrong one, the answer asks
// for one.
func (p *Pages) with(x *respond.Exchange, r *http.Request, do action) error {
	return p.sessions().Use(x, r, func(s *session.Session) error { return do(x, r, s) }, func(fault error) error {
		if fault == nil {
			return p.see(x, r, "")
		}
		return p.sendStart(x, r, nil, fault)
	})
}

// of makes a handler of what is done for a session and one of its files.
func (p *Pages) of(id func(*http.Request) string, do func(*respond.Exchange, *http.Request, *session.Session, *upload) error) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		return p.with(x, r, func(x *respond.Exchange, r *http.Request, s *session.Session) error {
			f := p.Uploads.find(s.Owner, id(r))
			if f == nil {
				return p.sendStart(x, r, s, errGone)
			}
			return do(x, r, s, f)
		})
	}
}

// see sends the browser to a page below the start, in the language that it asked for.
func (p *Pages) see(x *respond.Exchange, r *http.Request, path string) error {
	return p.sessions().See(x, r, p.address(path))
}

// address returns the address of a page below the start.
func (p *Pages) address(path string) string {
	if path == "" || path[0] == '#' {
		return p.Site.Mapper.Service(address.Import + path)
	}
	return p.Site.Mapper.Service(address.Import + "/" + path)
}

// receive takes a file, looks at it, and drafts its mapping.
func (p *Pages) receive(x *respond.Exchange, r *http.Request, s *session.Session) error {
	x.Extend(uploadTime)
	r.Body = http.MaxBytesReader(x, r.Body, maxDrained)
	f, err := p.received(r, s)
	if err != nil {
		_, _ = io.Copy(io.Discard, r.Body) // an error means that the browser does not read on
		return p.failed(x, r, s, err)
	}
	if err := p.Uploads.timed(r.Context(), func(ctx context.Context) error { return p.begun(ctx, f) }); err != nil {
		p.Uploads.remove(f)
		return p.failed(x, r, s, err)
	}
	if err := p.Uploads.keep(f); err != nil {
		p.Uploads.remove(f)
		return p.failed(x, r, s, err)
	}
	return p.see(x, r, f.id)
}

// failed answers for a file that is not taken.
func (p *Pages) failed(x *respond.Exchange, r *http.Request, s *session.Session, err error) error {
	var known *respond.Error
	if isServers(err) || errors.As(err, &known) {
		return err
	}
	return p.sendStart(x, r, s, err)
}

// isServers tells whether the server is to blame for an error.
func isServers(err error) bool {
	var own *serverError
	var path *fs.PathError
	return errors.As(err, &own) || errors.As(err, &path)
}

// refusal returns how a file or a mapping with a fault is answered.
func refusal(err error) *respond.ErrorType {
	var n *notice
	if errors.As(err, &n) {
		return n.kind
	}
	return respond.Unprocessable
}

// received returns the file of a form. The key of the form comes before the file, so that
// nothing is kept of a form that is not of the session.
func (p *Pages) received(r *http.Request, s *session.Session) (*upload, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, &respond.Error{Type: respond.Unsupported, Detail: "A file is sent as multipart/form-data.", Err: err}
	}
	key := ""
	for {
		part, err := parts.NextPart()
		if err != nil {
			return nil, &respond.Error{Type: respond.BadRequest, Detail: "The form has no file.", Err: err}
		}
		switch part.FormName() {
		case "key":
			text, err := io.ReadAll(io.LimitReader(part, session.MaxKey))
			if err != nil {
				return nil, &respond.Error{Type: respond.BadRequest, Err: err}
			}
			key = string(text)
		case "file":
			if err := p.sessions().MayPost(r, s, key); err != nil {
				return nil, err
			}
			return p.taken(part, s)
		}
	}
}

// taken keeps the file of a part.
func (p *Pages) taken(part *multipart.Part, s *session.Session) (*upload, error) {
	name, err := fileName(part.FileName())
	if err != nil {
		return nil, err
	}
	return p.Uploads.take(s.Owner, name, part)
}

// begun looks at a file, and gives it the mapping of the last import of a file of its name, or
// a draft.
func (p *Pages) begun(ctx context.Context, f *upload) (err error) {
	look, text, err := lookAt(ctx, f.source())
	if err != nil {
		return err
	}
	earlier, err := p.Uploads.earlierMapping(f.name)
	if err != nil {
		return &serverError{err}
	}
	f.look, f.mapping = look, text
	if earlier != "" {
		f.mapping, f.earlier = earlier, true
	}
	f.checked, f.fault = p.check(ctx, f.source(), f.mapping)
	if isServers(f.fault) {
		return f.fault
	}
	return nil
}

// change does what a form for a file asks for: it tries a mapping, drafts one, imports, or
// removes the file.
func (p *Pages) change(x *respond.Exchange, r *http.Request, s *session.Session, f *upload) error {
	form, err := session.ReadForm(x, r, maxForm)
	if err != nil {
		return err
	}
	if err := p.sessions().MayPost(r, s, form.Get("key")); err != nil {
		return err
	}
	if running := f.running(); running != nil && !running.hasEnded() {
		return p.see(x, r, f.id+"/report")
	}
	text := strings.ReplaceAll(form.Get("mapping"), "\r\n", "\n")
	if len(text) > maxMapping {
		return &respond.Error{Type: respond.ContentTooLarge}
	}
	switch form.Get("do") {
	case "remove":
		p.Uploads.remove(f)
		return p.see(x, r, "")
	case "draft":
		if err := p.try(r.Context(), f, ""); err != nil {
			return err
		}
	case "import":
		err := p.importFile(x, r, s, f, text)
		switch {
		case err == nil:
			return p.see(x, r, f.id+"/report")
		case isServers(err):
			return err
		}
		f.note(text, nil, err)
	default:
		if err := p.try(r.Context(), f, text); err != nil {
			return err
		}
	}
	return p.see(x, r, f.id+"#preview")
}

// try tries a mapping with the first rows; an empty one is drafted anew. What is wrong with it
// is noted with the file, and is no error.
func (p *Pages) try(ctx context.Context, f *upload, text string) error {
	var got struct {
		text   string
		result *checked
	}
	err := p.Uploads.timed(ctx, func(ctx context.Context) (err error) {
		drafted := text
		if strings.TrimSpace(text) == "" {
			if _, drafted, err = lookAt(ctx, f.source()); err != nil {
				return err
			}
		}
		result, err := p.check(ctx, f.source(), drafted)
		got.text, got.result = drafted, result
		return err
	})
	switch {
	case isServers(err):
		return err
	case errors.Is(err, errSlow), errors.Is(err, errBusy): // the work may go on, so that got is not looked at
		f.note(text, nil, err)
	default:
		f.note(cmp.Or(got.text, text), got.result, err)
	}
	return nil
}

// note keeps what a mapping came to.
func (f *upload) note(text string, result *checked, fault error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mapping, f.checked, f.fault, f.earlier = text, result, fault, false
}

// importFile begins an import.
func (p *Pages) importFile(x *respond.Exchange, r *http.Request, s *session.Session, f *upload, text string) error {
	m, err := p.Uploads.readMapping(f.name, text)
	if err != nil {
		return err
	}
	q := &update.Request{HTTP: r, ID: x.ID, Client: s.Asked.Client, Token: s.Token}
	if err := p.begin(q, f, text, m); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fault = nil; f.mapping != text {
		f.mapping, f.checked = text, nil
	}
	return nil
}

// send answers with a page, which no cache keeps.
func (p *Pages) send(x *respond.Exchange, r *http.Request, status int, page func(context.Context, *bytes.Buffer) ([]string, error)) error {
	rep, err := p.Site.Make(r, "no-store", site.Forms(site.Document{MediaType: "text/html", Page: page}))
	if err != nil {
		return err
	}
	return rep.AnswerChange(x, status)
}
