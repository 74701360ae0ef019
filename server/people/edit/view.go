package edit

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"vitrine/linkedart"
	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/jsontree"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/session"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// maxLines is the height of the field of a text.
const maxLines = 40

// shown is what a form shows beside the values of the record.
type shown struct {
	// asJSON tells that it is the text that is edited.
	asJSON bool
	// fault says what is wrong with the text, "" for nothing; typed and faults are those of
	// builder, and added is what was added.
	fault, added  string
	typed, faults map[string]string
}

// outcome is what is said on a preview of a record that was refused.
type outcome struct {
	status   int
	findings []linkedart.Finding
	detail   string
}

// frame is what is around a page of this package.
func (p *Pages) frame(r *http.Request, title i18n.Key, args ...any) html.Frame {
	f := p.Site.Frame(r, title, args...)
	f.Import = true
	return f
}

// sendStart answers with the page where corrections begin; s is nil for one that asks for a token.
// The fault says why something did not succeed, nil for none.
func (p *Pages) sendStart(x *respond.Exchange, r *http.Request, s *session.Session, of string, fault error) error {
	view := html.EditStart{Frame: p.frame(r, "Correct a record"), New: p.Site.Mapper.Service(address.NewRecord)}
	var status int
	var err error
	if view.TokenForm, view.Fault, status, err = p.sessions().Start(x, p.address(""), p.Store, view.Wording, fault); err != nil {
		return err
	}
	if view.Fault == nil && fault != nil {
		return fault
	}
	view.Of, view.State = of, r.URL.Query().Get(stateParameter)
	if s != nil {
		view.Key = s.Key
		if view.Waiting, err = p.waiting(r, s, view.Wording); err != nil {
			return err
		}
		for _, class := range newClasses() {
			text := view.Wording.Endpoint("provenance")
			if iri, ok := p.Words.ClassIRI(class); ok && class != isProvenance {
				text = view.Wording.Class(reading.Class(iri))
			}
			view.Classes = append(view.Classes, html.Option{Value: class, Text: cmp.Or(text, class)})
		}
	}
	return p.send(x, r, status, func(_ context.Context, b *bytes.Buffer) ([]string, error) {
		return nil, p.Site.Pages.Write(b, &view)
	})
}

// judge returns what is found about a text, and its graph; nil where it is refused. References to
// records that are published at the same time lead somewhere.
func (p *Pages) judge(ctx context.Context, text []byte, others []*Draft) (*graph.Graph, []linkedart.Finding, error) {
	ctx, done, err := p.Site.Slot(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	g, findings, err := p.Writer.Judge(ctx, text)
	return g, slices.DeleteFunc(findings, func(f linkedart.Finding) bool {
		return f.Reference != "" && slices.ContainsFunc(others, func(d *Draft) bool { return d.Of == f.Reference })
	}), err
}

// title is that of the pages of a state.
func (p *Pages) title(r *http.Request, st *state, d *jsontree.Document) html.Frame {
	if st.isNew() {
		return p.frame(r, "New record")
	}
	label := st.of
	if d != nil {
		label = cmp.Or(d.Member("_label").Text(), st.of)
	}
	return p.frame(r, "Correct: %s", label)
}

// sendForm answers with the form of a state, or with its text where that is asked for or no table
// has the record.
func (p *Pages) sendForm(x *respond.Exchange, r *http.Request, s *session.Session, st *state, v shown) error {
	d, err := parseDocument(st.text)
	if err != nil {
		v.asJSON, v.fault = true, cmp.Or(v.fault, problem(st.text, err))
	}
	view := html.Edit{Frame: p.title(r, st, d), EditForm: p.carried(st, s.Key)}
	status := http.StatusOK
	if v.fault != "" || len(v.faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	if v.fault != "" {
		view.Fault = &html.Part{Text: v.fault, Lang: "en"}
	}
	var findings []linkedart.Finding
	if d != nil {
		others, err := p.together(r, s, st)
		if err != nil {
			return err
		}
		if _, findings, err = p.judge(r.Context(), st.text, others); err != nil {
			return err
		}
	}
	var shape *linkedart.Shape
	if d != nil {
		shape = shapeOf(d, p.Shapes)
	}
	if p.Suggest != nil {
		view.Suggest = p.address("/suggest")
	}
	if v.asJSON || shape == nil {
		view.Editor, view.Model = true, p.address("/model")
		p.showText(&view, st, findings)
	} else {
		b := &builder{
			root: d, words: p.terms(r), isNew: st.isNew(), added: v.added,
			typed: v.typed, faults: v.faults, findings: findings,
		}
		if view.Block, err = b.form(shape); err != nil {
			return tooLarge()
		}
	}
	return p.send(x, r, status, func(_ context.Context, b *bytes.Buffer) ([]string, error) {
		return nil, p.Site.Pages.Write(b, &view)
	})
}

// showText shows a record as its text, with the lines of what is wrong.
func (p *Pages) showText(view *html.Edit, st *state, findings []linkedart.Finding) {
	text := indented(st.text)
	view.Text = string(text)
	view.Lines = min(strings.Count(view.Text, "\n")+2, maxLines)
	d, err := parseDocument(text)
	for _, f := range findings {
		finding := said(f, view.Wording)
		finding.Place = f.Pointer
		if err == nil {
			if n := nearest(d, f.Pointer); n != nil {
				finding.Place = view.Wording.Text("Line %d", bytes.Count(text[:n.Start], []byte("\n"))+1)
			}
		}
		view.Findings = append(view.Findings, finding)
	}
}

// nearest is the value that a pointer leads to, or the last one on the way there.
func nearest(d *jsontree.Document, pointer string) *jsontree.Value {
	for {
		if n := d.At(pointer); n != nil || pointer == "" {
			return n
		}
		pointer = pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
	}
}

// sendPreview answers with the record as it will be, what changes, and what is wrong.
func (p *Pages) sendPreview(x *respond.Exchange, r *http.Request, s *session.Session, st *state, o outcome) error {
	d, err := parseDocument(st.text)
	if err != nil {
		return p.sendForm(x, r, s, st, shown{asJSON: true, fault: problem(st.text, err)})
	}
	view := html.EditPreview{Frame: p.title(r, st, d), EditForm: p.carried(st, s.Key)}
	others, err := p.together(r, s, st)
	if err != nil {
		return err
	}
	p.allowed(&view.EditForm, s, st, others)
	if view.Differences, err = p.terms(r).Compare(st.base, st.text); err != nil {
		return &respond.Error{Type: respond.BadRequest, Err: err}
	}
	g, findings, err := p.judge(r.Context(), st.text, others)
	if err != nil {
		return err
	}
	if o.status != 0 {
		findings = o.findings
	}
	view.Refused = o.status != 0 || g == nil
	if o.detail != "" {
		view.Fault = &html.Part{Text: o.detail, Lang: "en"}
	}
	for _, f := range findings {
		finding := said(f, view.Wording)
		finding.Place = f.Pointer
		view.Findings = append(view.Findings, finding)
	}
	return p.sendSheet(x, r, cmp.Or(o.status, http.StatusOK), view, st, g)
}

// sendSheet answers with a preview, and the page of its graph; nil for none.
func (p *Pages) sendSheet(x *respond.Exchange, r *http.Request, status int, view html.EditPreview, st *state, g *graph.Graph) error {
	at, err := p.Site.Log.Follow(r.Context())
	if err != nil {
		return err
	}
	return p.send(x, r, status, func(ctx context.Context, b *bytes.Buffer) ([]string, error) {
		if g == nil {
			return nil, p.Site.Pages.Write(b, &view)
		}
		subject := describe.Subject{Entity: &rdfstore.Entity{Graph: g, Modified: time.Now()}, Read: reading.Read(g), At: at}
		record, err := p.Describer.Record(ctx, subject, view.Wording)
		if err != nil {
			return nil, err
		}
		view.Record, view.Frame.Map = &record, record.Frame.Map
		view.JSON = html.NewSource(st.text, p.Site.Follow).HTML()
		return record.ImageHosts, p.Site.Pages.Write(b, &view)
	})
}

// sendConflict answers for a record that others have changed meanwhile: with what they changed, and
// with what was to be changed.
func (p *Pages) sendConflict(x *respond.Exchange, r *http.Request, s *session.Session, st *state) error {
	d, err := parseDocument(st.text)
	if err != nil {
		return err
	}
	view := html.EditPreview{Frame: p.title(r, st, d), EditForm: p.carried(st, s.Key), Conflict: true}
	if view.Differences, err = p.terms(r).Compare(st.base, st.text); err != nil {
		return err
	}
	now, err := p.current(r.Context(), st.of)
	switch {
	case isMissing(err):
		now = &state{text: []byte(noRecord)}
	case err != nil:
		return err
	}
	if view.Theirs, err = p.terms(r).Compare(st.base, now.text); err != nil {
		return err
	}
	return p.sendSheet(x, r, http.StatusPreconditionFailed, view, st, nil)
}
