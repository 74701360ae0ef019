package update

import (
	"context"
	"log/slog"
	"net/http"

	"vitrine/rdfstore"
	"vitrine/server/data/resource"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// answer answers for a write that is done, as the client prefers (RFC 7240
// section 4.2): with a report, with nothing, or with a representation.
func (w *Writer) answer(ctx context.Context, x *respond.Exchange, q *Request, d *Result) error {
	if (q.Past || d.Outcome.Kind == rdfstore.Deleted) && !q.DryRun {
		return x.SendNothing(http.StatusNoContent)
	}
	status := http.StatusOK
	if d.Outcome.Kind == rdfstore.Created && !q.DryRun {
		status = http.StatusCreated
		x.Header().Set("Location", w.Site.Mapper.Href(d.Name.String()))
	}
	report := d.Report(q)
	if q.DryRun {
		return x.SendJSON(status, report)
	}
	preferred := contentneg.Return(q.HTTP.Header["Prefer"])
	if preferred == "representation" {
		if rep := w.chosen(ctx, q, d); rep != nil {
			x.Header().Set("Preference-Applied", "return=representation")
			return rep.AnswerChange(x, status)
		}
	}
	w.setETag(ctx, x, q, d)
	if preferred == "minimal" {
		x.Header().Set("Preference-Applied", "return=minimal")
		if status == http.StatusOK {
			status = http.StatusNoContent
		}
		return x.SendNothing(status)
	}
	report.ETag = w.resultingTag(ctx, q, d, true)
	return x.SendJSON(status, report)
}

// setETag adds the ETag of the record to the answer. After a PUT it may be sent
// only if what is stored is, byte for byte, what was sent (RFC 9110 section 9.3.4);
// the report has it then.
func (w *Writer) setETag(ctx context.Context, x *respond.Exchange, q *Request, d *Result) {
	if q.HTTP.Method == http.MethodPut {
		return
	}
	if tag := w.resultingTag(ctx, q, d, false); tag != "" {
		x.Header()["Etag"] = []string{tag}
	}
}

// chosen returns the representation of what was stored that the client likes
// best, or nil. The write is done, so that a failure here only makes the answer
// shorter.
func (w *Writer) chosen(ctx context.Context, q *Request, d *Result) *respond.Representation {
	e, err := w.describe(ctx, d.Entity())
	if err != nil {
		return nil
	}
	v, err := w.Maker.Choose(ctx, q.HTTP.Header, e, nil)
	if err != nil {
		return nil
	}
	var rep *respond.Representation
	if v, err = w.withLinks(ctx, v); err == nil {
		rep, err = w.Maker.Make(ctx, v)
	}
	if err != nil {
		w.notShown(q, e, err)
		return nil
	}
	return rep
}

// resultingTag returns the entity tag of the record of what was stored, as a GET
// without content coding gets it, with links or without; empty where there is none.
// The record is not made for it.
func (w *Writer) resultingTag(ctx context.Context, q *Request, d *Result, links bool) string {
	if d.Graph == nil {
		return ""
	}
	e, err := w.describe(ctx, d.Entity())
	if err != nil {
		return ""
	}
	v, ok := w.Maker.Record(e)
	if !ok {
		return ""
	}
	if links {
		if v, err = w.withLinks(ctx, v); err != nil {
			w.notShown(q, e, err)
			return ""
		}
	}
	return w.Maker.Tag(v)
}

// describe makes the resource of an entity as those see it who asked for the change. The
// error wraps rdfstore.ErrNotFound where they do not.
func (w *Writer) describe(ctx context.Context, e *rdfstore.Entity) (*resource.Resource, error) {
	e, err := w.public(ctx, e)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, rdfstore.ErrNotFound
	}
	return w.Describe(ctx, e)
}

// withLinks returns what was stored with its links as they are now.
func (w *Writer) withLinks(ctx context.Context, v resource.Selected) (resource.Selected, error) {
	view, err := w.Maker.View(ctx)
	if err != nil {
		return v, err
	}
	return view.WithLinks(ctx, v)
}

// notShown logs that the answer to a write is shorter than it should be.
func (w *Writer) notShown(q *Request, e *resource.Resource, err error) {
	w.Logger.LogAttrs(context.WithoutCancel(q.HTTP.Context()), slog.LevelWarn, "cannot show what was written",
		slog.String("request", q.ID), slog.String("entity", e.IRI), slog.Any("error", err))
}
